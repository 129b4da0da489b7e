import type { TextWiki } from '../wiki.ts'
import { type LinkState, linkStates } from './known-pages.ts'
import type { PageName } from './pages.ts'

/** More links than any page shows; the rest count as missing. */
const MAX_LINKS = 100_000
const BATCH = 1000

/** Caches the state of links. Unknown links count as missing and are queued for reading. */
export class KnownLinks {
  readonly #wiki: TextWiki
  readonly #states = new Map<string, LinkState>()
  #noted = new Map<string, PageName>()

  constructor(wiki: TextWiki) {
    this.#wiki = wiki
  }

  state(ns: number, dbkey: string): LinkState {
    const key = `${ns}:${dbkey}`
    const known = this.#states.get(key)
    if (known === undefined && this.#states.size + this.#noted.size < MAX_LINKS) {
      this.#noted.set(key, { ns, title: dbkey })
    }
    return known ?? 'missing'
  }

  /** All links requested so far, with their states. */
  *known(): Iterable<readonly [ns: number, title: string, LinkState]> {
    for (const [key, state] of this.#states) yield [...splitKey(key), state]
  }

  /** False when nothing was queued. */
  async readNoted(): Promise<boolean> {
    if (this.#noted.size === 0) return false
    const queued = [...this.#noted]
    this.#noted = new Map()
    for (let start = 0; start < queued.length; start += BATCH) {
      const batch = queued.slice(start, start + BATCH)
      const stateOf = await linkStates(
        this.#wiki.db,
        this.#wiki.messages,
        batch.map(([, name]) => name),
      )
      for (const [key, { ns, title }] of batch) this.#states.set(key, stateOf(ns, title))
    }
    return true
  }
}

/** Splits a key such as `10:Card` into namespace and title. */
export function splitKey(key: string): [ns: number, title: string] {
  const colon = key.indexOf(':')
  return [Number(key.slice(0, colon)), key.slice(colon + 1)]
}
