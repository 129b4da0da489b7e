import { type Html, html } from './html.ts'
import type { Reader } from './page.ts'

/** Formats an instant for the reader, in their time zone. */
export const moment = ({ language, timeZone }: Pick<Reader, 'language' | 'timeZone'>, when: string | number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(when))

/** The same with the time zone. */
export const zonedMoment = ({ language, timeZone }: Pick<Reader, 'language' | 'timeZone'>, when: string): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(new Date(when))

/** Instant of a local date and time (`2026-11-15T09:30`) in a time zone. */
export function instantIn(timeZone: string, local: string): string {
  const localTime = Date.parse(`${local}Z`)
  let instant = localTime
  // The offset may change between the first guess and the actual instant.
  for (let i = 0; i < 2; i++) instant -= clockOf(timeZone, instant) - localTime
  return new Date(instant).toISOString()
}

/** Local time of an instant in a time zone, as if it were UTC. */
function clockOf(timeZone: string, instant: number): number {
  const options = { hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium', timeZone } as const
  // Swedish uses ISO dates.
  return Date.parse(`${new Intl.DateTimeFormat('sv-SE', options).format(instant).replace(' ', 'T')}Z`)
}

/** The same as a `<time>` element. `when` may be in microseconds since 1970. */
export function timeOf(reader: Pick<Reader, 'language' | 'timeZone'>, when: string | number): Html {
  const instant = typeof when === 'number' ? when / 1000 : when
  return html`<time datetime="${new Date(instant).toISOString()}">${moment(reader, instant)}</time>`
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a size in bytes, KB, MB and so on. */
export function sizeOf({ language }: Pick<Reader, 'language'>, bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const format = { style: 'unit', unit: UNITS[step]!, maximumFractionDigits: 1, unitDisplay: 'short' } as const
  return new Intl.NumberFormat(language, format).format(bytes / 1000 ** step)
}
