import { insertRows, type Row } from '#store/insert-rows.ts'
import { isEmpty } from '#store/is-empty.ts'
import { padded } from '#store/keyset.ts'
import type { Writer } from '#store/store.ts'
import type { Ids } from './ids.ts'

export interface TargetName {
  readonly ns: number
  readonly title: string
}

const CACHE_SIZE = 100_000
const MAX_KEYS = 1000

/** IDs of link targets, created as needed. */
export class LinkTargets {
  readonly #ids: Ids
  readonly #known = new Map<string, number>()
  /** Whether all targets are cached: the table was empty and nothing has been evicted since. */
  #complete: boolean | undefined

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** The ID of each name, in the same order. */
  async resolve(tx: Writer, names: readonly TargetName[]): Promise<number[]> {
    const missing = new Map<string, TargetName>()
    for (const name of names) {
      const key = keyOf(name)
      if (!this.#known.has(key)) missing.set(key, name)
    }
    const found = missing.size === 0 ? new Map<string, number>() : await this.#find(tx, missing)
    const numbers = names.map(name => {
      const key = keyOf(name)
      return found.get(key) ?? this.#known.get(key)!
    })
    this.#remember(found)
    return numbers
  }

  async #find(tx: Writer, missing: ReadonlyMap<string, TargetName>): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    this.#complete ??= await isEmpty(tx, 'link_target')
    for (const [ns, titles] of this.#complete ? [] : byNamespace(missing.values())) {
      for (let from = 0; from < titles.length; from += MAX_KEYS) {
        const rows = await tx
          .selectFrom('link_target')
          .where('ns', '=', ns)
          .where('title', 'in', padded(titles.slice(from, from + MAX_KEYS)))
          .select(['id', 'title'])
          .execute()
        for (const { id, title } of rows) found.set(keyOf({ ns, title }), id)
      }
    }
    const fresh = [...missing].filter(([key]) => !found.has(key))
    const first = await this.#ids.reserve(tx, 'link_target', fresh.length)
    const rows: Row[] = fresh.map(([, { ns, title }], index) => [first + index, ns, title])
    await insertRows(tx, 'link_target', ['id', 'ns', 'title'], rows)
    for (const [index, [key]] of fresh.entries()) found.set(key, first + index)
    return found
  }

  #remember(found: ReadonlyMap<string, number>): void {
    if (this.#known.size + found.size > CACHE_SIZE) {
      this.#known.clear()
      this.#complete = false
    }
    for (const [key, id] of found) this.#known.set(key, id)
  }
}

const keyOf = ({ ns, title }: TargetName): string => `${ns}:${title}`

function byNamespace(names: Iterable<TargetName>): Map<number, string[]> {
  const groups = new Map<number, string[]>()
  for (const { ns, title } of names) {
    const group = groups.get(ns)
    if (group === undefined) groups.set(ns, [title])
    else group.push(title)
  }
  return groups
}
