import { type Html, html } from './html.ts'
import type { Reader } from './page.ts'

/** An instant as the reader writes it, in their time zone. */
export const moment = ({ language, timeZone }: Pick<Reader, 'language' | 'timeZone'>, when: string | number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(when))

/** The same where it matters which clock is meant. */
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

/** The instant at which the clocks of a time zone show this date and time, `2026-11-15T09:30`. */
export function instantIn(timeZone: string, local: string): string {
  const wanted = Date.parse(`${local}Z`)
  let instant = wanted
  // Clocks may be changed between the first guess and the instant that is meant.
  for (let i = 0; i < 2; i++) instant -= clockOf(timeZone, instant) - wanted
  return new Date(instant).toISOString()
}

/** What the clocks of a time zone show at an instant, as if it were UTC. */
function clockOf(timeZone: string, instant: number): number {
  const options = { hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium', timeZone } as const
  // Swedish writes dates as ISO does.
  return Date.parse(`${new Intl.DateTimeFormat('sv-SE', options).format(instant).replace(' ', 'T')}Z`)
}

/** The same as an element that programs can read; `when` may be in microseconds since 1970. */
export function timeOf(reader: Pick<Reader, 'language' | 'timeZone'>, when: string | number): Html {
  const instant = typeof when === 'number' ? when / 1000 : when
  return html`<time datetime="${new Date(instant).toISOString()}">${moment(reader, instant)}</time>`
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size as people say it. */
export function sizeOf({ language }: Pick<Reader, 'language'>, bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const format = { style: 'unit', unit: UNITS[step]!, maximumFractionDigits: 1, unitDisplay: 'short' } as const
  return new Intl.NumberFormat(language, format).format(bytes / 1000 ** step)
}
