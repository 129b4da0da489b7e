// {{#time:format|date|language|local}}.

import { isWikiCode } from '#languages/wiki-languages.ts'
import type { WikitextHost } from '../host.ts'
import type { ParseState } from '../state/parse-state.ts'
import { escapeHtml } from '../text.ts'
import { type ParserFunction, plain } from './call.ts'
import { localDate } from './clock.ts'
import { formatTime, type TimeWords } from './time-format.ts'
import { secondsItLasts, secondsOfToday } from './time-lasts.ts'
import { parseTime } from './time-parse.ts'

/** Cost of parsing a date several times to find out how long it stays valid, in nodes. */
const STEPS_FOR_A_DATE = 20

/** Taken as a year, although it could be a time of day. */
const YEAR = /^\d{4}$/

const two = (value: number) => String(value).padStart(2, '0')

function time(
  state: ParseState,
  [format = '', written = '', code = '', local = '']: readonly string[],
  isLocal: boolean,
): string {
  state.steps.spend(STEPS_FOR_A_DATE + format.length)
  const offset = Number(state.site.info.general.timeoffset ?? 0) || 0
  const inLocal = isLocal || (local !== '' && local !== '0')
  const now = inLocal ? localDate(state) : new Date(state.host.now)
  const isYear = YEAR.test(written)
  const date = isYear ? `${written}-${two(now.getUTCMonth() + 1)}-${two(now.getUTCDate())}` : written
  if (isYear) state.changesAfter(secondsOfToday(now))
  const instant = date === '' ? now : parseTime(date, now)
  if (!instant) return fault(state, 'pfunc_time_error')
  if (!state.usage.addTimeFormat(format, date)) return fault(state, 'pfunc_time_too_long')
  const year = instant.getUTCFullYear()
  if (year < 0) return fault(state, 'pfunc_time_too_small')
  if (year > 9999) return fault(state, 'pfunc_time_too_big')
  if (date === '') state.lastsAtMost(secondsItLasts(format, now))
  state.changesAfter(secondsUntilOther(format, date, now, instant))
  return formatTime(namesIn(state, code), format, instant, inLocal ? offset : 0)
}

/** Errors of wikis without interface messages. */
const FAULTS = {
  pfunc_time_error: 'Error: Invalid time.',
  pfunc_time_too_long: 'Error: Too many #time calls.',
  pfunc_time_too_small: 'Error: #time only supports years from 0.',
  pfunc_time_too_big: 'Error: #time only supports years up to 9999.',
} as const

const fault = ({ host }: ParseState, key: keyof typeof FAULTS): string =>
  `<strong class="error">${escapeHtml(host.message(key) ?? FAULTS[key])}</strong>`

/** What MediaWiki takes as a language code. Without such a language, names are English. */
const CODE = /^[a-z0-9-]{2,}$/

/** Names and digits of the requested language, or of the wiki. */
function namesIn({ host, site }: ParseState, code: string): TimeWords {
  if (code === site.language || !CODE.test(code) || !host.messageIn) return { ...bound(host), language: site.language }
  const language = isWikiCode(code) ? code : 'en'
  return { message: key => host.messageIn!(language, key), language }
}

const bound = (host: WikitextHost): Pick<WikitextHost, 'message'> => ({ message: key => host.message(key) })

const SECOND = 1000
const OTHER_TIME = (400 * 24 * 60 * 60 + 10_000) * SECOND

/** Seconds until a date that may depend on the current time is shown differently; null for never. */
function secondsUntilOther(format: string, text: string, now: Date, instant: Date): number | null {
  if (text === '') return secondsItLasts(format, now)
  const readAfter = (milliseconds: number) => parseTime(text, new Date(now.getTime() + milliseconds))?.getTime()
  if (readAfter(OTHER_TIME) === instant.getTime()) return null
  // Weekday names and month lengths can mean something else tomorrow.
  const next = readAfter(SECOND)
  if (next === instant.getTime()) return secondsOfToday(now)
  if (next !== instant.getTime() + SECOND) return 1
  return Math.min(secondsItLasts(format, instant) ?? Number.POSITIVE_INFINITY, secondsOfToday(now))
}

export const timeFunctions: Record<string, ParserFunction> = {
  time: plain((state, args) => time(state, args, false)),
  timel: plain((state, args) => time(state, args, true)),
}
