// Dates in the Iranian, Islamic, Hebrew, Thai and Japanese calendars.

import type { WikitextHost } from '../host.ts'

const DAY = 86_400_000

/** Creating one takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(calendar: string): Intl.DateTimeFormat {
  const known = formats.get(calendar)
  if (known !== undefined) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' } as const
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, parts)
  formats.set(calendar, format)
  return format
}

/** Year, month and day in a calendar supported by Intl. */
function inCalendar(date: Date, calendar: string) {
  const parts = formatOf(calendar).formatToParts(date)
  const number = (type: string) => Number.parseInt(parts.find(part => part.type === type)?.value ?? '0', 10)
  return { year: number('year') || number('relatedYear'), month: number('month'), day: number('day') }
}

/** Messages for dates; without a language, digits are ASCII. */
export interface TimeWords extends Pick<WikitextHost, 'message'> {
  readonly language?: string
}

type Letter = (date: Date, words: TimeWords) => string

const IRANIAN_MONTHS = 'Farvardin Ordibehesht Khordad Tir Mordad Shahrivar Mehr Aban Azar Dey Bahman Esfand'.split(' ')
const ISLAMIC_MONTHS = [
  ...['Muharram', 'Safar', "Rabi' al-awwal", "Rabi' al-thani", 'Jumada al-awwal', 'Jumada al-thani'],
  ...['Rajab', "Sha'aban", 'Ramadan', 'Shawwal', "Dhu al-Qi'dah", 'Dhu al-Hijjah'],
]

/** Days of 33 Iranian years, eight of them leap years, and of four years that start with a leap year. */
const [IRANIAN_CYCLE, IRANIAN_LEAP_CYCLE] = [12_053, 1461]
/** The first day of the year 979. */
const IRANIAN_EPOCH = Date.UTC(1600, 2, 20)
const iranianMonthDays = (month: number): number => (month <= 6 ? 31 : month <= 11 ? 30 : 29)

/** In the arithmetic calendar. `place` is the day of the year from 0. */
function iranian(date: Date): { year: number; month: number; day: number; place: number } {
  const days = Math.floor((date.getTime() - IRANIAN_EPOCH) / DAY)
  const cycles = Math.floor(days / IRANIAN_CYCLE)
  let rest = days - cycles * IRANIAN_CYCLE
  let year = 979 + 33 * cycles + 4 * Math.floor(rest / IRANIAN_LEAP_CYCLE)
  rest %= IRANIAN_LEAP_CYCLE
  if (rest >= 366) {
    year += Math.floor((rest - 1) / 365)
    rest = (rest - 1) % 365
  }
  const place = rest
  let month = 1
  for (; month < 12 && rest >= iranianMonthDays(month); month++) rest -= iranianMonthDays(month)
  return { year, month, day: rest + 1, place }
}

const islamic = (date: Date) => inCalendar(date, 'islamic-civil')

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
  return hebrewMonths[hebrewMonthNames.format(date)] ?? [0, '', '']
}

const hebrewMonthNames = new Intl.DateTimeFormat('en-u-ca-hebrew', { month: 'long', timeZone: 'UTC' })

const hebrewName = (words: TimeWords, date: Date, end = ''): string => {
  const [, message, name] = hebrewMonth(date)
  return words.message(`hebrew-calendar-${message}${end}`) ?? name
}

/** Every Hebrew month has at least 29 days. */
function hebrewMonthDays(date: Date): number {
  const { day } = inCalendar(date, 'hebrew')
  return inCalendar(new Date(date.getTime() + (30 - day) * DAY), 'hebrew').day === 30 ? 30 : 29
}

/** Thailand's years began in April until 1940. */
function thaiYear(date: Date): number {
  const year = date.getUTCFullYear()
  const isBefore = year >= 1912 && year <= 1940 && date.getUTCMonth() < 3
  return year + 543 - (isBefore ? 1 : 0)
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

/** Format letters that show other calendars. */
export const calendarLetters: Readonly<Record<string, Letter>> = {
  xij: date => String(iranian(date).day),
  xin: date => String(iranian(date).month),
  xiF: (date, words) => {
    const { month } = iranian(date)
    return words.message(`iranian-calendar-m${month}`) ?? IRANIAN_MONTHS[month - 1]!
  },
  xiY: date => String(iranian(date).year),
  xiy: date => String(iranian(date).year).slice(-2),
  xit: date => String(iranianMonthDays(iranian(date).month)),
  xiz: date => String(iranian(date).place),
  xmj: date => String(islamic(date).day),
  xmn: date => String(islamic(date).month),
  xmF: (date, words) => {
    const { month } = islamic(date)
    return words.message(`hijri-calendar-m${month}`) ?? ISLAMIC_MONTHS[month - 1] ?? ''
  },
  xmY: date => String(islamic(date).year),
  xjj: date => String(inCalendar(date, 'hebrew').day),
  xjn: date => String(hebrewMonth(date)[0]),
  xjt: date => String(hebrewMonthDays(date)),
  xjF: (date, words) => hebrewName(words, date),
  xjx: (date, words) => hebrewName(words, date, '-gen'),
  xjY: date => String(inCalendar(date, 'hebrew').year),
  xkY: date => String(thaiYear(date)),
  xoY: date => String(date.getUTCFullYear() - 1911),
  xtY: yearOfEra,
}
