// Dates as people write them in {{#time:}}: fixed forms, month names, and steps such as "+3 days" or "last monday".

import { englishMonth } from './month-names.ts'
import {
  ago,
  clearTime,
  dayOfMonth,
  dayOfWeek,
  type Fields,
  fieldsOf,
  settle,
  step,
  stepInWords,
  weekdayNamed,
  words,
} from './time-steps.ts'

/** Minutes ahead of UTC of zones that are known by their letters. */
const zones: Record<string, number> = {
  ...{ utc: 0, gmt: 0, z: 0, wet: 0, west: 60, bst: 60, cet: 60, cest: 120, eet: 120, eest: 180, msk: 180, jst: 540 },
  ...{ est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420, hst: -600 },
  ...{ aest: 600, aedt: 660, nzst: 720, nzdt: 780 },
}
const anyWord = Object.keys(words).join('|')
/** Letters that stand for zones, from one hour ahead of UTC to twelve, and from one behind to twelve. */
const AHEAD = 'abcdefghiklm'
const BEHIND = 'nopqrstuvwxy'

type Rule = [RegExp, (match: RegExpExecArray, fields: Fields) => boolean]

const number = (text: string | undefined) => Number.parseInt(text ?? '0', 10)

function setDate(fields: Fields, year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 0 || day > 31) return false
  Object.assign(fields, { year, month, day })
  return true
}

function fullYear(text: string): number {
  const year = number(text)
  if (text.length > 2) return year
  return year < 70 ? 2000 + year : 1900 + year
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
  [/^(\d{4})-?W([0-5]\d)(?:-?([0-7]))?(?!\d)/i, (m, f) => isoWeek(f, number(m[1]), number(m[2]), number(m[3] ?? '1'))],
  [
    /^(\d{4})[.-]?(\d{3})(?!\d)/,
    (m, f) => number(m[2]) <= 366 && dateOnly(f, number(m[1]), 1, 1) && later(f, number(m[2]) - 1),
  ],
  [/^(-?\d{4})-(\d{1,2})-(\d{1,2})(?:T(?=\d))?/i, (m, f) => dateOnly(f, number(m[1]), number(m[2]), number(m[3]))],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})/, (m, f) => dateOnly(f, number(m[1]), number(m[2]), number(m[3]))],
  [/^(\d{4})-(\d{2})(?!\d)/, (m, f) => dateOnly(f, number(m[1]), number(m[2]), 1)],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})/, (m, f) => dateOnly(f, fullYear(m[3]!), number(m[1]), number(m[2]))],
  [/^(\d{1,2})[.-](\d{1,2})[.-](\d{4})/, (m, f) => dateOnly(f, number(m[3]), number(m[2]), number(m[1]))],
  [/^(\d{2})-(\d{1,2})-(\d{1,2})(?!\d)/, (m, f) => dateOnly(f, fullYear(m[1]!), number(m[2]), number(m[3]))],
  [/^(\d{1,2})\/(\d{1,2})(?![\d/])/, (m, f) => dateOnly(f, f.year, number(m[1]), number(m[2]))],
  [/^t?(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?\s*([ap]\.?m(?![a-z])\.?)?/i, (m, f) => setTime(f, m)],
  [/^t?(\d{1,2})\.(\d{1,2})(?:\.(\d{1,2}))?(?!\d|\.\d)/i, (m, f) => setTime(f, m)],
  [/^t?(\d{2})(\d{2})(\d{2})(?!\d)/i, (m, f) => setTime(f, m)],
  [
    /^(front|back) of (\d{1,2})(?:\s*([ap])\.?m\.?)?(?!\d)/i,
    (m, f) => {
      const isSet = setTime(f, [m[0], m[2]!, '0', '0', m[3]] as unknown as RegExpExecArray)
      f.minute = m[1]!.toLowerCase() === 'back' ? 15 : -15
      return isSet
    },
  ],
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
    /^([+-][+\s-]*)?(\d{1,8})\s*([a-zµ]+)/i,
    (m, f) => step(f, number(m[2]) * ((m[1]?.split('-').length ?? 1) % 2 === 0 ? -1 : 1), m[3]!, 'digits'),
  ],
  [/^ago(?![a-z])/i, (_, f) => ago(f)],
  [
    new RegExp(`^(${anyWord})\\s+([a-z]+)\\s+of(?![a-z])`, 'i'),
    (m, f) => dayOfMonth(f, words[m[1]!.toLowerCase()]!, m[2]!.toLowerCase()),
  ],
  [new RegExp(`^(${anyWord})\\s+([a-z]+)`, 'i'), (m, f) => stepInWords(f, m[1]!.toLowerCase(), m[2]!)],
  // Whatever unit stands behind the letter of a zone, it is not counted: "a week" is an hour ago.
  [
    /^([a-ik-y])(?:\s+(?:sec|second|min|minute|hour|day|week|month|year)s?)?(?![a-z])/i,
    (m, f) => zoneOf(f, 60 * zoneLetter(m[1]!.toLowerCase())),
  ],
  [
    /^gmt([+-])(\d{1,2})(?::?(\d{2}))?(?!\d)/i,
    (m, f) => zoneOf(f, (m[1] === '-' ? -1 : 1) * (number(m[2]) * 60 + number(m[3]))),
  ],
  [/^([a-z]+\/[a-z_]+(?:\/[a-z_]+)?)/i, (m, f) => placeOf(f, m[1]!)],
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
  if (word === 'tomorrow') fields.relative.day = 1
  if (word === 'yesterday') fields.relative.day = -1
  return true
}

