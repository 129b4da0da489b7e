import { type Html, html } from '#web/html.ts'
import type { Reader } from '#web/page.ts'

/** An instant as the reader writes it, in their time zone. */
export const moment = ({ language, timeZone }: Pick<Reader, 'language' | 'timeZone'>, when: string | number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(when))

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
