import { firstSince, isBeyondLog } from '#events/old-changes.ts'
import { lastChange } from '#store/log-order.ts'
import type { Reader } from '#store/store.ts'

/** A place in the change log: after an event of an entry. */
export interface Position {
  readonly seq: number
  /** Events of the entry up to this place have been read. */
  readonly index: number
}

/** After all events of an entry. */
export const ALL = Number.MAX_SAFE_INTEGER

/** Every topic has one partition, and all streams share the offsets of the change log. */
export const topicOf = (stream: string): string => `parlance.${stream}`

/** An event ID, in the shape of Wikimedia's: a list of positions in topics. */
export const eventId = (streams: readonly string[], { seq, index }: Position): string =>
  JSON.stringify(
    streams.map(stream => ({
      topic: topicOf(stream),
      partition: 0,
      offset: seq,
      ...(index !== ALL && { index }),
    })),
  )

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** Reads an event ID; null if it is none of ours. */
export function readEventId(text: string): Position | null {
  try {
    const parts: unknown = JSON.parse(text)
    if (isCount(parts)) return { seq: parts, index: ALL }
    if (!Array.isArray(parts) || parts.length === 0) return null
    const positions = parts.map(({ offset, index = ALL }: { offset?: unknown; index?: unknown }) =>
      isCount(offset) && isCount(index) ? { seq: offset, index } : null,
    )
    // The earliest: nothing may be missed.
    return positions.reduce((one, other) => (one && other && isBefore(other, one) ? other : other && one))
  } catch {
    return null
  }
}

const isBefore = (one: Position, other: Position): boolean =>
  one.seq < other.seq || (one.seq === other.seq && one.index < other.index)

/** Milliseconds or seconds since 1970, or a date; in seconds. Null if it is neither. */
export function readTime(text: string): number | null {
  if (/^\d{1,15}$/.test(text)) return Number(text) > 99_999_999_999 ? Number(text) / 1000 : Number(text)
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time / 1000
}

/** Where a reader begins who was here before, or asks for a time, or neither. */
export async function beginning(db: Reader, last: Position | null, since: number | null): Promise<Position> {
  const end = { seq: await lastChange(db), index: ALL }
  if (last !== null) return (await isBeyondLog(db, last.seq)) ? end : last
  if (since !== null) return { seq: (await firstSince(db, Math.floor(since))) - 1, index: ALL }
  return end
}
