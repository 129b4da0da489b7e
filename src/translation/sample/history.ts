const DAY = 86_400_000
const MINUTE = 60_000

/** Strings that somebody translated at one sitting. */
interface Sitting {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Places in the list of strings. */
  readonly strings: readonly number[]
}

/** An even number for a name, the same at each start: the sample shall not differ from one to the next. */
export function chance(...names: (string | number)[]): number {
  let value = 2166136261
  for (const char of names.join(' ')) value = Math.imul(value ^ char.codePointAt(0)!, 16777619)
  value ^= value >>> 15
  return Math.imul(value, 2246822519) >>> 8
}

/** Some hour of a day that lies so many days back, but never later than some minutes ago. */
export const daysAgo = (now: number, days: number, ...salt: (string | number)[]): number =>
  Math.min(now - (8 + (chance(...salt) % 90)) * MINUTE, now - days * DAY + ((chance(...salt) % 600) - 300) * MINUTE)

/** When one language of a component was translated: in sittings from soon after its beginning until lately. */
export function sittings(
  now: number,
  begun: number,
  place: string,
  language: string,
  there: readonly number[],
): Sitting[] {
  const groups: number[][] = []
  for (let i = 0; i < there.length; ) {
    const many = 12 + (chance(place, language, i) % 12)
    groups.push(there.slice(i, i + many))
    i += many
  }
  const first = begun - 2 - (chance(place, language) % 8)
  const last = 1 + (chance(language, place) % 9)
  return groups.map((some, i) => {
    const days = Math.round(first - ((first - last) * (i + 1)) / groups.length)
    return { at: daysAgo(now, days, place, language, i), strings: some }
  })
}
