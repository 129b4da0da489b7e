/** Positions of year, month, day, hour, minute and second in the two formats. */
const COMPACT = [0, 4, 6, 8, 10, 12] as const
const SPELLED = [0, 5, 8, 11, 14, 17] as const

/**
 * Unix time of a timestamp in any format that dumps use: 14 digits, MySQL's own, or ISO 8601. Null for "infinity",
 * padding and anything else that is not a time.
 */
export function secondsOf(timestamp: string): number | null {
  if (timestamp.length === 14) return read(timestamp, COMPACT)
  const isSpelled = timestamp.length === 19 || (timestamp.length === 20 && timestamp.endsWith('Z'))
  return isSpelled && timestamp[4] === '-' && timestamp[13] === ':' ? read(timestamp, SPELLED) : null
}

type Places = readonly [number, number, number, number, number, number]

function read(text: string, [year, month, day, hour, minute, second]: Places): number | null {
  const y = two(text, year) * 100 + two(text, year + 2)
  const m = two(text, month)
  const seconds = instant(y, m, two(text, day), two(text, hour), two(text, minute), two(text, second))
  return Number.isNaN(seconds) || m === 0 ? null : seconds
}

function two(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30
  const ones = text.charCodeAt(at + 1) - 0x30
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? Number.NaN : tens * 10 + ones
}

/** Computes days arithmetically: `Date` takes several times as long, and this runs for every row. */
function instant(year: number, month: number, day: number, hour: number, minute: number, second: number): number {
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const ofEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + dayOfYear
  return (era * 146097 + dayOfEra - 719468) * 86400 + hour * 3600 + minute * 60 + second
}
