import type { LogWords } from './log-words.ts'

/** A year is that of the calendar: 365.2425 days. */
const YEAR = 31_556_952
const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ['millennia', YEAR * 1000],
  ['centuries', YEAR * 100],
  ['decades', YEAR * 10],
  ['years', YEAR],
  ['weeks', 604_800],
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
]

/** `2 weeks and 3 days` */
export function durationInWords(seconds: number, words: LogWords): string {
  let left = Math.max(0, Math.floor(seconds))
  const parts: string[] = []
  for (const [name, size] of UNITS) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(words.text(`duration-${name}`, count))
  }
  return parts.length === 0 ? words.text('duration-seconds', 0) : words.list(parts)
}
