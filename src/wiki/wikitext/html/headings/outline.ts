import { formatNumber } from '#languages/number-format.ts'

/** Depth and number of successive headings: "2.1" for the first below the second, whatever levels are skipped. */
export class Outline {
  readonly #language: string
  readonly #levels: number[] = []
  readonly #counts: number[] = []
  #last = 0

  constructor(language: string) {
    this.#language = language
  }

  add(level: number): { depth: number; number: string } {
    if (level > this.#last) {
      this.#levels.push(level)
      this.#counts.push(0)
    } else if (level < this.#last && this.#levels.length > 1) this.#climb(level)
    this.#last = level
    const depth = this.#levels.length
    this.#levels[depth - 1] = level
    this.#counts[depth - 1]!++
    return { depth, number: this.#counts.map(count => formatNumber(this.#language, count)).join('.') }
  }

  /** Moves to this level, or below the nearest higher one. */
  #climb(level: number): void {
    const above = this.#levels.findLastIndex(open => open <= level)
    const depth = above < 0 ? 1 : this.#levels[above] === level ? above + 1 : above + 2
    this.#levels.length = Math.min(depth, this.#levels.length)
    this.#counts.length = this.#levels.length
  }
}
