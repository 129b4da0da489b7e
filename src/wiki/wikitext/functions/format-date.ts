// {{#formatdate:date|order}} and {{#time:format|date|language|local}}.

import type { ParseState } from '../expand/state.ts'
import { type ParserFunction, plain } from './call.ts'
import { localDate } from './clock.ts'
import { monthName, monthOf } from './month-names.ts'
import { formatTime } from './time-format.ts'
import { parseTime } from './time-parse.ts'

interface PartialDate {
  year: string
  month: number
  day: number
}

const forms: [RegExp, (match: RegExpExecArray, state: ParseState) => PartialDate][] = [
  [/^(-?\d{1,4})-(\d{2})-(\d{2})$/, m => ({ year: m[1]!, month: Number(m[2]), day: Number(m[3]) })],
  [/^(\d{1,2}) (\p{L}+),? (\d{1,4})$/u, (m, s) => ({ year: m[3]!, month: monthOf(s.host, m[2]!), day: Number(m[1]) })],
  [/^(\p{L}+) (\d{1,2}),? (\d{1,4})$/u, (m, s) => ({ year: m[3]!, month: monthOf(s.host, m[1]!), day: Number(m[2]) })],
  [/^(\d{1,2}) (\p{L}+)$/u, (m, s) => ({ year: '', month: monthOf(s.host, m[2]!), day: Number(m[1]) })],
  [/^(\p{L}+) (\d{1,2})$/u, (m, s) => ({ year: '', month: monthOf(s.host, m[1]!), day: Number(m[2]) })],
]

export function formatDate(state: ParseState, text: string, order: string): string {
  for (const [form, read] of forms) {
    const match = form.exec(text)
    if (!match) continue
    const { year, month, day } = read(match, state)
    if (month < 1 || month > 12) return text
    const name = monthName(state.host, month)
    if (order === 'dmy') return `${day} ${name}${year === '' ? '' : ` ${year}`}`
    if (order === 'mdy') return `${name} ${day}${year === '' ? '' : `, ${year}`}`
    if (order === 'ymd' && year !== '') return `${year} ${name} ${day}`
    if (/^ISO/i.test(order) && year !== '') {
      return `${year.padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    }
    return text
  }
  return text
}

function time(state: ParseState, [format = '', date = '', , local = '']: readonly string[], isLocal: boolean): string {
  const offset = Number(state.site.info.general.timeoffset ?? 0) || 0
  const inLocal = isLocal || (local !== '' && local !== '0')
  const now = inLocal ? localDate(state) : new Date(state.host.now)
  const instant = date === '' ? now : parseTime(state.host, date, now)
  if (!instant) {
    const message = state.host.message('pfunc_time_error') ?? 'Error: Invalid time.'
    return `<strong class="error">${message}</strong>`
  }
  return formatTime(state.host, format, instant, inLocal ? offset : 0)
}

export const timeFunctions: Record<string, ParserFunction> = {
  time: plain((state, args) => time(state, args, false)),
  timel: plain((state, args) => time(state, args, true)),
}
