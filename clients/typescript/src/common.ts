/** JSON without a declared structure. */
export type JsonObject = Record<string, unknown>

/** One value, or several. */
export type Many<T> = T | readonly T[]

/** An operation without parameters of this kind. */
export type NoParameters = Record<never, never>

/** One page of a list of the REST API. */
export interface Page<T> {
  /** The total on all pages. */
  count: number
  next: string | null
  previous: string | null
  results: T[]
}

export interface ClientOptions {
  /** An API key of the account. MediaWiki itself supports only sessions (`login`). */
  key?: string
  /** Name and contact of the program: `my-bot/1.0 (me@example.org)`. */
  userAgent?: string
  /** How often a request is retried when the server is busy. Default: 3. */
  retries?: number
  /** The longest wait before a retry, in seconds. Default: 60. */
  longestWait?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
}

export interface CallOptions {
  /** Cancels the request and everything after it. */
  signal?: AbortSignal
}
