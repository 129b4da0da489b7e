import type { Caller } from '#accounts/caller.ts'
import type { LoggedChange } from '#events/change-log.ts'

/** A server-sent event. */
export interface LiveEvent {
  readonly name: string
  readonly data: unknown
}

/** The requested subject cannot be followed. The message is shown to the client. */
export class CannotFollow extends Error {
  readonly status: 400 | 404

  constructor(status: 400 | 404, message: string) {
    super(message)
    this.status = status
  }
}

/** One client's subscription, limited to what it may see. */
export interface Following<News> {
  /** Events that describe the initial state. */
  begin(): Promise<readonly LiveEvent[]>
  /** The events of `news` that this client should receive. */
  describe(news: News): Promise<readonly LiveEvent[]>
}

/** A source of live events (`GET /events/`, src/pages/live.ts). */
export interface LiveSource<News = unknown> {
  /** Area of the change log. */
  readonly area: string
  /** Request parameters that this source understands. */
  readonly parameters: readonly string[]
  /** Null if the request is for another source. Throws CannotFollow if the caller cannot see the subject. */
  follow(caller: Caller, params: URLSearchParams): Promise<Following<News> | null>
  /** Turns change log entries into news, once for all clients. */
  gather(entries: readonly LoggedChange[]): Promise<News>
}
