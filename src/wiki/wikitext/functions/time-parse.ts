// Dates as people write them in {{#time:}}: fixed forms, month names, and steps such as "+3 days" or "last monday".

import { englishMonth } from './month-names.ts'

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const unitMs: Record<string, number> = { second: 1000, sec: 1000, minute: 60_000, min: 60_000, hour: 3_600_000 }
const words: Record<string, number> = {
  last: -1,
  previous: -1,
  this: 0,
  next: 1,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
}
const anyWord = Object.keys(words).join('|')
/** Letters that stand for zones, from one hour ahead of UTC to twelve, and from one behind to twelve. */
const AHEAD = 'abcdefghiklm'
const BEHIND = 'nopqrstuvwxy'

interface Fields {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** Minutes ahead of UTC, once the text names a zone. */
  zone: number | null
  /** Which day of the month it is, once the month is known: counted from its end where negative; any day, or one of the week. */
  ofMonth: { readonly count: number; readonly weekday: number | null } | null
}

type Rule = [RegExp, (match: RegExpExecArray, fields: Fields) => boolean]

const number = (text: string | undefined) => Number.parseInt(text ?? '0', 10)

function setDate(fields: Fields, year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 0 || day > 31) return false
  Object.assign(fields, { year, month, day })
  return true
}

function clearTime(fields: Fields): void {
  Object.assign(fields, { hour: 0, minute: 0, second: 0 })
}

function fullYear(text: string): number {
  const year = number(text)
  if (text.length > 2) return year
  return year < 70 ? 2000 + year : 1900 + year
}

/** -1 for other words. */
const weekdayNamed = (word: string): number => dayNames.findIndex(day => day === word || day.slice(0, 3) === word)

function step(fields: Fields, amount: number, unit: string): boolean {
  const name = unit.toLowerCase().replace(/s$/, '')
  const weekday = weekdayNamed(name)
  if (weekday >= 0) return toWeekday(fields, amount, weekday)
  if (name === 'day') fields.day += amount
  else if (name === 'week') fields.day += 7 * amount
  else if (name === 'fortnight') fields.day += 14 * amount
  else if (name === 'month') fields.month += amount
  else if (name === 'year') fields.year += amount
  else if (unitMs[name]) fields.second += (amount * unitMs[name]) / 1000
  else return false
  return true
}

function toWeekday(fields: Fields, amount: number, weekday: number): boolean {
  const current = new Date(Date.UTC(fields.year, fields.month - 1, fields.day)).getUTCDay()
  let distance = (weekday - current + 7) % 7
  if (amount > 0 && distance === 0) distance = 7
  if (amount < 0) distance = distance === 0 ? -7 : distance - 7
  fields.day += distance
  clearTime(fields)
  return true
}

