import { type Html, html } from '#html/html.ts'
import { dateTimeFormat } from '#languages/date-format.ts'
import { seconds } from '#store/clock.ts'
import { formatTime } from '../../wikitext/functions/time-format.ts'
import type { Visit } from '../visit.ts'

/** Part of a timestamp to show. */
type Part = 'both' | 'date' | 'time'

const TIME = /(?:xn)?(?:H|G|g|h)[:.hH]*(?:xn)?i(?:[:.](?:xn)?s)?(?:\s*[aA])?/

/** Formats a time in the reader's language and time zone. */
export function timeText(visit: Visit, at: number, part: Part = 'both'): string {
  const { words, language, reader } = visit
  const code = language === 'qqx' ? 'en' : language
  const whole = dateTimeFormat(code)
  const time = TIME.exec(whole)?.[0] ?? 'H:i'
  const format =
    part === 'both' ? whole : part === 'time' ? time : whole.replace(time, '').replace(/^[\s,،、]+|[\s,،、]+$/g, '')
  const host = { message: (key: string) => words.text(key) }
  return formatTime(host, format, onClock(at, reader.timeZone))
}

/** The time as a local clock shows it. */
function onClock(at: number, timeZone: string): Date {
  const instant = new Date(at * 1000)
  if (timeZone === 'UTC') return instant
  const parts = clock(timeZone).formatToParts(instant)
  const of = (type: string) => Number(parts.find(part => part.type === type)?.value ?? 0)
  return new Date(Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clock(timeZone: string): Intl.DateTimeFormat {
  const cached = clocks.get(timeZone)
  if (cached) return cached
  const numeric = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  } as const
  const made = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { ...numeric, hourCycle: 'h23', timeZone })
  clocks.set(timeZone, made)
  return made
}

/** Seconds since 1970 for an API timestamp. */
export const instant = (timestamp: string): number => Math.floor(Date.parse(timestamp) / 1000)

/** A `<time>` element for an API timestamp. */
export function timeElement(visit: Visit, timestamp: string, part: Part = 'both'): Html {
  return html`<time datetime="${timestamp}">${timeText(visit, instant(timestamp), part)}</time>`
}

/** Date heading in lists: today, yesterday or the date. */
export function dayHeading(visit: Visit, timestamp: string): string {
  const day = (at: number) => Math.floor(onClock(at, visit.reader.timeZone).getTime() / 86_400_000)
  const at = instant(timestamp)
  const ago = day(seconds(visit.wiki.clock)) - day(at)
  const date = timeText(visit, at, 'date')
  return ago === 0 ? visit.reader.t('wiki.today') : ago === 1 ? visit.reader.t('wiki.yesterday') : date
}
