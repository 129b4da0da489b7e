/** JSON whose members nobody has declared. */
export type JsonObject = Record<string, unknown>

/** One value, or several. */
export type Many<T> = T | readonly T[]

/** An operation that takes nothing of this kind. */
export type NoParameters = Record<never, never>

/** One page of a list of the REST API. */
export interface Page<T> {
  /** How many there are on all pages. */
  count: number
  next: string | null
  previous: string | null
  results: T[]
}

export interface ClientOptions {
  /** An API key of the account; a wiki of MediaWiki knows only sessions (`login`). */
  key?: string
  /** Who asks, and how to reach them: `my-bot/1.0 (me@example.org)`. */
  userAgent?: string
  /** How often a request is tried again that the server could not take at the time: 3 unless told otherwise. */
  retries?: number
  /** Waits longer than so many seconds are not worth it: 60 unless told otherwise. */
  longestWait?: number
  /** In place of the platform's own. */
  fetch?: typeof fetch
}

export interface CallOptions {
  /** Ends the request, and what follows from it. */
  signal?: AbortSignal
}
