// The current time, in UTC and in the wiki's own time zone.

import type { ParseState } from '../state/parse-state.ts'
import type { Variable } from './call.ts'
import { dayName, monthAbbreviation, monthName, monthNameGenitive } from './month-names.ts'
import { isoWeek } from './time-format.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** A date whose UTC fields show the wiki's local time. */
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
  time: date => `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`,
  hour: date => two(date.getUTCHours()),
  week: date => String(isoWeek(date).week),
  dow: date => String(date.getUTCDay()),
  timestamp: date => date.toISOString().replace(/\D/g, '').slice(0, 14),
}

export const clockVariables: Record<string, Variable> = {}
for (const [name, read] of Object.entries(readers)) {
  clockVariables[`current${name}`] = state => read(new Date(state.host.now), state)
  clockVariables[`local${name}`] = state => read(localDate(state), state)
}
