import { memo } from '#cache/bounded-cache.ts'

const DAY = 86_400

/** Two-digit strings for the numbers below 60, so formatting a time of day needs no computation. */
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** `2026-11-15`. Cached, because lists contain the same days over and over. */
const dayText = memo(4096, (day: number) => new Date(day * DAY * 1000).toISOString().slice(0, 10))

/** A timestamp in API responses: `2026-11-15T00:00:00Z`. */
export function isoTimestamp(seconds: number): string {
  const day = Math.floor(seconds / DAY)
  const time = Math.floor(seconds - day * DAY)
  const minutes = Math.floor(time / 60)
  const [h, m, s] = [TWO_DIGITS[Math.floor(minutes / 60)], TWO_DIGITS[minutes % 60], TWO_DIGITS[time % 60]]
  return `${dayText(day)}T${h}:${m}:${s}Z`
}

/** The 14-digit form for continue values and old clients: `20261115000000`. */
export const digitTimestamp = (seconds: number): string => isoTimestamp(seconds).slice(0, 19).replace(/[-T:]/g, '')

const utc = (y: number, mo: number, d: number, h: number, mi: number, s: number): number => {
  // Date.UTC treats years below 100 as 19xx, so the year is set separately. Months and days out of range roll over.
  const date = new Date(Date.UTC(2000, mo - 1, d, h, mi, s))
  date.setUTCFullYear(date.getUTCFullYear() - 2000 + y)
  return date.getTime() / 1000
}

const DIGITS = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})[T ](\d{1,2}):(\d{1,2}):(\d{1,2})(?:\.\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/
const EXIF = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}):(\d{2}):(\d{2})$/
const RFC2822 =
  /^[ \t\r\n]*(?:[A-Z][a-z]{2},[ \t\r\n]*)?\d{1,2}[ \t\r\n]*[A-Z][a-z]{2}[ \t\r\n]*\d{2,4}[ \t\r\n]*\d\d[ \t\r\n]*:[ \t\r\n]*\d\d[ \t\r\n]*:[ \t\r\n]*\d\d/
const RFC850 = /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d{2} \d\d:\d\d:\d\d/
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d \d{4}/

/** Unix time in seconds, or null. Accepts every format MediaWiki does, except `now`, `0` and the empty string. */
export function parseTimestamp(text: string): number | null {
  const parts = DIGITS.exec(text) ?? ISO.exec(text) ?? EXIF.exec(text)
  if (parts) {
    const [y, mo, d, h, mi, s] = parts.slice(1).map(Number) as [number, number, number, number, number, number]
    return inRange(utc(y, mo, d, h, mi, s))
  }
  if (/^-?\d{1,13}(\.\d+)?$/.test(text)) return inRange(Math.trunc(Number(text)))
  if (RFC2822.test(text) || RFC850.test(text) || ASCTIME.test(text)) {
    const at = Date.parse(ASCTIME.test(text) ? `${text} UTC` : text)
    return Number.isNaN(at) ? null : inRange(Math.floor(at / 1000))
  }
  return null
}

/** Years 0 to 9999: others do not fit into 14 digits. */
const inRange = (seconds: number): number | null =>
  seconds >= -62167219200 && seconds <= 253402300799 ? seconds : null
