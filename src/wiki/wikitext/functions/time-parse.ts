// Parses dates in {{#time:}} and expiry times: fixed formats, month names, and relative terms such as "+3 days" or
// "last monday". As in PHP, the longest matching format wins, and the first one in this list on a tie.

import { ABBREVIATIONS, anyCase, DAY_WORDS, form, MONTHS, monthNamed } from './time-pieces.ts'
import { ago, COUNTS, clearTime, type Fields, noFields, settle, step, weekdayNamed } from './time-steps.ts'
import { aheadAt, placeNamed, zoneByLetters } from './time-zones.ts'

/** Reads the numbers in a text one after the other. */
class Digits {
  #rest: string
  /** Length of the last number. */
  length = 0

  constructor(text: string) {
    this.#rest = text
  }

  get rest(): string {
    return this.#rest
  }

  /** The next number; null when there is none. */
  next(most = 2): number | null {
    const match = new RegExp(`^[^0-9]*([0-9]{1,${most}})`).exec(this.#rest)
    if (!match) {
      this.#rest = ''
      return null
    }
    this.#rest = this.#rest.slice(match[0].length)
    this.length = match[1]!.length
    return Number(match[1])
  }

  skipSuffix(): void {
    this.#rest = this.#rest.replace(/^(?:nd|rd|st|th)/i, '')
  }

  /** The month named by the next word. */
  month(): number {
    const match = /^[ \t./-]*([A-Za-z]*)/.exec(this.#rest)!
    this.#rest = this.#rest.slice(match[0].length)
    return monthNamed(match[1]!)
  }

  /** Expands two-digit years to the range 1970–2069. */
  year(): number | null {
    const year = this.next(4)
    if (year === null || this.length >= 4 || year >= 100) return year
    return year < 70 ? 2000 + year : 1900 + year
  }
}

/** The text is not a valid date. */
class Unreadable extends Error {}

function nameTime(fields: Fields, hour: number, minute: number, second: number): void {
  if (fields.times > 0) throw new Unreadable()
  Object.assign(fields, { times: 1, hour, minute, second })
}

function nameDate(fields: Fields, parts: Partial<Pick<Fields, 'year' | 'month' | 'day'>>): void {
  if (fields.hasDate) throw new Unreadable()
  Object.assign(fields, { hasDate: true, ...parts })
}

/** Hours to add for AM or PM. */
function afterNoon(text: string, hour: number): number {
  const half = /[AaPp]/.exec(text)?.[0].toLowerCase()
  if (half === 'a') return hour === 12 ? -12 : 0
  return hour === 12 ? 0 : 12
}

function readTime(fields: Fields, text: string): void {
  const digits = new Digits(text)
  const numbers = [digits.next()!, 0, 0]
  for (const at of [1, 2]) if (/^[:.]/.test(digits.rest)) numbers[at] = digits.next() ?? 0
  const [hour, minute, second] = numbers as [number, number, number]
  const half = /[AaPp]\.?[Mm]/.test(digits.rest) ? afterNoon(digits.rest, hour) : 0
  nameTime(fields, hour + half, minute, second)
  const zone = digits.rest.replace(/^\.[0-9]+/, '').trim()
  if (zone !== '' && !/^[AaPp]\.?[Mm]\.?$/.test(zone)) readZone(fields, zone)
}

/** The first time zone counts; a third one is an error. */
function readZone(fields: Fields, text: string): void {
  fields.zones++
  if (fields.zones > 2) throw new Unreadable()
  if (fields.zones > 1) return
  const bare = text.replace(/^[ \t(]+|\)+$/g, '')
  const offset = /^(?:GMT)?([+-])([0-9:]+)$/.exec(bare)
  if (offset) {
    fields.zone = (offset[1] === '-' ? -1 : 1) * offsetSeconds(offset[2]!)
    return
  }
  const minutes = zoneByLetters(bare)
  if (minutes !== undefined) fields.zone = minutes * 60
  else fields.place = placeNamed(bare)
  if (minutes === undefined && fields.place === null) throw new Unreadable()
}

function offsetSeconds(text: string): number {
  const inParts = (parts: readonly string[]) => parts.reduce((sum, part, at) => sum + Number(part) * 60 ** (2 - at), 0)
  if (text.includes(':')) return inParts(text.split(':'))
  if (text.length <= 2) return Number(text) * 3600
  const [hours, rest] = text.length === 6 ? [text.slice(0, 2), text.slice(2)] : [text.slice(0, -2), text.slice(-2)]
  return inParts([hours, rest.slice(0, 2), rest.slice(2)])
}

/** A number with any signs before it: each minus negates it. */
function signedNumber(text: string): number {
  const [, signs = '', digits = '0'] = /^([+\s-]*)([0-9]+)/.exec(text) ?? []
  return Number(digits) * (signs.split('-').length % 2 === 0 ? -1 : 1)
}

type Form = readonly [pattern: RegExp, read: (fields: Fields, text: string) => void]

/** Parts of a date in order: M is a month name, Y a four-digit year. */
type DatePart = 'd' | 'm' | 'M' | 'y' | 'Y' | 'first'

const dateOf =
  (...order: readonly DatePart[]): Form[1] =>
  (fields, text) => {
    const digits = new Digits(text)
    const parts: { year?: number | null; month?: number | null; day?: number | null } = {}
    for (const part of order) {
      if (part === 'd') {
        parts.day = digits.next()
        digits.skipSuffix()
      } else if (part === 'm') parts.month = digits.next()
      else if (part === 'M') parts.month = digits.month()
      else if (part === 'y') parts.year = digits.year()
      else if (part === 'Y') parts.year = digits.next(4)
      else parts.day = 1
    }
    nameDate(fields, parts)
  }

/** A date followed by a time. */
const dateAndTime =
  (...order: readonly DatePart[]): Form[1] =>
  (fields, text) => {
    const date = dateOf(...order)
    const at = /(?:[T \t:]|t)(?=[0-9]{1,2}(?::|[0-9]{4}))/.exec(text)!
    date(fields, text.slice(0, at.index))
    const time = text.slice(at.index + 1)
    readTime(fields, /^[0-9]{5,6}$/.test(time) ? time.replace(/(..)(..)$/, ':$1:$2') : time)
  }

function signedYear(fields: Fields, text: string): void {
  const digits = new Digits(text.replace(/^[+-]/, ''))
  const year = digits.next(19)!
  nameDate(fields, { year: text.startsWith('-') ? -year : year, month: digits.next(), day: digits.next() })
}

function readIsoWeek(fields: Fields, text: string): void {
  const digits = new Digits(text)
  const [year, week, day] = [digits.next(4)!, digits.next()!, digits.next(1) ?? 1]
  nameDate(fields, { year, month: 1, day: 1 })
  const first = new Date(0)
  first.setUTCFullYear(year, 0, 1)
  const weekday = first.getUTCDay()
  fields.relative.day = (weekday > 4 ? 7 : 0) - weekday + (week - 1) * 7 + day
}

function readFourDigits(fields: Fields, text: string): void {
  const digits = new Digits(text)
  if (fields.times > 1) throw new Unreadable()
  if (fields.times === 0) Object.assign(fields, { hour: digits.next(), minute: digits.next(), second: 0 })
  else fields.year = digits.next(4)
  fields.times++
}

function readCountedWords(fields: Fields, text: string): void {
  const [word = '', unit = ''] = text.split(/[ \t]+/)
  const amount = COUNTS[word.toLowerCase()] ?? 0
  step(fields, amount, unit, { behaviour: word.toLowerCase() === 'this' ? 1 : 0, keepsTime: false })
}

function readWeekOf(fields: Fields, text: string): void {
  const { relative } = fields
  relative.day += 7 * COUNTS[text.split(/[ \t]+/)[0]!.toLowerCase()]!
  relative.behaviour = 2
  relative.weekday ??= 1
}

function readWeekdayOf(fields: Fields, text: string): void {
  const [word = '', day = ''] = text.toLowerCase().split(/[ \t]+/)
  const amount = COUNTS[word]!
  clearTime(fields)
  fields.weekdayOf = amount > 0 ? 'first' : 'last'
  step(fields, amount, day, { behaviour: amount > 0 || word === 'this' ? 1 : 0, keepsTime: false })
}

function readQuarter(fields: Fields, text: string): void {
  const digits = new Digits(text)
  const hour = digits.next()!
  const isBack = /^b/i.test(text)
  clearTime(fields)
  const half = /[AaPp]\.?[Mm]/.test(digits.rest) ? afterNoon(digits.rest, isBack ? hour : hour - 1) : 0
  nameTime(fields, (isBack ? hour : hour - 1) + half, isBack ? 15 : 45, 0)
}

function readInstant(fields: Fields, text: string): void {
  if (text.endsWith('.')) throw new Unreadable()
  Object.assign(fields, { year: 0, month: 0, day: 0, hasDate: false })
  clearTime(fields)
  readZone(fields, 'UTC')
  if (fields.zones > 1) return
  Object.assign(fields, { year: 1970, month: 1, day: 1 })
  fields.relative.second += Number(/-?[0-9]+/.exec(text)![0])
}

const namedDay =
  (days: number): Form[1] =>
  fields => {
    clearTime(fields)
    fields.relative.day = days
  }

const FORMS: readonly Form[] = [
  [/^yesterday/i, namedDay(-1)],
  [/^now/i, () => {}],
  [
    /^noon/i,
    fields => {
      clearTime(fields)
      nameTime(fields, 12, 0, 0)
    },
  ],
  [/^(?:midnight|today)/i, clearTime],
  [/^tomorrow/i, namedDay(1)],
  [/^@-?[0-9]+(?:\.[0-9]{0,6})?/, readInstant],
  [
    /^(?:first|last) day of/i,
    (fields, text) => {
      fields.edge = /^l/i.test(text) ? 'last' : 'first'
    },
  ],
  [form('(?:back|front) of <hour24>(?:<space>?<meridian>)?', 'i'), readQuarter],
  [form(`<count><space>${anyCase(DAY_WORDS.filter(day => !day.startsWith('weekday')))}<space>[oO][fF]`), readWeekdayOf],
  [form('<hour12>(?:[:.]<minutelz>|[:.]<minute>[:.]<secondlz>)?<space>?<meridian>'), readTime],
  [form('<hour12>:<minutelz>:<secondlz>[:.][0-9]+<meridian>'), readTime],
  [form('[tT]?<hour24>[:.]<minute>(?:[:.]<second>(?:\\.[0-9]+)?)?|[tT]<hour24>'), readTime],
  [form('[tT]?<hour24lz><minutelz>'), readFourDigits],
  [
    form('[tT]?<hour24lz><minutelz><secondlz>'),
    (fields, text) => readTime(fields, text.replace(/(..)(..)(..)$/, '$1:$2:$3')),
  ],
  [form('<month>/<day>'), dateOf('m', 'd')],
  [form('<month>/<day>/<year>'), dateOf('m', 'd', 'y')],
  [form('[+-]?<year4>-<monthlz>-<daylz>'), signedYear],
  [form('<year4>/<monthlz>/<daylz>/?|<year4>/<month>/<day>'), dateOf('Y', 'm', 'd')],
  [form('<year2>-<monthlz>-<daylz>'), dateOf('y', 'm', 'd')],
  [form('[+-][0-9]{5,19}-<monthlz>-<daylz>'), signedYear],
  [form('<year4>-<month>'), dateOf('Y', 'm', 'first')],
  [form('<year>-<month>-<day>'), dateOf('y', 'm', 'd')],
  [form('<day>[ \\t.-]*<monthtext>[ \\t.-]*<year>'), dateOf('d', 'M', 'y')],
  [form('<day>[.\\t-]<month>[.-]<year4>'), dateOf('d', 'm', 'Y')],
  [form('<day>[.\\t]<month>\\.<year2>'), dateOf('d', 'm', 'y')],
  [form('<monthtext><gap><year4>'), dateOf('M', 'Y', 'first')],
  [form('<year4><gap><monthtext>'), dateOf('Y', 'M', 'first')],
  [
    form('<monthtext><gap><day>[,.stndrh\\t ]+<year>|<monthtext><gap><day>(?:[,.stndrh\\t ]+|$)'),
    dateOf('M', 'd', 'y'),
  ],
  [form('<day><gap><monthtext>'), dateOf('d', 'M')],
  [
    form('<year4><monthlz><daylz>'),
    (fields, text) => dateOf('Y', 'm', 'd')(fields, text.replace(/(..)(..)$/, '-$1-$2')),
  ],
  [
    form('<year4><monthlz><daylz>(?:T<hour24>:<minutelz>:<secondlz>|[tT]<hour24><minutelz><secondlz>)'),
    (fields, text) => dateAndTime('Y', 'm', 'd')(fields, text.replace(/^(....)(..)(..)/, '$1-$2-$3')),
  ],
  [form('<year4>-<monthlz>-<daylz>T<hour24lz>:<minutelz>:<secondlz>\\.[0-9]+<zone>?'), dateAndTime('Y', 'm', 'd')],
  [form('<year4>-<month>-<day>T<hour24>:<minute>:<second>'), dateAndTime('Y', 'm', 'd')],
  [
    form('<year4>:<monthlz>:<daylz> <hour24lz>:<minutelz>:<secondlz>'),
    (fields, text) => dateAndTime('Y', 'm', 'd')(fields, text.replace(/^(....):(..):/, '$1-$2-')),
  ],
  [
    form('<year4>[.-]?<dayofyear>'),
    (fields, text) => nameDate(fields, { year: Number(text.slice(0, 4)), month: 1, day: Number(text.slice(-3)) }),
  ],
  [form('<year4>-?W<week>-?[0-7]'), readIsoWeek],
  [form('<year4>-?W<week>'), readIsoWeek],
  [form('<monthabbr>-<daylz>-<year>'), dateOf('M', 'd', 'y')],
  [form('<year>-<monthabbr>-<daylz>'), dateOf('y', 'M', 'd')],
  [form('<day>/<monthabbr>/<year4>:<hour24lz>:<minutelz>:<secondlz><space><zone>'), dateAndTime('d', 'M', 'Y')],
  [
    form('<year4>'),
    (fields, text) => {
      fields.year = Number(text)
    },
  ],
  [/^ago/i, ago],
  [
    form('<dayword>'),
    (fields, text) => {
      const { relative } = fields
      clearTime(fields)
      relative.weekday = Math.max(weekdayNamed(text.toLowerCase()), 0) || (/^weekday/i.test(text) ? 1 : 0)
      if (relative.behaviour !== 2) relative.behaviour = 1
    },
  ],
  [form('<turn><space>[wW][eE][eE][kK]'), readWeekOf],
  [form('<count><space><unit>'), readCountedWords],
  [form(anyCase([...MONTHS, ...ABBREVIATIONS])), (fields, text) => nameDate(fields, { month: monthNamed(text) })],
  [form('<zone>|<letters>'), readZone],
  [
    form(
      '<monthtext><gap><day>[,.stndrh\\t ]+(?:<hour12>[:.]<minute>(?:[:.]<secondlz>)?<space>?<meridian>|[tT]?<hour24>[:.]<minute>[:.]<secondlz><space>?(?:<zone>|<letters>)|[tT]?<hour24>[:.]<minute>(?:[:.]<second>)?)',
    ),
    (fields, text) => {
      const digits = new Digits(text)
      const [month, day] = [digits.month(), digits.next()]
      nameDate(fields, { month, day })
      readTime(fields, digits.rest.replace(/^[,.stndrh\t ]+/, ''))
    },
  ],
  [
    form('[+-]*[ \\t]*[0-9]{1,13}<space>?(?:<unit>|[wW][eE][eE][kK])'),
    (fields, text) => {
      const [number = ''] = /^[+\s-]*[0-9]+/.exec(text)!
      const unit = text.slice(number.length).trim()
      step(fields, signedNumber(number), unit, { behaviour: 1, keepsTime: true })
    },
  ],
]

const longestDate = 200

function takeForm(rest: string, fields: Fields): number {
  let longest = 0
  let read: Form[1] | null = null
  for (const [pattern, reader] of FORMS) {
    const length = pattern.exec(rest)?.[0].length ?? 0
    if (length <= longest) continue
    longest = length
    read = reader
  }
  read?.(fields, rest.slice(0, longest))
  return longest
}

/** Parses a date relative to `now` (whose UTC fields hold local time); null when invalid. */
export function parseTime(text: string, now: Date): Date | null {
  let rest = text.trim()
  if (rest.length > longestDate) return null
  const fields = noFields()
  try {
    while (rest !== '') {
      const taken = takeForm(rest, fields) || (/^[ .,\t\n]/.test(rest) ? 1 : 0)
      if (taken === 0) return null
      rest = rest.slice(taken)
    }
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
  const { year, month, day, hour, minute, second } = settle(fields, now)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second - (fields.zone ?? 0))
  if (fields.place !== null && !Number.isNaN(date.getTime()))
    date.setTime(date.getTime() - aheadAt(fields.place, date.getTime()) * 1000)
  return Number.isNaN(date.getTime()) ? null : date
}
