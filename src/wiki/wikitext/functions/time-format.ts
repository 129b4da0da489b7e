// Date formatting with the letters of PHP's date() and MediaWiki's x-prefixed additions.

import { formatNumber } from '#languages/number-format.ts'
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

/** Year, month and day in a calendar supported by Intl. */
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

/** Messages for dates; without a language, digits are ASCII. */
export interface TimeWords extends Pick<WikitextHost, 'message'> {
  readonly language?: string
}

interface Calendar {
  /** Calendar name in Intl. */
  readonly name: string
  /** Prefix of the month name messages. */
  readonly messages: string
  readonly months: readonly string[]
}

const calendars: Record<string, Calendar> = {
  xi: {
    name: 'persian',
    messages: 'iranian-calendar',
    months: 'Farvardin Ordibehesht Khordad Tir Mordad Shahrivar Mehr Aban Azar Dey Bahman Esfand'.split(' '),
  },
  xm: {
    name: 'islamic-civil',
    messages: 'hijri-calendar',
    months: [
      ...['Muharram', 'Safar', "Rabi' al-awwal", "Rabi' al-thani", 'Jumada al-awwal', 'Jumada al-thani'],
      ...['Rajab', "Sha'aban", 'Ramadan', 'Shawwal', "Dhu al-Qi'dah", 'Dhu al-Hijjah'],
    ],
  },
}

function monthIn(words: TimeWords, { name, messages, months }: Calendar, date: Date): string {
  const { month } = inCalendar(date, name)
  return words.message(`${messages}-m${month}`) ?? months[month - 1] ?? ''
}

/** Hebrew months: MediaWiki's number and the suffix of their message. Leap years have two Adars. */
const hebrewMonths: Readonly<Record<string, readonly [number: number, message: string, name: string]>> = {
  Tishri: [1, 'm1', 'Tishrei'],
  Heshvan: [2, 'm2', 'Cheshvan'],
  Kislev: [3, 'm3', 'Kislev'],
  Tevet: [4, 'm4', 'Tevet'],
  Shevat: [5, 'm5', 'Shevat'],
  Adar: [6, 'm6', 'Adar'],
  'Adar I': [13, 'm6a', 'Adar I'],
  'Adar II': [14, 'm6b', 'Adar II'],
  Nisan: [7, 'm7', 'Nisan'],
  Iyar: [8, 'm8', 'Iyar'],
  Sivan: [9, 'm9', 'Sivan'],
  Tamuz: [10, 'm10', 'Tamuz'],
  Av: [11, 'm11', 'Av'],
  Elul: [12, 'm12', 'Elul'],
}

function hebrewMonth(date: Date): readonly [number: number, message: string, name: string] {
  const format = new Intl.DateTimeFormat('en-u-ca-hebrew', { month: 'long', timeZone: 'UTC' })
  return hebrewMonths[format.format(date)] ?? [0, '', '']
}

const hebrewName = (words: TimeWords, date: Date, end = ''): string => {
  const [, message, name] = hebrewMonth(date)
  return words.message(`hebrew-calendar-${message}${end}`) ?? name
}

/** Japanese eras by their first day. */
const eras: readonly (readonly [from: number, year: number, name: string])[] = [
  [Date.UTC(2019, 4, 1), 2018, '令和'],
  [Date.UTC(1989, 0, 8), 1988, '平成'],
  [Date.UTC(1926, 11, 26), 1925, '昭和'],
  [Date.UTC(1912, 6, 31), 1911, '大正'],
  [Number.NEGATIVE_INFINITY, 1867, '明治'],
]

function yearOfEra(date: Date): string {
  const [, before, name] = eras.find(([from]) => date.getTime() >= from)!
  const year = date.getUTCFullYear() - before
  return `${name}${year === 1 ? '元' : year}`
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
  xkY: date => String(date.getUTCFullYear() + 543),
  xoY: date => String(date.getUTCFullYear() - 1911),
  xtY: yearOfEra,
  xjj: date => String(inCalendar(date, 'hebrew').day),
  xjn: date => String(hebrewMonth(date)[0]),
  xjF: (date, words) => hebrewName(words, date),
  xjx: (date, words) => hebrewName(words, date, '-gen'),
  xjY: date => String(inCalendar(date, 'hebrew').year),
  xx: () => 'x',
}
for (const [prefix, calendar] of Object.entries(calendars)) {
  letters[`${prefix}j`] = date => String(inCalendar(date, calendar.name).day)
  letters[`${prefix}n`] = date => String(inCalendar(date, calendar.name).month)
  letters[`${prefix}F`] = (date, words) => monthIn(words, calendar, date)
  letters[`${prefix}Y`] = date => String(inCalendar(date, calendar.name).year)
}
/** Machine-readable formats, always with ASCII digits. */
const PLAIN = new Set(['U', 'c', 'r', 'e', 'T', 'O', 'P', 'Z'])

/** `date` holds local time in its UTC fields; `offset` is its offset from UTC in minutes. */
export function formatTime(words: TimeWords, format: string, date: Date, offset = 0): string {
  let result = ''
  let asRoman = false
  // For the next number only, and for all of them.
  let isRawOnce = false
  let isRaw = words.language === undefined
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
    if (code === 'xn') isRawOnce = true
    if (code === 'xN') isRaw = !isRaw
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
    const text = letter(date, words, offset)
    if (!/^-?\d+$/.test(text) || PLAIN.has(code)) {
      result += text
      continue
    }
    if (asRoman) result += roman(Number(text))
    else result += isRaw || isRawOnce ? text : formatNumber(words.language!, text, { separators: false })
    asRoman = false
    isRawOnce = false
  }
  return result
}
