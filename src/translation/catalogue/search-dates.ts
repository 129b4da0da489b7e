// Dates in searches: a year, month, day or time, in numbers (`2026-03`), in English (`March_8_2026`) or relative
// (`yesterday`, `5_days_ago`). All in UTC.
import { parseInstant } from '#fields/timestamp.ts'
import { SearchError } from './search-query.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const FULL_MONTHS = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/
const LARGEST_AMOUNT = 100_000

/** The first and the following microsecond of the time that a value covers. */
export function periodOf(value: string): readonly [from: number, until: number] {
  const partial = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(value.trim())
  const period = partial ? wholePeriod(partial) : instantOf(value)
  if (period === null)
    throw new SearchError(
      `"${value}" is not a valid date. Use a format like 2026-11-15, 2026-11, yesterday or "5 days ago".`,
    )
  return period
}

function wholePeriod([, year, month, day]: RegExpExecArray): readonly [number, number] | null {
  if (day !== undefined && parseInstant(`${year}-${month}-${day}`) === null) return null
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) return null
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)]
  const until = day === undefined ? (month === undefined ? utc(y + 1, 0, 1) : utc(y, m + 1, 1)) : utc(y, m, d + 1)
  return [utc(y, m, d), until]
}

/** Not Date.UTC, which takes the years 0 to 99 for those after 1900. */
const utc = (year: number, month: number, day: number): number => new Date(0).setUTCFullYear(year, month, day) * 1000

function instantOf(value: string): readonly [number, number] | null {
  const at = parseInstant(value)
  return at === null ? null : [at, at + 1]
}

/** The value with relative and English dates in numbers. Other values are returned unchanged. */
export function numericDate(value: string, now: number): string {
  const text = value
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
  return relativeDate(text, now) ?? englishDate(text) ?? value
}

function relativeDate(text: string, now: number): string | null {
  const day = { today: 0, yesterday: -1, tomorrow: 1 }[text]
  if (day !== undefined) return dayOf(now, 'day', day)
  if (text === 'now') return new Date(now).toISOString()
  const last = /^last (day|week|month|year)$/.exec(text)
  if (last) return dayOf(now, last[1]!, -1)
  const ago = /^(\d{1,6}|an?) (second|minute|hour|day|week|month|year)s? ago$/.exec(text)
  if (!ago) return null
  const amount = /^an?$/.test(ago[1]!) ? 1 : Number(ago[1])
  if (amount > LARGEST_AMOUNT) return null
  const length = { second: 1, minute: 60, hour: 3600 }[ago[2]!]
  return length === undefined ? dayOf(now, ago[2]!, -amount) : new Date(now - amount * length * 1000).toISOString()
}

/** A day some units from now. The 31st of a shorter month is its last day. */
function dayOf(now: number, unit: string, amount: number): string | null {
  const date = new Date(now)
  if (unit === 'day' || unit === 'week') date.setUTCDate(date.getUTCDate() + amount * (unit === 'week' ? 7 : 1))
  else {
    const day = date.getUTCDate()
    date.setUTCDate(1)
    date.setUTCMonth(date.getUTCMonth() + amount * (unit === 'year' ? 12 : 1))
    const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
    date.setUTCDate(Math.min(day, length))
  }
  const text = date.toISOString()
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : null
}

/** `March 8, 2026`, `8 Mar 2026` or `March 2026`. */
function englishDate(text: string): string | null {
  const match = /^(?:([a-z]{3,9}) (?:(\d{1,2}),? )?|(\d{1,2}) ([a-z]{3,9}),? )(\d{4})$/.exec(text)
  if (!match) return null
  const [, before, dayAfter, dayBefore, after, year] = match
  const name = (before ?? after)!
  const month = FULL_MONTHS.test(name) || name.length === 3 ? MONTHS.indexOf(name.slice(0, 3)) + 1 : 0
  if (month === 0) return null
  const day = dayAfter ?? dayBefore
  return `${year}-${String(month).padStart(2, '0')}${day === undefined ? '' : `-${day.padStart(2, '0')}`}`
}
