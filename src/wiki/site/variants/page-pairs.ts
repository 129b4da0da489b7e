/** What the rules of a page change in the tables of a variant. Pairs are found by their first character. */
export class PagePairs {
  readonly #pairs = new Map<string, string>()
  readonly #lengths = new Map<string, Set<number>>()
  readonly #removed = new Set<string>()
  /** How many characters the last search compared, for counting work. */
  compared = 0

  set(from: string, to: string): void {
    this.#removed.delete(from)
    this.#pairs.set(from, to)
    const lengths = this.#lengths.get(from[0]!)
    if (lengths) lengths.add(from.length)
    else this.#lengths.set(from[0]!, new Set([from.length]))
  }

  /** Removes a pair from the page and from the tables. */
  delete(from: string): void {
    this.#pairs.delete(from)
    this.#removed.add(from)
  }

  get(from: string): string | undefined {
    return this.#pairs.get(from)
  }

  get size(): number {
    return this.#pairs.size + this.#removed.size
  }

  /** Keys that the tables do not have on this page; null for none. */
  get removed(): ReadonlySet<string> | null {
    return this.#removed.size === 0 ? null : this.#removed
  }

  /** The longest key at a place in a text. */
  longest(text: string, at: number): string | null {
    let longest: string | null = null
    this.compared = 0
    for (const length of this.#lengths.get(text[at]!) ?? []) {
      if (length <= (longest?.length ?? 0) || length > text.length - at) continue
      this.compared += length
      const group = text.slice(at, at + length)
      if (this.#pairs.has(group)) longest = group
    }
    return longest
  }
}
