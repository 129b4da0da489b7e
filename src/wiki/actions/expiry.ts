import { fail } from '../messages/message.ts'
import { parseTimestamp } from '../site/timestamp.ts'
import { parseTime } from '../wikitext/functions/time-parse.ts'

const NEVER = new Set(['infinite', 'indefinite', 'infinity', 'never'])

/** When something ends, from a date or from how long it lasts; null for never. `now` is in seconds, as is the answer. */
export function expiryOf(text: string, now: number): number | null {
  if (NEVER.has(text)) return null
  const at = parseTimestamp(text) ?? instant(text, now)
  if (at === null) fail('apierror-invalidexpiry', [text])
  if (at < now) fail('apierror-pastexpiry', [text])
  return at
}

function instant(text: string, now: number): number | null {
  const found = text.trim() === '' ? null : parseTime(text, new Date(now * 1000))
  return found === null ? null : Math.floor(found.getTime() / 1000)
}
