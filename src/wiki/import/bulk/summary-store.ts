import { insertRows, type Row } from '#store/insert-rows.ts'
import type { Writer } from '#store/store.ts'
import type { Ids } from './ids.ts'

/** Stores edit summaries: one row per non-empty summary, and a single row for all empty ones. */
export class SummaryStore {
  readonly #ids: Ids
  #empty: number | undefined

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** The ID of each text, in the same order. */
  async store(tx: Writer, texts: readonly string[]): Promise<number[]> {
    const empty = texts.includes('') ? await this.#emptyId(tx) : 0
    let next = await this.#ids.reserve(tx, 'summary', texts.filter(text => text !== '').length)
    const rows: Row[] = []
    const numbers = texts.map(text => {
      if (text === '') return empty
      rows.push([next, text, null])
      return next++
    })
    await insertRows(tx, 'summary', ['id', 'text', 'data'], rows)
    return numbers
  }

  async #emptyId(tx: Writer): Promise<number> {
    if (this.#empty !== undefined) return this.#empty
    const existing = await tx.selectFrom('summary').where('text', '=', '').select('id').limit(1).executeTakeFirst()
    const id = existing?.id ?? (await this.#ids.reserve(tx, 'summary', 1))
    if (existing === undefined) await insertRows(tx, 'summary', ['id', 'text', 'data'], [[id, '', null]])
    this.#empty = id
    return id
  }
}
