/** Ids that are in use on a page. One that comes again gets a number, whatever case its letters have. */
export class SectionNames {
  readonly #used = new Set<string>()
  /** Where to go on counting, for pages that repeat one heading many times. */
  readonly #next = new Map<string, number>()

  claim(id: string): string {
    const key = id.toLowerCase()
    if (!this.#used.has(key)) {
      this.#used.add(key)
      return id
    }
    let number = this.#next.get(key) ?? 2
    while (this.#used.has(`${key}_${number}`)) number++
    this.#used.add(`${key}_${number}`)
    this.#next.set(key, number + 1)
    return `${id}_${number}`
  }
}
