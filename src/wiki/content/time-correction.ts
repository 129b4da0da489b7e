const SYSTEM = 'System|0'

/** Normalizes the time zone preference to its stored form. Anything invalid means the wiki's time zone. */
export function timeCorrection(text: string, now: number): string {
  const [kind = '', minutes = '', zone = ''] = text.split('|')
  if (kind === 'ZoneInfo' && zone !== '') {
    const offset = offsetOf(zone, now)
    return offset === null ? `Offset|${Number.parseInt(minutes, 10) || 0}` : `ZoneInfo|${offset}|${zone}`
  }
  if (kind === 'Offset') return `Offset|${Number.parseInt(minutes, 10) || 0}`
  const hours = /^([+-]?)(\d{1,2})(?::?(\d\d))?$/.exec(text)
  if (!hours) return SYSTEM
  const amount = Number(hours[2]) * 60 + Number(hours[3] ?? 0)
  return `Offset|${hours[1] === '-' ? -amount : amount}`
}

/** Offset in minutes from the wiki's time zone at a given time. */
export function minutesAhead(stored: string, at: number): number {
  const [kind, minutes = '', zone = ''] = stored.split('|')
  const said = Number.parseInt(minutes, 10) || 0
  if (kind === 'ZoneInfo') return offsetOf(zone, at) ?? said
  return kind === 'Offset' ? said : 0
}

/** Offset of a time zone from UTC in minutes at a given time; null for an unknown zone. */
function offsetOf(zone: string, now: number): number | null {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
      now * 1000,
    )
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const found = /GMT([+-])(\d\d):(\d\d)/.exec(name)
    if (!found) return 0
    return (Number(found[2]) * 60 + Number(found[3])) * (found[1] === '-' ? -1 : 1)
  } catch {
    return null
  }
}
