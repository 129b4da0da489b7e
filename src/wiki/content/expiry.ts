import { fail } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { parseTime } from '../wikitext/functions/time-parse.ts'

const NEVER = new Set(['infinite', 'indefinite', 'infinity', 'never'])

/** The end of year 9999. */
const LAST_INSTANT = 253_402_300_799

export const isNever = (text: string): boolean => NEVER.has(text)

/** Parses an expiry from a date or a duration; null for never. `now` and the result are Unix times in seconds. */
export function expiryOf(text: string, now: number): number | null {
  if (isNever(text)) return null
  const at = lengthOf(text, now)
  if (at === null || at <= 0) fail('apierror-invalidexpiry', [escapeWikitext(text)])
  if (at < now) fail('apierror-pastexpiry', [escapeWikitext(text)])
  return at
}

/** The time a text such as `3 days` or `2037-01-01` stands for; null when it is invalid. */
export function lengthOf(text: string, now: number): number | null {
  const found = text.trim() === '' ? null : parseTime(text, new Date(now * 1000))
  const at = found === null ? Number.NaN : Math.floor(found.getTime() / 1000)
  return at <= LAST_INSTANT ? at : null
}