/** The Monday of a week that is counted from the first one with a Thursday in it, or another day of it. */
function isoWeek(fields: Fields, year: number, week: number, day: number): boolean {
  if (week > 53) return false
  dateOnly(fields, year, 1, 4)
  const first = dayOfWeek(fields) || 7
  return later(fields, 7 * (week - 1) + day - first)
}

function later(fields: Fields, days: number): boolean {
  fields.day += days
  return true
}

function placeOf(fields: Fields, name: string): boolean {
  try {
    fields.place = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    return true
  } catch {
    return false
  }
}

/** How far the clocks of a place are ahead of UTC when they show an instant, in minutes. */
function aheadAt(place: string, shown: number): number {
  const options = { hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium', timeZone: place } as const
  // Swedish writes dates as ISO does.
  const clock = new Intl.DateTimeFormat('sv-SE', options)
  const at = (instant: number) => Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`) - instant
  return at(shown - at(shown)) / 60_000
}

function zoneOf(fields: Fields, minutes: number): boolean {
  fields.zone = minutes
  return true
}

const zoneLetter = (letter: string): number =>
  AHEAD.includes(letter) ? AHEAD.indexOf(letter) + 1 : -(BEHIND.indexOf(letter) + 1)

function wordAlone(fields: Fields, word: string): boolean {
  const month = englishMonth(word)
  if (month > 0) {
    fields.month = month
    clearTime(fields)
    return true
  }
  const lower = word.toLowerCase()
  if (zones[lower] !== undefined) return zoneOf(fields, zones[lower])
  const weekday = weekdayNamed(lower)
  if (weekday < 0) return false
  clearTime(fields)
  fields.relative.weekday = { day: weekday, sameDay: true }
  return true
}

/** Four digits alone are a time where they can be one, else a year. */
function fourDigits(fields: Fields, digits: string): boolean {
  const hour = number(digits.slice(0, 2))
  const minute = number(digits.slice(2))
  if (hour < 24 && minute < 60) Object.assign(fields, { hour, minute, second: 0 })
  else fields.year = number(digits)
  return true
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
      rest = rest.slice(match[0].length).replace(/^[\s,.]+/, '')
      break
    }
    if (rest === before) return null
  }
  settle(fields)
  const { year, month, day, hour, minute, second, zone, place } = fields
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute - (zone ?? 0), second)
  if (place !== null && !Number.isNaN(date.getTime()))
    date.setTime(date.getTime() - aheadAt(place, date.getTime()) * 60_000)
  return Number.isNaN(date.getTime()) ? null : date
}
