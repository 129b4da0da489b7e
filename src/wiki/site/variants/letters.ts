/** Replaces letters and groups of letters, longest match first. Replaced text is not scanned again. */
export class Letters {
  readonly #table: ReadonlyMap<string, string>
  readonly #longest: number

  constructor(pairs: Iterable<readonly [string, string]>) {
    this.#table = new Map(pairs)
    this.#longest = Math.max(0, ...[...this.#table.keys()].map(key => key.length))
  }

  /** `extra` are pairs that a page adds; of equal ones, they win. */
  replaceIn(text: string, extra: ExtraPairs | null = null): string {
    let written = ''
    for (let at = 0; at < text.length; ) {
      const own = extra?.at(text, at) ?? null
      const found = this.#at(text, at)
      const wins = own !== null && own.length >= (found?.length ?? 0)
      const group = wins ? own : found
      written += group === null ? text[at] : wins ? extra!.get(group) : this.#table.get(group)
      at += group?.length ?? 1
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

/** Pairs of a page. They are found by their first character, since some are long. */
export class ExtraPairs {
  readonly #pairs = new Map<string, string>()
  readonly #lengths = new Map<string, Set<number>>()

  set(from: string, to: string): void {
    this.#pairs.set(from, to)
    const lengths = this.#lengths.get(from[0]!)
    if (lengths) lengths.add(from.length)
    else this.#lengths.set(from[0]!, new Set([from.length]))
  }

  delete(from: string): void {
    this.#pairs.delete(from)
  }

  get(from: string): string | undefined {
    return this.#pairs.get(from)
  }

  get size(): number {
    return this.#pairs.size
  }

  /** The longest pair at a place in a text. */
  at(text: string, at: number): string | null {
    let longest: string | null = null
    for (const length of this.#lengths.get(text[at]!) ?? []) {
      if (length <= (longest?.length ?? 0)) continue
      const group = text.slice(at, at + length)
      if (this.#pairs.has(group)) longest = group
    }
    return longest
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

/** Replacements in order. */
export type Rules = readonly (readonly [pattern: RegExp, replacement: string])[]
