/** How a cache has served so far. */
export interface CacheStatistics {
  readonly name: string
  readonly hits: number
  readonly misses: number
  /** Absent for a cache that other processes count, too. */
  readonly weight?: number
}

/** A cache whose statistics are listed. */
interface Listed {
  readonly statistics: CacheStatistics
}

interface Options {
  /** Under which its statistics are listed; without one they are not. */
  readonly name?: string
  /** The total weight of what is kept. */
  readonly limit: number
}

interface Entry<V> {
  readonly value: V
  readonly weight: number
}

/**
 * Keeps values up to a total weight, by count or by bytes. There are two halves: a full young half becomes the old one, and
 * what nobody asked for since the last time is dropped. That is close to least recently used, at the price of one look-up.
 */
export class BoundedCache<K, V> {
  readonly #half: number
  readonly #name: string | undefined
  #young = new Map<K, Entry<V>>()
  #old = new Map<K, Entry<V>>()
  #youngWeight = 0
  #oldWeight = 0
  #hits = 0
  #misses = 0

  constructor({ name, limit }: Options) {
    this.#half = limit / 2
    this.#name = name
    if (name !== undefined) listCache(this)
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) {
      this.#hits++
      return young.value
    }
    const old = this.#old.get(key)
    if (old === undefined) {
      this.#misses++
      return undefined
    }
    this.#hits++
    this.#old.delete(key)
    this.#oldWeight -= old.weight
    this.#add(key, old)
    return old.value
  }

  has(key: K): boolean {
    return this.#young.has(key) || this.#old.has(key)
  }

  /** What is heavier than half of the limit is not kept: it would push out everything else. */
  set(key: K, value: V, weight = 1): void {
    this.delete(key)
    if (weight <= this.#half) this.#add(key, { value, weight })
  }

  delete(key: K): void {
    this.#youngWeight -= this.#young.get(key)?.weight ?? 0
    this.#oldWeight -= this.#old.get(key)?.weight ?? 0
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
    this.#youngWeight = 0
    this.#oldWeight = 0
  }

  get weight(): number {
    return this.#youngWeight + this.#oldWeight
  }

  get statistics(): CacheStatistics {
    return { name: this.#name ?? '', hits: this.#hits, misses: this.#misses, weight: this.weight }
  }

  #add(key: K, entry: Entry<V>): void {
    if (this.#youngWeight + entry.weight > this.#half) {
      this.#old = this.#young
      this.#oldWeight = this.#youngWeight
      this.#young = new Map()
      this.#youngWeight = 0
    }
    this.#young.set(key, entry)
    this.#youngWeight += entry.weight
  }
}

const listed = new Set<WeakRef<Listed>>()

/** Lists the statistics of a cache for as long as it exists. */
export function listCache(cache: Listed): void {
  listed.add(new WeakRef(cache))
}

/** The statistics of all named caches of this process; caches with one name are added up. */
export function cacheStatistics(): CacheStatistics[] {
  const sums = new Map<string, CacheStatistics>()
  for (const reference of listed) {
    const cache = reference.deref()
    if (cache === undefined) {
      listed.delete(reference)
      continue
    }
    const { name, hits, misses, weight } = cache.statistics
    const sum = sums.get(name)
    sums.set(name, {
      name,
      hits: hits + (sum?.hits ?? 0),
      misses: misses + (sum?.misses ?? 0),
      ...(weight !== undefined && { weight: weight + (sum?.weight ?? 0) }),
    })
  }
  return [...sums.values()]
}

/** The same function, with its last `limit` results kept. Undefined results are computed again each time. */
export function memo<K, V>(limit: number, make: (key: K) => V): (key: K) => V {
  const cache = new BoundedCache<K, V>({ limit })
  return key => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const value = make(key)
    cache.set(key, value)
    return value
  }
}
