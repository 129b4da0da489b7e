/** A write to the REST API. */
export interface RestRequest {
  readonly kind: 'rest'
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** A write to the Action API. The token is added when it is sent. */
export interface ActionRequest {
  readonly kind: 'action'
  readonly params: Readonly<Record<string, string>>
}

export type WriteRequest = RestRequest | ActionRequest

/** A saved edit that the server has not confirmed yet. */
export interface Entry {
  /** Also the idempotency key, created once when the user saves. */
  readonly id: string
  /** The author's account; null for visitors. Never sent as anyone else. */
  readonly owner: string | null
  /** Entries of one lane (a string or a page) are sent in sequence. */
  readonly lane: string
  /** Entries are sent in this order. */
  readonly order: number
  /** Short label for lists: a page title or the beginning of a string. */
  readonly title: string
  /** URL where it was written. */
  readonly page: string
  readonly request: WriteRequest
  /** Parameter with the base version, and the path of the new version in the response to the previous entry. */
  readonly basis?: { readonly param: string; readonly answer: readonly string[] }
  /** Data that the editor gets back with the outcome. */
  readonly data?: unknown
  readonly state: 'waiting' | 'refused' | 'login'
  /** The server's reason for rejecting or delaying it. */
  readonly why: string | null
  /** The server's response when it rejected the edit. */
  readonly answer: unknown
  /** When it was first sent, in milliseconds since 1970. The server forgets keys after a week. */
  readonly sentAt: number | null
}

export type NewEntry = Pick<Entry, 'lane' | 'title' | 'page' | 'request' | 'basis' | 'data'>

/** Result of one attempt to send. */
export type Outcome =
  | { readonly kind: 'saved'; readonly content: unknown }
  | { readonly kind: 'refused'; readonly why: string; readonly content: unknown }
  /** Not logged in, or logged in as someone else. */
  | { readonly kind: 'login'; readonly why: string | null }
  /** The network or the server failed. Retry after this many seconds or later. */
  | { readonly kind: 'later'; readonly why: string | null; readonly seconds: number | null }

export function readEntry(text: string | null): Entry | null {
  try {
    const entry = JSON.parse(text ?? 'null') as Entry | null
    const isWhole =
      typeof entry?.id === 'string' &&
      typeof entry.lane === 'string' &&
      typeof entry.order === 'number' &&
      (entry.owner === null || typeof entry.owner === 'string') &&
      (entry.request?.kind === 'rest' || entry.request?.kind === 'action')
    return isWhole ? entry : null
  } catch {
    return null
  }
}

/** The next entry, rebased on the version just saved. */
export function rebased(entry: Entry, content: unknown): Entry {
  if (entry.basis === undefined) return entry
  let value: unknown = content
  for (const name of entry.basis.answer) value = (value as Record<string, unknown> | null | undefined)?.[name]
  if (typeof value !== 'string' && typeof value !== 'number') return entry
  const { request } = entry
  const { param } = entry.basis
  return request.kind === 'rest'
    ? { ...entry, request: { ...request, body: { ...request.body, [param]: value } } }
    : { ...entry, request: { ...request, params: { ...request.params, [param]: String(value) } } }
}
