import type { Clock } from '#store/clock.ts'

/** Current time in microseconds, the unit of the platform. The last three digits are zero, as the clock has none. */
export const microseconds = (clock: Clock): number => Math.trunc(clock.now() * 1000)

/** `2026-08-05T10:41:09.123456Z`, always with six digits. */
export function isoMicroseconds(at: number): string {
  const whole = Math.floor(at / 1_000_000)
  const rest = at - whole * 1_000_000
  return `${new Date(whole * 1000).toISOString().slice(0, -5)}.${String(rest).padStart(6, '0')}Z`
}

/** Parses an ISO 8601 timestamp with up to six fractional digits; null if invalid. A missing offset means UTC. */
export function parseInstant(text: string): number | null {
  const match =
    /^(\d{4}-\d\d-\d\d|\d{8}(?=T))(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,9}))?\s*(Z|z|[+-]\d\d:?\d\d)?)?$/.exec(
      text.trim(),
    )
  if (!match) return null
  const [, date, clock = '00:00:00', fraction = '', offset = 'Z'] = match
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()
  // The basic format of ISO 8601 has no hyphens.
  const day = date!.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const at = Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}${zone}`)
  return Number.isNaN(at) ? null : at * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'))
}
