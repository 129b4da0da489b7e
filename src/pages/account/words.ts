import type { Reader } from '#html/page.ts'

/** Formats a date in the reader's language and time zone. */
export const day = ({ language, timeZone }: Reader, seconds: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }).format(seconds * 1000)

export const moment = ({ language, timeZone }: Reader, seconds: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(seconds * 1000)
