import type { Caller } from '#accounts/caller.ts'
import type { LoggedChange } from '#events/change-log.ts'

/** Something that is told to whoever follows it: an event of a stream. */
export interface LiveEvent {
  readonly name: string
  readonly data: unknown
}

/** Why somebody cannot follow what they ask for, in words for them. */
export class CannotFollow extends Error {
  readonly status: 400 | 404

  constructor(status: 400 | 404, message: string) {
    super(message)
    this.status = status
  }
}

/** What one listener follows, and may see. */
export interface Following<News> {
  /** How things stand at the beginning. */
  begin(): Promise<readonly LiveEvent[]>
  /** What of the news is for this listener. */
  tell(news: News): Promise<readonly LiveEvent[]>
}

/** A floor whose changes can be followed as they happen (`GET /events/`, src/pages/live.ts). */
export interface LiveSource<News = unknown> {
  /** Of the change log. */
  readonly area: string
  /** Parameters of the request that it understands. */
  readonly parameters: readonly string[]
  /** Null when the request is about something else; throws CannotFollow when there is no such thing for the caller. */
  follow(caller: Caller, wish: URLSearchParams): Promise<Following<News> | null>
  /** Makes news of entries of the change log, once for all who listen. */
  gather(entries: readonly LoggedChange[]): Promise<News>
}
