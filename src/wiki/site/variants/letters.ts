// Tables of letters, written as text.

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
