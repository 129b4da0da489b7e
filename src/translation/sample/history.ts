const DAY = 86_400_000
const MINUTE = 60_000

/** Strings translated in one session. */
interface Session {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Indexes in the list of strings. */
  readonly strings: readonly number[]
}

/** A deterministic pseudo-random number, so that every install gets the same sample. */
export function chance(...names: (string | number)[]): number {
  let value = 2166136261
  for (const char of names.join(' ')) value = Math.imul(value ^ char.codePointAt(0)!, 16777619)
  value ^= value >>> 15
  return Math.imul(value, 2246822519) >>> 8
}

/** A time so size days back at a random hour, at least a few minutes in the past. */
export const daysAgo = (now: number, days: number, ...salt: (string | number)[]): number =>
  Math.min(now - (8 + (chance(...salt) % 90)) * MINUTE, now - days * DAY + ((chance(...salt) % 600) - 300) * MINUTE)

/** Spreads the strings of a language over sessions, from shortly after the project began until recently. */
export function sessions(
  now: number,
  begun: number,
  place: string,
  language: string,
  indexes: readonly number[],
): Session[] {
  const groups: number[][] = []
  for (let i = 0; i < indexes.length; ) {
    const size = 12 + (chance(place, language, i) % 12)
    groups.push(indexes.slice(i, i + size))
    i += size
  }
  const first = begun - 2 - (chance(place, language) % 8)
  const last = 1 + (chance(language, place) % 9)
  return groups.map((some, i) => {
    const days = Math.round(first - ((first - last) * (i + 1)) / groups.length)
    return { at: daysAgo(now, days, place, language, i), strings: some }
  })
}
