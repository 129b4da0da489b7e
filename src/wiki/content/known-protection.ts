import type { Reader } from '#store/store.ts'
import type { PageProtection } from '../wikitext/host.ts'
import { splitKey } from './known-links.ts'
import { type PageName, pagesByName } from './pages.ts'
import { isInForce, Protections } from './protection.ts'

const NONE: PageProtection = { own: [], cascaded: [] }

/** Protection of pages by `ns:title` at a time (Unix time in seconds). */
export async function protectionOf(
  db: Reader,
  names: ReadonlyMap<string, PageName>,
  now: number,
): Promise<Map<string, PageProtection>> {
  if (names.size === 0) return new Map()
  const rows = await pagesByName(db, names.values())
  const rowOf = new Map(rows.map(row => [`${row.ns}:${row.title}`, row]))
  const pages = [...names].map(([key, name]) => ({ ...name, page: rowOf.get(key) ?? null }))
  const all = await Protections.load(db, pages)
  return new Map(
    [...names].map(([key, name]) => {
      const { own, create, cascaded } = all.of(name)
      const present = [...own, ...(create ? [create] : [])].filter(entry => isInForce(entry, now))
      const inherited = cascaded.filter(entry => isInForce(entry, now))
      return [
        key,
        {
          own: present.map(({ type, level, expiresAt }) => [type, level, expiresAt] as const),
          cascaded: inherited.map(({ type, level, source }) => [type, level, source.ns, source.title] as const),
        },
      ]
    }),
  )
}

/** Caches the protection of pages. Unknown pages count as unprotected and are queued for reading. */
export class KnownProtection {
  readonly #most: number
  readonly #found = new Map<string, PageProtection>()
  #noted = new Map<string, PageName>()

  constructor(most: number) {
    this.#most = most
  }

  of(ns: number, dbkey: string): PageProtection {
    const key = `${ns}:${dbkey}`
    const known = this.#found.get(key)
    if (known === undefined && this.#found.size + this.#noted.size < this.#most)
      this.#noted.set(key, { ns, title: dbkey })
    return known ?? NONE
  }

  /** How many pages are queued. */
  get size(): number {
    return this.#noted.size
  }

  async readNoted(db: Reader, now: number): Promise<void> {
    const queued = this.#noted
    this.#noted = new Map()
    for (const [key, found] of await protectionOf(db, queued, now)) this.#found.set(key, found)
  }

  *known(): Iterable<readonly [ns: number, title: string, PageProtection]> {
    for (const [key, found] of this.#found) yield [...splitKey(key), found]
  }
}
