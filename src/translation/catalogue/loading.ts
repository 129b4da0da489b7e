import type { Reader } from '#store/store.ts'

/** Where many steps read from, and what they load only once. A piece of work is one; so is a look that changes nothing. */
export interface Loading {
  readonly tx: Reader
  /** Loads something that many steps need, the first time it is asked for. */
  once<T>(key: string, load: () => Promise<T>): Promise<T>
}

export function loadingFrom(db: Reader): Loading {
  const known = new Map<string, Promise<unknown>>()
  return {
    tx: db,
    once<T>(key: string, load: () => Promise<T>): Promise<T> {
      const fresh = (known.get(key) as Promise<T> | undefined) ?? load()
      known.set(key, fresh)
      return fresh
    },
  }
}
