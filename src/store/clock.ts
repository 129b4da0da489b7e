/** Source of all timestamps. Pinned in tests and by `PARLANCE_CLOCK`, so that recorded responses stay comparable. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export function pinnedClock(iso: string): Clock {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) throw new Error(`PARLANCE_CLOCK is "${iso}". Use a time like 2026-11-15T00:00:00Z.`)
  return { now: () => at }
}

export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