/** Tried in order at the place reached so far; each takes its piece of the text. */
const rules: Rule[] = [
  [
    /^@(-?\d{1,12})/,
    (m, f) => {
      const date = new Date(number(m[1]) * 1000)
      Object.assign(f, fieldsOf(date), { zone: 0 })
      return true
    },
  ],
  [
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?!\d)/,
    (m, f) => {
      Object.assign(f, { hour: number(m[4]), minute: number(m[5]), second: number(m[6]) })
      return setDate(f, number(m[1]), number(m[2]), number(m[3]))
    },
  ],
  [
    /^(\d{4})(\d{2})(\d{2})(?!\d)/,
    (m, f) => {
      clearTime(f)
      return setDate(f, number(m[1]), number(m[2]), number(m[3]))
    },
  ],
  [/^(-?\d{4})-(\d{1,2})-(\d{1,2})(?:T(?=\d))?/i, (m, f) => dateOnly(f, number(m[1]), number(m[2]), number(m[3]))],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})/, (m, f) => dateOnly(f, number(m[1]), number(m[2]), number(m[3]))],
  [/^(\d{4})-(\d{2})(?!\d)/, (m, f) => dateOnly(f, number(m[1]), number(m[2]), 1)],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})/, (m, f) => dateOnly(f, fullYear(m[3]!), number(m[1]), number(m[2]))],
  [/^(\d{1,2})[.-](\d{1,2})[.-](\d{4})/, (m, f) => dateOnly(f, number(m[3]), number(m[2]), number(m[1]))],
  [/^t?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]\.?m\.?)?/i, (m, f) => setTime(f, m)],
  [/^(\d{1,2})\s*([ap])\.?m\.?/i, (m, f) => setTime(f, [m[0], m[1]!, '0', '0', m[2]!] as unknown as RegExpExecArray)],
  [
    /^(\d{1,2})(?:st|nd|rd|th)?[ .-]*(\p{L}+)\.?[ ,.-]*(\d{4})(?!\d|:)/u,
    (m, f) => {
      const month = englishMonth(m[2]!)
      return month > 0 && dateOnly(f, number(m[3]), month, number(m[1]))
    },
  ],
  [
    /^(\p{L}+)\.?[ .-]*(\d{1,2})(?:st|nd|rd|th)?,?[ ,-]+(\d{4})(?!\d|:)/u,
    (m, f) => {
      const month = englishMonth(m[1]!)
      return month > 0 && dateOnly(f, number(m[3]), month, number(m[2]))
    },
  ],
  [
    /^(\p{L}+)\.?[ .-]+(\d{4})(?!\d)/u,
    (m, f) => {
      const month = englishMonth(m[1]!)
      return month > 0 && dateOnly(f, number(m[2]), month, 1)
    },
  ],
  [
    /^(\d{1,2})(?:st|nd|rd|th)?[ .-]*(\p{L}+)/u,
    (m, f) => {
      const month = englishMonth(m[2]!)
      return month > 0 && dateOnly(f, f.year, month, number(m[1]))
    },
  ],
  [
    /^(\p{L}+)\.?[ .-]*(\d{1,2})(?:st|nd|rd|th)?(?!\d|:)/u,
    (m, f) => {
      const month = englishMonth(m[1]!)
      return month > 0 && dateOnly(f, f.year, month, number(m[2]))
    },
  ],
  [/^(?:now|today|midnight|noon|tomorrow|yesterday)(?![a-z])/i, (m, f) => namedDay(f, m[0].toLowerCase())],
  [
    /^([+-])\s*(\d{1,7})\s*([a-z]+)(\s+ago)?/i,
    (m, f) => {
      return step(f, number(m[2]) * (m[1] === '-' ? -1 : 1) * (m[4] ? -1 : 1), m[3]!)
    },
  ],
  [
    /^(\d{1,7})\s*((?:sec|second|min|minute|hour|day|week|fortnight|month|year)s?)(?![a-z])(\s+ago)?/i,
    (m, f) => {
      return step(f, number(m[1]) * (m[3] ? -1 : 1), m[2]!)
    },
  ],
  [
    new RegExp(`^(${anyWord})\\s+([a-z]+)\\s+of(?![a-z])`, 'i'),
    (m, f) => dayOfMonth(f, words[m[1]!.toLowerCase()]!, m[2]!.toLowerCase()),
  ],
  [new RegExp(`^(${anyWord})\\s+([a-z]+)`, 'i'), (m, f) => step(f, words[m[1]!.toLowerCase()]!, m[2]!)],
  // Whatever unit stands behind the letter of a zone, it is not counted: "a week" is an hour ago.
  [
    /^([a-ik-y])(?:\s+(?:sec|second|min|minute|hour|day|week|month|year)s?)?(?![a-z])/i,
    (m, f) => zoneOf(f, 60 * zoneLetter(m[1]!.toLowerCase())),
  ],
  [/^(?:utc|gmt|z)(?![a-z])/i, (_, f) => zoneOf(f, 0)],
  [/^([+-])(\d{2}):?(\d{2})(?!\d)/, (m, f) => zoneOf(f, (m[1] === '-' ? -1 : 1) * (number(m[2]) * 60 + number(m[3])))],
  [/^(\p{L}+)/u, (m, f) => wordAlone(f, m[1]!)],
  [/^(\d{4})(?!\d)/, (m, f) => fourDigits(f, m[1]!)],
]

