// {{#formatdate:date|order}}: the same date in another order.

import type { ParseState } from '../state/parse-state.ts'
import { localMonth, monthName } from './month-names.ts'

type Order = 'dmy' | 'ydm' | 'mdy' | 'ymd' | 'dm' | 'md' | 'iso'

interface WrittenDate {
  /** As shown, such as "44 BC"; null without a year. */
  readonly year: string | null
  /** As in ISO 8601, such as "-0043". */
  readonly isoYear: string | null
  readonly month: number
  readonly day: string
}

const dayMonth = '(?<day>\\d{1,2})[ _](?<month>\\p{L}[\\p{L} .]*)'
const monthDay = '(?<month>\\p{L}[\\p{L} .]*)[ _](?<day>\\d{1,2})'
const year = '(?<year>\\d{1,4}(?:[ _]BC|))'
const between = '(?: *, *| +)'

/** The first that matches counts. */
const forms: readonly (readonly [Order, RegExp])[] = [
  ['mdy', new RegExp(`^${monthDay}${between}${year}$`, 'iu')],
  ['dmy', new RegExp(`^${dayMonth}${between}${year}$`, 'iu')],
  ['ymd', new RegExp(`^${year}${between}${monthDay}$`, 'iu')],
  ['iso', /^(?<isoYear>-?\d{4})-(?<isoMonth>\d{2})-(?<isoDay>\d{2})$/],
  ['ydm', new RegExp(`^${year}${between}${dayMonth}$`, 'iu')],
  ['dm', new RegExp(`^${dayMonth}$`, 'iu')],
  ['md', new RegExp(`^${monthDay}$`, 'iu')],
]

const orders: Readonly<Record<string, Order>> = { dmy: 'dmy', mdy: 'mdy', ymd: 'ymd', 'ISO 8601': 'iso' }

/** A date without a year has only two orders. */
function orderFor(written: Order, wanted: Order | undefined): Order {
  if (written !== 'dm' && written !== 'md') return wanted ?? written
  return wanted === 'mdy' ? 'md' : wanted === 'dmy' ? 'dm' : written
}

const padded = (value: number | string, length: number) => String(value).padStart(length, '0')

/** "44 BC" is the year -43. */
function isoYearOf(written: string): string {
  const number = Number.parseInt(written, 10)
  return /BC$/i.test(written) ? `-${padded(number - 1, 4)}` : padded(number, 4)
}

function commonYearOf(iso: string): string {
  return iso.startsWith('-') ? `${Number(iso.slice(1)) + 1} BC` : String(Number(iso))
}

function readDate(groups: Record<string, string | undefined>, monthNumber: (name: string) => number): WrittenDate {
  const { isoYear, isoMonth, isoDay } = groups
  if (isoYear !== undefined) {
    return { year: commonYearOf(isoYear), isoYear, month: Number(isoMonth), day: String(Number(isoDay)) }
  }
  const written = groups.year ?? null
  return {
    year: written,
    isoYear: written === null ? null : isoYearOf(written),
    month: monthNumber(groups.month!),
    day: groups.day!,
  }
}

function inOrder(order: Order, name: string, date: WrittenDate, iso: string): string {
  const { year, day } = date
  switch (order) {
    case 'dmy':
      return `${day} ${name} ${year}`
    case 'ydm':
      return `${year}, ${day} ${name}`
    case 'mdy':
      return `${name} ${day}, ${year}`
    case 'ymd':
      return `${year} ${name} ${day}`
    case 'dm':
      return `${day} ${name}`
    case 'md':
      return `${name} ${day}`
    default:
      return iso
  }
}

/** Reorders a date with a month name in the content language; other text stays as it is. */
export function formatDate({ host }: ParseState, text: string, preference: string): string {
  if (text.length > 60) return text
  for (const [written, form] of forms) {
    const groups = form.exec(text)?.groups
    if (!groups) continue
    const date = readDate(groups, name => localMonth(host, name))
    const order = orderFor(written, Object.hasOwn(orders, preference) ? orders[preference] : undefined)
    const isMonth = date.month >= 1 && date.month <= 12
    if (!isMonth && (written !== 'iso' || order !== 'iso')) continue
    const iso = [date.isoYear, padded(date.month, 2), padded(date.day, 2)].filter(part => part !== null).join('-')
    const shown = inOrder(order, isMonth ? monthName(host, date.month) : '', date, iso)
    return `<span class="mw-formatted-date" title="${iso}">${shown}</span>`
  }
  return text
}
