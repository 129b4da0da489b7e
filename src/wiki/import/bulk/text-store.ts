import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import { encodeText, textHash } from '../../content/text-blobs.ts'
import type { Ids } from './ids.ts'
import { insertRows, type Row } from './insert-rows.ts'

const MAX_KEYS = 500

/** Puts texts into `blob`, each different one once. */
export class TextStore {
  readonly #ids: Ids

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** The number of each text, in the same order. */
  async store(tx: Writer, texts: readonly Buffer[]): Promise<number[]> {
    const hashes = texts.map(textHash)
    const keys = hashes.map(hash => hash.toString('latin1'))
    const known = await this.#find(tx, new Map(keys.map((key, index) => [key, hashes[index]!])))
    const fresh = new Map<string, number>()
    for (const [index, key] of keys.entries()) if (!known.has(key) && !fresh.has(key)) fresh.set(key, index)
    const first = await this.#ids.reserve(tx, 'blob', fresh.size)
    let id = first
    const rows: Row[] = []
    for (const [key, index] of fresh) {
      const { hash, size, encoding, data } = encodeText(texts[index]!, hashes[index]!)
      rows.push([id, hash, size, encoding, data])
      known.set(key, id++)
    }
    await insertRows(tx, 'blob', ['id', 'hash', 'size', 'encoding', 'data'], rows)
    return keys.map(key => known.get(key)!)
  }

  async #find(tx: Writer, hashes: ReadonlyMap<string, Buffer>): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const wanted = [...hashes.values()]
    for (let from = 0; from < wanted.length; from += MAX_KEYS) {
      const rows = await tx
        .selectFrom('blob')
        .where('hash', 'in', padded(wanted.slice(from, from + MAX_KEYS)))
        .select(['id', 'hash'])
        .execute()
      for (const { id, hash } of rows) found.set(hash.toString('latin1'), id)
    }
    return found
  }
}
