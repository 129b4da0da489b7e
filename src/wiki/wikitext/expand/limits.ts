// How much work one page may cause. The numbers are MediaWiki's defaults.

export const limits = {
  templateDepth: 40,
  expansionDepth: 100,
  nodes: 1_000_000,
  includeBytes: 2 * 1024 * 1024,
  expensiveFunctions: 100,
} as const

/** What one page has used so far. */
export class Usage {
  nodes = 0
  depth = 0
  expensive = 0
  postExpandBytes = 0
  argumentBytes = 0

  /** Counts included text; false when the page has had its share. */
  addPostExpand(text: string): boolean {
    const bytes = Buffer.byteLength(text)
    if (this.postExpandBytes + bytes > limits.includeBytes) return false
    this.postExpandBytes += bytes
    return true
  }

  addArgument(text: string): boolean {
    const bytes = Buffer.byteLength(text)
    if (this.argumentBytes + bytes > limits.includeBytes) return false
    this.argumentBytes += bytes
    return true
  }

  /** Counts a costly function; false when the page has had its share. */
  addExpensive(): boolean {
    this.expensive++
    return this.expensive <= limits.expensiveFunctions
  }
}
