import { dateTimeFormat } from '#languages/date-format.ts'
import { numberFormat } from '#languages/number-format.ts'
import { formatTime, type TimeWords } from '../../wikitext/functions/time-format.ts'

/** Timestamps as signatures on a wiki contain them. */
export interface SignatureTimes {
  /** Matches a timestamp; has the flag `g`. */
  readonly pattern: RegExp
  /** Seconds since 1970; null for a date that does not exist. */
  read(match: RegExpMatchArray): number | null
}

type Part = 'year' | 'thaiYear' | 'month' | 'day' | 'hour' | 'minute' | 'second'

const NUMBERS: Readonly<Record<string, readonly [Part, string]>> = {
  Y: ['year', '{4}'],
  xkY: ['thaiYear', '{4}'],
  n: ['month', '{1,2}'],
  m: ['month', '{1,2}'],
  j: ['day', '{1,2}'],
  d: ['day', '{1,2}'],
  G: ['hour', '{1,2}'],
  H: ['hour', '{1,2}'],
  i: ['minute', '{2}'],
  s: ['second', '{2}'],
}
const MONTHS = new Set(['F', 'M', 'xg'])
const WEEKDAYS = new Set(['D', 'l'])
/** Sets how numbers are written, and writes nothing. */
const SILENT = new Set(['xn', 'xN'])
const THAI_YEARS = 543
const ZONE = ' \\(UTC\\)'

const cache = new Map<string, SignatureTimes>()
const MAX_CACHED = 20

/**
 * How signatures in a language write the time. English month names are accepted too: that is what signatures contain
 * before messages in the language of the wiki are imported.
 */
export function signatureTimes(words: TimeWords, language: string): SignatureTimes {
  const format = dateTimeFormat(language).trim()
  const names = (letter: string) => [...namesOf(words, letter), ...namesOf(ENGLISH, letter)]
  const known = [language, ...MONTH_LETTERS.filter(letter => format.includes(letter)).flatMap(names)].join('\n')
  const cached = cache.get(known)
  if (cached) return cached
  if (cache.size >= MAX_CACHED) cache.clear()
  const times = timesIn(format, language, names)
  cache.set(known, times)
  return times
}

const MONTH_LETTERS = [...MONTHS, ...WEEKDAYS]
const ENGLISH: TimeWords = { message: () => null }
const FIRST_SUNDAY = 3

/** Names of the months or weekdays in order. */
function namesOf(words: TimeWords, letter: string): string[] {
  const dates = WEEKDAYS.has(letter)
    ? Array.from({ length: 7 }, (_, day) => Date.UTC(2021, 0, FIRST_SUNDAY + day))
    : Array.from({ length: 12 }, (_, month) => Date.UTC(2021, month, 1))
  return dates.map(date => formatTime(words, letter, new Date(date)))
}

function timesIn(format: string, language: string, names: (letter: string) => string[]): SignatureTimes {
  const own = [...(numberFormat(language).digits ?? '')]
  const digit = `[0-9${own.join('')}]`
  const parts: Part[] = []
  const months = new Map<string, number>()
  let source = ''
  for (const [letter, literal] of lettersOf(format)) {
    const number = letter === null ? undefined : NUMBERS[letter]
    if (number) {
      parts.push(number[0])
      source += `(${digit}${number[1]})`
    } else if (letter !== null && MONTHS.has(letter)) {
      const list = names(letter)
      list.forEach((name, i) => {
        if (!months.has(name)) months.set(name, (i % 12) + 1)
      })
      parts.push('month')
      source += `(${alternatives(list)})`
    } else if (letter !== null && WEEKDAYS.has(letter)) source += `(?:${alternatives(names(letter))})`
    else source += escaped(literal)
  }
  const plain = (text: string) => text.replace(/\D/gu, char => String(own.indexOf(char)))
  return {
    pattern: new RegExp(source + ZONE, 'gu'),
    read: match => {
      const found: Partial<Record<Part, number>> = {}
      parts.forEach((part, i) => {
        const text = match[i + 1]!
        found[part] = (part === 'month' ? months.get(text) : undefined) ?? Number(plain(text))
      })
      return secondsOf(found)
    },
  }
}

function secondsOf(parts: Readonly<Partial<Record<Part, number>>>): number | null {
  const year = parts.year ?? (parts.thaiYear ?? 0) - THAI_YEARS
  const { month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour
  return isReal && date.getUTCMinutes() === minute ? date.getTime() / 1000 : null
}

/** The letters of a format, with the text of what is not one. */
function* lettersOf(format: string): Generator<readonly [letter: string | null, literal: string]> {
  for (let i = 0; i < format.length; i++) {
    const char = format[i]!
    if (char === '\\') {
      yield [null, format[++i] ?? '']
      continue
    }
    const end = char === '"' ? format.indexOf('"', i + 1) : -1
    if (end >= 0) {
      yield [null, format.slice(i + 1, end)]
      i = end
      continue
    }
    const code = char !== 'x' ? char : format.startsWith('xkY', i) ? 'xkY' : format.slice(i, i + 2)
    i += code.length - 1
    if (!SILENT.has(code)) yield [code, code]
  }
}

/** Longer names first, since one may begin with another. */
const alternatives = (names: readonly string[]): string =>
  [...new Set(names)]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
