import type { Reader } from '#store/store.ts'

/** A reader with a cache for data that several steps need: a unit of work, or a read-only operation. */
export interface Loading {
  readonly tx: Reader
  /** Loads data on first use and caches it. */
  once<T>(key: string, load: () => Promise<T>): Promise<T>
}

export function loadingFrom(db: Reader): Loading {
  const cache = new Map<string, Promise<unknown>>()
  return {
    tx: db,
    once<T>(key: string, load: () => Promise<T>): Promise<T> {
      const value = (cache.get(key) as Promise<T> | undefined) ?? load()
      cache.set(key, value)
      return value
    },
  }
}
