/** Merges equal rows into one with all language codes that share it. */
export class SharedRows {
  readonly #codes = new Map<string, string[]>()

  put(code: string, row: object) {
    const key = JSON.stringify(row)
    const codes = this.#codes.get(key)
    if (codes) codes.push(code)
    else this.#codes.set(key, [code])
  }

  rows() {
    return [...this.#codes].map(([row, codes]) => ({ ...JSON.parse(row), languages: codes.join(' ') }))
  }
}
