import type { Caller } from '#accounts/caller.ts'
import type { Services } from '#core/services.ts'
import type { StreamEvent, StreamSource } from '#core/stream-source.ts'
import { changesNumbered, type LoggedChange, readChanges } from '#events/change-log.ts'
import { hasMissedChanges } from '#events/old-changes.ts'
import { ALL, type Position } from './position.ts'

/** Entries read at a time. */
const ENTRIES = 100

/** What a reader wants. */
export interface Wish {
  readonly streams: ReadonlySet<string>
  /** Allowed values by field. */
  readonly filters: ReadonlyMap<string, ReadonlySet<string>>
  /** Only events from this time on, in seconds since 1970. */
  readonly since: number | null
}

/** A part of a stream: some events, and the position after them. */
export interface Part {
  readonly events: readonly StreamEvent[]
  readonly until: Position
  /** Entries between the last position and these events were deleted. */
  readonly isIncomplete: boolean
}

/** The events after a position, as far as the log goes. All state is in the position, so any server can go on. */
export async function* eventsAfter(
  { store, streams }: Services,
  caller: Caller,
  wish: Wish,
  position: Position,
): AsyncGenerator<Part> {
  const { read } = store
  // The entry at the position is read again unless all of its events were sent.
  const begin = position.index === ALL ? position.seq : position.seq - 1
  const { entries, until } = await readChanges(read, begin, ENTRIES)
  const isIncomplete = await hasMissedChanges(read, begin)
  yield { events: [], until: position, isIncomplete }
  for (const group of byArea(entries)) {
    const source = streams.find(each => each.area === group[0]!.area)
    if (source === undefined || !isWanted(source, wish)) continue
    for await (const events of source.describe(caller, group))
      for (const event of events)
        if (isAfter(event, position) && matches(event, wish))
          yield { events: [event], until: { seq: event.seq, index: event.index }, isIncomplete: false }
  }
  if (until > position.seq || entries.length > 0)
    yield { events: [], until: { seq: Math.max(until, position.seq), index: ALL }, isIncomplete: false }
}

/** The event at a place of an entry, if it still exists and the caller may see it. */
export async function eventAt(
  { store, streams }: Services,
  caller: Caller,
  wish: Wish,
  { seq, index }: Position,
): Promise<StreamEvent | null> {
  const entries = await changesNumbered(store.read, [seq])
  const source = streams.find(each => each.area === entries[0]?.area)
  if (source === undefined) return null
  for await (const events of source.describe(caller, entries)) {
    const found = events.find(each => each.index === index)
    if (found !== undefined) return matches(found, wish) ? found : null
  }
  return null
}

/** Consecutive entries of one area, so that the order of all events stays that of the log. */
function byArea(entries: readonly LoggedChange[]): LoggedChange[][] {
  const groups: LoggedChange[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group?.at(0)?.area === entry.area) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

const isWanted = (source: StreamSource, { streams }: Wish): boolean =>
  Object.keys(source.streams).some(name => streams.has(name))

const isAfter = ({ seq, index }: StreamEvent, position: Position): boolean =>
  seq > position.seq || (seq === position.seq && index > position.index)

function matches({ stream, at, data }: StreamEvent, { streams, filters, since }: Wish): boolean {
  if (!streams.has(stream) || (since !== null && at < since)) return false
  return [...filters].every(([name, values]) => values.has(String(data[name] ?? '')))
}
