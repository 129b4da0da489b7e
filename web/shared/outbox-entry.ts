/** A write to the REST API. */
export interface RestRequest {
  readonly kind: 'rest'
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** A write to the Action API; the token is added when it is sent. */
export interface ActionRequest {
  readonly kind: 'action'
  readonly params: Readonly<Record<string, string>>
}

export type WriteRequest = RestRequest | ActionRequest

/** What somebody saved, as long as the server has not confirmed it. */
export interface Entry {
  /** Also the idempotency key: made once, when the person saved. */
  readonly id: string
  /** The account that wrote it; null for a visitor. It is never sent as anybody else. */
  readonly owner: string | null
  /** Entries of one lane (a string, a page) are sent one after the other. */
  readonly lane: string
  /** Entries are sent in this order. */
  readonly order: number
  /** What the edit is about, for lists: a page's title, the beginning of a string. */
  readonly title: string
  /** Where it was written. */
  readonly page: string
  readonly request: WriteRequest
  /** The parameter that names the version it was written on, and where the answer to the entry before has the next one. */
  readonly basis?: { readonly param: string; readonly answer: readonly string[] }
  /** Anything that the editor wants back with the outcome. */
  readonly data?: unknown
  readonly state: 'waiting' | 'refused' | 'login'
  /** Why it was refused or is waiting, in the server's words. */
  readonly why: string | null
  /** What the server answered when it refused. */
  readonly answer: unknown
  /** When it was first sent, in milliseconds since 1970: the server forgets keys after a week. */
  readonly sentAt: number | null
}

export type NewEntry = Pick<Entry, 'lane' | 'title' | 'page' | 'request' | 'basis' | 'data'>

/** What became of one attempt to send. */
export type Outcome =
  | { readonly kind: 'saved'; readonly content: unknown }
  | { readonly kind: 'refused'; readonly why: string; readonly content: unknown }
  /** Nobody is logged in, or somebody else is. */
  | { readonly kind: 'login'; readonly why: string | null }
  /** The network or the server failed: the same again, in so many seconds at the earliest. */
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

/** The entry behind one that was saved, written on what was saved. */
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