function dateOnly(fields: Fields, year: number, month: number, day: number): boolean {
  clearTime(fields)
  return setDate(fields, year, month, day)
}

function setTime(fields: Fields, match: RegExpExecArray): boolean {
  let hour = number(match[1])
  const half = match[4]?.[0]?.toLowerCase()
  if (half === 'p' && hour < 12) hour += 12
  if (half === 'a' && hour === 12) hour = 0
  const minute = number(match[2])
  const second = number(match[3])
  if (hour > 24 || minute > 59 || second > 60) return false
  Object.assign(fields, { hour, minute, second })
  return true
}

function namedDay(fields: Fields, word: string): boolean {
  if (word === 'now') return true
  clearTime(fields)
  if (word === 'noon') fields.hour = 12
  if (word === 'tomorrow') fields.day++
  if (word === 'yesterday') fields.day--
  return true
}

function zoneOf(fields: Fields, minutes: number): boolean {
  fields.zone = minutes
  return true
}

const zoneLetter = (letter: string): number =>
  AHEAD.includes(letter) ? AHEAD.indexOf(letter) + 1 : -(BEHIND.indexOf(letter) + 1)

function dayOfMonth(fields: Fields, count: number, day: string): boolean {
  const weekday = day === 'day' ? null : weekdayNamed(day)
  if (count === 0 || weekday === -1 || (weekday === null && Math.abs(count) !== 1)) return false
  if (weekday !== null) clearTime(fields)
  fields.ofMonth = { count, weekday }
  return true
}

/** Months are counted on, so that the first and the last day are those of the month that is meant. */
function settleDay(fields: Fields): void {
  if (fields.ofMonth === null) return
  const { count, weekday } = fields.ofMonth
  if (count < 0) fields.month++
  fields.day = count < 0 ? 0 : 1
  if (weekday === null) return
  const from = new Date(Date.UTC(fields.year, fields.month - 1, fields.day)).getUTCDay()
  fields.day += count < 0 ? -((from - weekday + 7) % 7) : ((weekday - from + 7) % 7) + 7 * (count - 1)
}

function wordAlone(fields: Fields, word: string): boolean {
  const month = englishMonth(word)
  if (month > 0) {
    fields.month = month
    clearTime(fields)
    return true
  }
  const weekday = weekdayNamed(word.toLowerCase())
  return weekday >= 0 && toWeekday(fields, 0, weekday)
}

/** Four digits alone are a time where they can be one, else a year. */
function fourDigits(fields: Fields, digits: string): boolean {
  const hour = number(digits.slice(0, 2))
  const minute = number(digits.slice(2))
  if (hour < 24 && minute < 60) Object.assign(fields, { hour, minute, second: 0 })
  else fields.year = number(digits)
  return true
}

function fieldsOf(date: Date): Fields {
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    zone: null,
    ofMonth: null,
  }
}

const longestDate = 200

/** The instant a text names, read against `now` (its UTC fields are the local time), or null. */
export function parseTime(text: string, now: Date): Date | null {
  let rest = text.trim()
  if (rest.length > longestDate) return null
  const fields = fieldsOf(now)
  while (rest !== '') {
    const before = rest
    for (const [pattern, apply] of rules) {
      const match = pattern.exec(rest)
      if (!match || !apply(match, fields)) continue
      rest = rest.slice(match[0].length).replace(/^[\s,]+/, '')
      break
    }
    if (rest === before) return null
  }
  settleDay(fields)
  const { year, month, day, hour, minute, second, zone } = fields
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute - (zone ?? 0), second)
  return Number.isNaN(date.getTime()) ? null : date
}
