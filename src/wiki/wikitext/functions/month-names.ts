// Month and day names in the content language, from interface messages; English as a fallback.

import type { WikitextHost } from '../host.ts'

const months = 'January February March April May June July August September October November December'.split(' ')
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const shortMonthKeys = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const shortDayKeys = 'sun mon tue wed thu fri sat'.split(' ')
const longMonthKeys = months.map(name => (name === 'May' ? 'may_long' : name.toLowerCase()))

type Messages = Pick<WikitextHost, 'message'>

/** Month from 1 to 12. */
export function monthName(host: Messages, month: number): string {
  return host.message(longMonthKeys[month - 1]!) ?? months[month - 1]!
}

export function monthNameGenitive(host: Messages, month: number): string {
  return host.message(`${months[month - 1]!.toLowerCase()}-gen`) ?? monthName(host, month)
}

export function monthAbbreviation(host: Messages, month: number): string {
  return host.message(shortMonthKeys[month - 1]!) ?? months[month - 1]!.slice(0, 3)
}

/** Day from 0 (Sunday) to 6. */
export function dayName(host: Messages, day: number): string {
  return host.message(days[day]!.toLowerCase()) ?? days[day]!
}

export function dayAbbreviation(host: Messages, day: number): string {
  return host.message(shortDayKeys[day]!) ?? days[day]!.slice(0, 3)
}

/** The month named by a word in the content language; 0 for any other word. */
export function localMonth(host: Messages, word: string): number {
  const lower = word.toLowerCase()
  for (let month = 1; month <= 12; month++) {
    if ([monthName, monthAbbreviation].some(read => read(host, month).toLowerCase() === lower)) return month
  }
  return 0
}

/** The month named by an English word or abbreviation; 0 for any other word. */
export function englishMonth(word: string): number {
  const lower = word.toLowerCase()
  if (lower === 'sept') return 9
  return months.findIndex(name => name.toLowerCase() === lower || name.slice(0, 3).toLowerCase() === lower) + 1
}
