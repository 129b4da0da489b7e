import { BoundedCache } from './bounded-cache.ts'

export interface SharedEntry {
  readonly value: Buffer
  /** Differs from the stamp of every other entry, also under the same key. */
  readonly stamp: number
}

/** Ends a claim, so that others may make the value. */
export type Release = () => void

/** Makes sure that only one process makes a value. */
export interface Claims {
  /** Null once another process that had the claim has ended its work: its value may be in the cache now. */
  claim(key: string): Promise<Release | null>
}

/** For a process that shares with no other. */
export const NO_CLAIMS: Claims = { claim: async () => () => {} }

/** A bounded cache of bytes that all processes of a server share, and survives each of them. */
export interface SharedCache extends Claims {
  get(key: string): SharedEntry | undefined
  /** Returns the stamp of the new entry. */
  set(key: string, value: Buffer): number
  close(): void
}

/** For a process that has no file. */
export class MemoryCache implements SharedCache {
  readonly #entries: BoundedCache<string, SharedEntry>
  #stamp = 0

  constructor(name: string, limit: number) {
    this.#entries = new BoundedCache({ name, limit })
  }

  get(key: string): SharedEntry | undefined {
    return this.#entries.get(key)
  }

  set(key: string, value: Buffer): number {
    const stamp = ++this.#stamp
    this.#entries.set(key, { value, stamp }, value.length + 2 * key.length + 100)
    return stamp
  }

  claim(key: string): Promise<Release | null> {
    return NO_CLAIMS.claim(key)
  }

  close(): void {
    this.#entries.clear()
  }
}
