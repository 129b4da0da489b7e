// Date formatting with the letters of PHP's date() and MediaWiki's x-prefixed additions.

import { formatNumber } from '#languages/number-format.ts'
import { calendarLetters, type TimeWords } from './calendars.ts'
import { dayAbbreviation, dayName, monthAbbreviation, monthName, monthNameGenitive } from './month-names.ts'
import { hebrewNumeral, roman } from './numerals.ts'

export type { TimeWords }

const two = (value: number) => String(value).padStart(2, '0')
const dayMs = 86_400_000

export function isoWeek(date: Date): { year: number; week: number } {
  const day = (date.getUTCDay() + 6) % 7
  const thursday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - day + 3))
  const yearStart = Date.UTC(thursday.getUTCFullYear(), 0, 1)
  return { year: thursday.getUTCFullYear(), week: 1 + Math.floor((thursday.getTime() - yearStart) / dayMs / 7) }
}

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs)
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

function zone(offsetMinutes: number, colon: string): string {
  const size = Math.abs(offsetMinutes)
  return `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${colon}${two(size % 60)}`
}

type Letter = (date: Date, host: TimeWords, offset: number) => string

const letters: Record<string, Letter> = {
  d: date => two(date.getUTCDate()),
  D: (date, host) => dayAbbreviation(host, date.getUTCDay()),
  j: date => String(date.getUTCDate()),
  l: (date, host) => dayName(host, date.getUTCDay()),
  N: date => String(date.getUTCDay() || 7),
  w: date => String(date.getUTCDay()),
  z: date => String(dayOfYear(date)),
  W: date => two(isoWeek(date).week),
  F: (date, host) => monthName(host, date.getUTCMonth() + 1),
  m: date => two(date.getUTCMonth() + 1),
  M: (date, host) => monthAbbreviation(host, date.getUTCMonth() + 1),
  n: date => String(date.getUTCMonth() + 1),
  t: date => String(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()),
  L: date => (isLeap(date.getUTCFullYear()) ? '1' : '0'),
  o: date => String(isoWeek(date).year),
  Y: date => String(date.getUTCFullYear()).padStart(4, '0'),
  y: date => two(date.getUTCFullYear() % 100),
  a: date => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  A: date => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  g: date => String(date.getUTCHours() % 12 || 12),
  h: date => two(date.getUTCHours() % 12 || 12),
  G: date => String(date.getUTCHours()),
  H: date => two(date.getUTCHours()),
  i: date => two(date.getUTCMinutes()),
  s: date => two(date.getUTCSeconds()),
  U: (date, _, offset) => String(Math.floor(date.getTime() / 1000) - offset * 60),
  c: (date, _, offset) => `${date.toISOString().slice(0, 19)}${zone(offset, ':')}`,
  r: (date, _, offset) => {
    const [day, month] = [date.toUTCString().slice(0, 3), date.toUTCString().slice(8, 11)]
    const time = date.toISOString().slice(11, 19)
    return `${day}, ${two(date.getUTCDate())} ${month} ${date.getUTCFullYear()} ${time} ${zone(offset, '')}`
  },
  e: () => 'UTC',
  I: () => '0',
  O: (_, __, offset) => zone(offset, ''),
  P: (_, __, offset) => zone(offset, ':'),
  T: () => 'UTC',
  Z: (_, __, offset) => String(offset * 60),
  xg: (date, host) => monthNameGenitive(host, date.getUTCMonth() + 1),
  ...calendarLetters,
  xx: () => 'x',
}

/** Machine-readable formats, always with ASCII digits. */
const PLAIN = new Set(['c', 'r', 'e', 'T', 'O', 'P'])
/** Starts of codes with three characters. */
const CALENDARS = new Set(['xi', 'xj', 'xk', 'xm', 'xo', 'xt'])

/** A letter of a format, with the prefixes that belong to it. */
function codeAt(format: string, at: number): string {
  if (format[at] !== 'x') return format[at]!
  const code = format.slice(at, at + 2)
  return CALENDARS.has(code) ? format.slice(at, at + 3) : code
}

/** How the following numbers are written. All styles but `#isRaw` end with the number that they apply to. */
class NumberStyle {
  readonly #language: string | undefined
  #isRaw = false
  #isRawOnce = false
  #isRoman = false
  #isHebrew = false

  constructor(language: string | undefined) {
    this.#language = language
  }

  /** Whether the code changes the style. */
  take(code: string): boolean {
    if (code === 'xn') this.#isRawOnce = true
    else if (code === 'xN') this.#isRaw = !this.#isRaw
    else if (code === 'xr') this.#isRoman = true
    else if (code === 'xh') this.#isHebrew = true
    else return false
    return true
  }

  write(number: string): string {
    if (this.#isRaw || this.#isRawOnce) {
      this.#isRawOnce = false
      return number
    }
    if (this.#isRoman) {
      this.#isRoman = false
      return roman(Number(number))
    }
    if (this.#isHebrew) {
      this.#isHebrew = false
      return hebrewNumeral(Number(number))
    }
    return this.#language === undefined ? number : formatNumber(this.#language, number, { separators: false })
  }
}

/** `date` holds local time in its UTC fields; `offset` is its offset from UTC in minutes. */
export function formatTime(words: TimeWords, format: string, date: Date, offset = 0): string {
  let result = ''
  const style = new NumberStyle(words.language)
  for (let i = 0; i < format.length; i++) {
    const char = format[i]!
    if (char === '\\' && i + 1 < format.length) {
      result += format[++i]
      continue
    }
    if (char === '"') {
      const end = format.indexOf('"', i + 1)
      if (end < 0) result += char
      else {
        result += format.slice(i + 1, end)
        i = end
      }
      continue
    }
    const code = codeAt(format, i)
    i += code.length - 1
    if (style.take(code)) continue
    const letter = Object.hasOwn(letters, code) ? letters[code] : undefined
    // Of an unknown code only the last character is shown.
    const text = letter ? letter(date, words, offset) : code.at(-1)!
    result += letter && /^\d+$/.test(text) && !PLAIN.has(code) ? style.write(text) : text
  }
  return result
}
