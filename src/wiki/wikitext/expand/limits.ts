// How much work one page may cause. The numbers are MediaWiki's defaults.

export const limits = {
  templateDepth: 40,
  expansionDepth: 100,
  nodes: 1_000_000,
  includeBytes: 2 * 1024 * 1024,
  expensiveFunctions: 100,
} as const

/** Counts UTF-8 bytes up to a limit, but measures texts only once the limit could be near. */
class ByteBudget {
  #bytes = 0
  #pending: string[] = []
  #pendingUnits = 0

  /** False when the text would go beyond the limit; it is not counted then. */
  add(text: string, limit: number): boolean {
    // A UTF-16 unit takes three bytes at most.
    if (this.#bytes + (this.#pendingUnits + text.length) * 3 <= limit) {
      this.#pending.push(text)
      this.#pendingUnits += text.length
      return true
    }
    for (const earlier of this.#pending) this.#bytes += Buffer.byteLength(earlier)
    this.#pending = []
    this.#pendingUnits = 0
    const bytes = Buffer.byteLength(text)
    if (this.#bytes + bytes > limit) return false
    this.#bytes += bytes
    return true
  }
}

/** What one page has used so far. */
export class Usage {
  nodes = 0
  depth = 0
  expensive = 0
  readonly #included = new ByteBudget()
  readonly #arguments = new ByteBudget()

  /** Counts included text; false when the page has had its share. */
  addPostExpand(text: string): boolean {
    return this.#included.add(text, limits.includeBytes)
  }

  addArgument(text: string): boolean {
    return this.#arguments.add(text, limits.includeBytes)
  }

  /** Counts a costly function; false when the page has had its share. */
  addExpensive(): boolean {
    this.expensive++
    return this.expensive <= limits.expensiveFunctions
  }
}
