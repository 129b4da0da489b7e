import type { Caller } from '#accounts/caller.ts'
import type { LoggedChange } from '#events/change-log.ts'

/** An event of a stream (`GET /v2/stream/…`, src/pages/streams/), before its `meta` is added. */
export interface StreamEvent {
  readonly stream: string
  /** Name and version of the schema. */
  readonly schema: string
  /** Number of the change log entry. */
  readonly seq: number
  /** Place among the events of an entry, the same for every reader, so that a reader can resume after any event. */
  readonly index: number
  /** Seconds since 1970. */
  readonly at: number
  /** The page or string that changed. */
  readonly uri: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A source of streams. */
export interface StreamSource {
  /** Area of the change log. */
  readonly area: string
  /** Streams by name, with what they contain. */
  readonly streams: Readonly<Record<string, string>>
  /** Fields by which events can be filtered. */
  readonly filters: readonly string[]
  /** Whether the caller may follow these streams at all. */
  allows(caller: Caller): boolean
  /** The events of entries of this area, in order, as far as the caller may see them now. */
  describe(caller: Caller, entries: readonly LoggedChange[]): AsyncIterable<readonly StreamEvent[]>
}
