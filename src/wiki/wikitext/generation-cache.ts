// A cache of limited weight. When the young half is full it becomes the old half, and entries unused since then are
// dropped: close to least-recently-used at the cost of one lookup.

export class GenerationCache<V> {
  readonly #limit: number
  #young = new Map<string, { value: V; weight: number }>()
  #old = new Map<string, { value: V; weight: number }>()
  #weight = 0

  /** `limit` is the weight of one half. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key)
    if (young) return young.value
    const old = this.#old.get(key)
    if (!old) return undefined
    this.set(key, old.value, old.weight)
    return old.value
  }

  set(key: string, value: V, weight = 1): void {
    if (this.#weight + weight > this.#limit) {
      this.#old = this.#young
      this.#young = new Map()
      this.#weight = 0
    }
    this.#young.set(key, { value, weight })
    this.#weight += weight
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
    this.#weight = 0
  }
}
