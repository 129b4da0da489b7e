// Dates by the letters of PHP's date(), with MediaWiki's additions that begin with x.

import type { WikitextHost } from '../host.ts'
import { dayAbbreviation, dayName, monthAbbreviation, monthName, monthNameGenitive } from './month-names.ts'

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

export function roman(value: number): string {
  if (value <= 0 || value > 10_000) return String(value)
  const marks: [number, string][] = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ]
  let rest = value
  let text = ''
  for (const [size, mark] of marks) {
    while (rest >= size) {
      text += mark
      rest -= size
    }
  }
  return text
}

/** Year, month and day in a calendar that Intl knows. */
function inCalendar(date: Date, calendar: string) {
  const parts = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  }).formatToParts(date)
  const number = (type: string) => Number.parseInt(parts.find(part => part.type === type)?.value ?? '0', 10)
  return { year: number('year') || number('relatedYear'), month: number('month'), day: number('day') }
}

const calendars: Record<string, string> = { xi: 'persian', xj: 'hebrew', xm: 'islamic-civil' }

type Letter = (date: Date, host: Pick<WikitextHost, 'message'>, offset: number) => string

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
  xkY: date => String(date.getUTCFullYear() + 543),
  xoY: date => String(date.getUTCFullYear() - 1911),
  xx: () => 'x',
}
for (const [prefix, calendar] of Object.entries(calendars)) {
  letters[`${prefix}j`] = date => String(inCalendar(date, calendar).day)
  letters[`${prefix}n`] = date => String(inCalendar(date, calendar).month)
  letters[`${prefix}Y`] = date => String(inCalendar(date, calendar).year)
}

/** `date` shows its time in the UTC fields; `offset` is how many minutes that is ahead of UTC. */
export function formatTime(host: Pick<WikitextHost, 'message'>, format: string, date: Date, offset = 0): string {
  let result = ''
  let asRoman = false
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
    let code = char
    if (char === 'x') code = format.slice(i, i + (letters[format.slice(i, i + 3)] ? 3 : 2))
    if (code === 'xr') asRoman = true
    if (code === 'xr' || code === 'xn' || code === 'xN' || code === 'xh') {
      i++
      continue
    }
    const letter = letters[code]
    if (!letter) {
      result += char
      continue
    }
    i += code.length - 1
    const text = letter(date, host, offset)
    result += asRoman && /^\d+$/.test(text) ? roman(Number(text)) : text
    if (/^\d+$/.test(text)) asRoman = false
  }
  return result
}
