// The current time, in UTC and in the wiki's time zone.

import { hourSeparator } from '#languages/date-format.ts'
import { formatNumber } from '#languages/number-format.ts'
import type { ParseState } from '../state/parse-state.ts'
import type { Variable } from './call.ts'
import { dayName, monthAbbreviation, monthName, monthNameGenitive } from './month-names.ts'
import { isoWeek } from './time-format.ts'
import { secondsItLasts } from './time-lasts.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** A date whose UTC fields hold the wiki's local time. */
export function localDate(state: ParseState, milliseconds = state.host.now): Date {
  const offset = Number(state.site.info.general.timeoffset ?? 0)
  return new Date(milliseconds + (Number.isFinite(offset) ? offset * 60_000 : 0))
}

type Reader = (date: Date, state: ParseState) => string

const readers: Record<string, Reader> = {
  month: date => two(date.getUTCMonth() + 1),
  month1: date => String(date.getUTCMonth() + 1),
  monthname: (date, state) => monthName(state.host, date.getUTCMonth() + 1),
  monthnamegen: (date, state) => monthNameGenitive(state.host, date.getUTCMonth() + 1),
  monthabbrev: (date, state) => monthAbbreviation(state.host, date.getUTCMonth() + 1),
  day: date => String(date.getUTCDate()),
  day2: date => two(date.getUTCDate()),
  dayname: (date, state) => dayName(state.host, date.getUTCDay()),
  year: date => String(date.getUTCFullYear()),
  time: (date, { site }) => `${two(date.getUTCHours())}${hourSeparator(site.language)}${two(date.getUTCMinutes())}`,
  hour: date => two(date.getUTCHours()),
  week: date => String(isoWeek(date).week),
  dow: date => String(date.getUTCDay()),
  timestamp: date => date.toISOString().replace(/\D/g, '').slice(0, 14),
}

/** Time format letters for the same part of the time. */
const LETTERS: Readonly<Record<string, string>> = {
  month: 'm',
  month1: 'n',
  monthname: 'F',
  monthnamegen: 'F',
  monthabbrev: 'M',
  year: 'Y',
  week: 'W',
  day: 'j',
  day2: 'd',
  dayname: 'l',
  dow: 'w',
  hour: 'H',
  time: 'i',
}

/** Machine-readable, so always with ASCII digits. */
const PLAIN = new Set(['timestamp'])

const shown = (state: ParseState, name: string, read: Reader, date: Date): string => {
  state.changesAfter(secondsItLasts(LETTERS[name] ?? 's', date))
  const text = read(date, state)
  return PLAIN.has(name)
    ? text
    : text.replace(/\d+/g, digits => formatNumber(state.site.language, digits, { separators: false }))
}

export const clockVariables: Record<string, Variable> = {}
for (const [name, read] of Object.entries(readers)) {
  clockVariables[`current${name}`] = state => shown(state, name, read, new Date(state.host.now))
  clockVariables[`local${name}`] = state => shown(state, name, read, localDate(state))
}
