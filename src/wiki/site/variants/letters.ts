/** Replaces letters and groups of letters, longest match first. Replaced text is not scanned again. */
export class Letters {
  readonly #table: ReadonlyMap<string, string>
  readonly #longest: number

  constructor(pairs: Iterable<readonly [string, string]>) {
    this.#table = new Map(pairs)
    this.#longest = Math.max(0, ...[...this.#table.keys()].map(key => key.length))
  }

  replaceIn(text: string): string {
    let written = ''
    for (let at = 0; at < text.length; ) {
      const found = this.#at(text, at)
      written += found === null ? text[at] : this.#table.get(found)
      at += found?.length ?? 1
    }
    return written
  }

  #at(text: string, at: number): string | null {
    for (let length = Math.min(this.#longest, text.length - at); length > 0; length--) {
      const group = text.slice(at, at + length)
      if (this.#table.has(group)) return group
    }
    return null
  }
}

type Pair = readonly [from: string, to: string]

/** Parses `а a б b`: each word maps to the next. */
export function pairs(table: string): Pair[] {
  const words = table.trim().split(/\s+/)
  return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i]!, words[2 * i + 1]!])
}

const capital = (word: string): string => {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}

/** Adds capitalized pairs: `lj` becomes `Lj`. */
export const withCapitals = (table: readonly Pair[]): Pair[] => [
  ...table,
  ...table.map(([from, to]): Pair => [capital(from), capital(to)]),
]

export const turned = (table: readonly Pair[]): Pair[] => table.map(([from, to]) => [to, from])
