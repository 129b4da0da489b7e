import type { Fields, Input, Shape } from '#fields/field.ts'
import type { Hold } from '#store/named-locks.ts'
import type { Reader } from '#store/store.ts'
import type { Call } from './call.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A response body that is not our JSON: a translation file, an image, a zip archive, metrics. */
export class RawAnswer {
  readonly content: Buffer | string
  readonly headers: Record<string, string>
  readonly status: number

  constructor(content: Buffer | string, headers: Record<string, string>, status = 200) {
    this.content = content
    this.headers = headers
    this.status = status
  }
}

/** A JSON response with its own status or headers. */
export class JsonAnswer {
  readonly body: unknown
  readonly status: number
  readonly headers: Record<string, string>

  constructor(body: unknown, status = 200, headers: Record<string, string> = {}) {
    this.body = body
    this.status = status
    this.headers = headers
  }
}

/** A response that is built after the transaction of a write, so that other writers need not wait for it. */
export class LaterAnswer {
  readonly build: (db: Reader) => Promise<unknown>

  constructor(build: (db: Reader) => Promise<unknown>) {
    this.build = build
  }
}

/** The rows of a paginated list: their count, and a serialized slice. */
export interface Rows {
  count(): Promise<number>
  slice(limit: number, offset: number): Promise<unknown[]>
}

/** A method of a resource. Declare it with `read`, `list`, `create`, `replace`, `amend`, `remove` or `act`. */
export interface Operation {
  readonly summary: string
  /** Query parameters in addition to pagination and format. */
  readonly query?: Fields
  /** Fields of the request body. PATCH accepts any subset. */
  readonly body?: Fields
  /** The object in the response; absent for raw responses and 204. */
  readonly answer?: Shape
  readonly answers: 'one' | 'page' | 'array' | 'nothing' | 'raw'
  readonly status: number
  /** Other possible responses, by status. */
  readonly also?: Readonly<Record<number, Shape>>
  /** Media types of raw responses. */
  readonly types?: readonly string[]
  /** Supports 304 Not Modified. */
  readonly notModified?: true
  readonly pageSize?: { default: number; max: number }
  /** Names of the fields that apply to this object, if the edit form should not show all of them. */
  readonly offers?: (object: Readonly<Record<string, unknown>>) => readonly string[]
  /** Throws if the caller is not allowed. OPTIONS calls it too, to show only what the caller could send. */
  readonly allow?: (call: Call) => Promise<unknown>
  /** `handle` begins with the check of `allow`, which is left out before it unless the input is invalid. */
  readonly allowsInside?: true
  /** Rejects unauthenticated callers first. True for write operations, unless `anonymousRate` sets a rate limit. */
  readonly loginRequired: boolean
  /** Rate limit per IP address for unregistered users; if absent, writing requires an account. */
  readonly anonymousRate?: string
  /** How the operation locks the catalogue in its transaction; null for read-only operations. */
  readonly hold: Hold | null
  /** Accepts an `Idempotency-Key` although it is more than one transaction. */
  readonly keyed?: true
  // biome-ignore lint/suspicious/noExplicitAny: the typed handler is checked where the operation is declared
  readonly handle: (call: Call<any, any>) => Promise<unknown>
}

export interface Resource {
  /** Path under `/api`, with `:name` for a variable segment and `:name(\d+)` for one that must match a pattern. */
  readonly path: string
  readonly name: string
  readonly description: string
  readonly operations: Partial<Record<Method, Operation>>
  /** The resource uses the `format` parameter itself (file downloads), so it does not select a renderer. */
  readonly ownFormat?: boolean
  /** Whether a file has this suffix, as in `file.csv`; without this function, any suffix is a value of `format`. */
  readonly suffixes?: (suffix: string) => boolean
  /** Adds `format=openmetrics`: the response as text for scrapers. */
  readonly openMetrics?: (body: never) => string
  /** The rows of `format=csv`, if they differ from the response body. */
  readonly rows?: (body: never) => unknown[]
  /** Adds `format=json-flat`: a list without its envelope. */
  readonly flat?: boolean
}

export const resource = (declaration: Resource): Resource => declaration

interface Reading<Q extends Fields, R> {
  summary: string
  query?: Q
  allow?: (call: Call) => Promise<unknown>
  loginRequired?: boolean
  handle: (call: Call<unknown, Input<Q>>) => Promise<R>
}

interface Writing<B extends Fields, R, Q extends Fields = Record<never, never>> {
  summary: string
  query?: Q
  body?: B
  offers?: NonNullable<Operation['offers']>
  status?: number
  also?: Readonly<Record<number, Shape>>
  hold?: Hold | null
  keyed?: true
  allow?: (call: Call) => Promise<unknown>
  allowsInside?: true
  /** Rate limit per IP address for unregistered users, if `allow` admits them: `30/h`. */
  anonymousRate?: string
  /** Runs in one transaction that may be retried, so it must have no other side effects. */
  handle: (call: Call<Input<B>, Input<Q>>) => Promise<R>
}

const reading = (answers: Operation['answers']) => ({ answers, status: 200, loginRequired: false, hold: null })
const writing = (status: number, answers: Operation['answers'] = 'one') => ({
  answers,
  status,
  loginRequired: true,
  hold: 'shared' as const,
})

/** GET of one object. */
export const read = <Q extends Fields = Record<never, never>>(
  o: Reading<Q, unknown> & { answer: Shape },
): Operation => ({
  ...reading('one'),
  ...o,
})

/** GET of a paginated list. */
export const list = <Q extends Fields = Record<never, never>>(
  o: Reading<Q, Rows> & { answer: Shape; pageSize?: NonNullable<Operation['pageSize']> },
): Operation => ({ ...reading('page'), ...o })

/** GET of a plain array, never paginated. */
export const array = <Q extends Fields = Record<never, never>>(
  o: Reading<Q, unknown[]> & { answer: Shape },
): Operation => ({
  ...reading('array'),
  ...o,
})

/** GET of a body that is not our JSON. */
export const raw = <Q extends Fields = Record<never, never>>(
  o: Reading<Q, RawAnswer> & { types: readonly string[]; notModified?: true },
): Operation => ({
  ...reading('raw'),
  ...o,
})

/** POST that creates an object: 201. */
export const create = <B extends Fields>(o: Writing<B, unknown> & { answer: Shape }): Operation => ({
  ...writing(201),
  ...o,
})

/** PUT of a whole object. */
export const replace = <B extends Fields>(o: Writing<B, unknown> & { answer: Shape }): Operation => ({
  ...writing(200),
  ...o,
})

/** PATCH: changes only the fields that are sent. */
export const amend = <B extends Fields>(
  o: Omit<Writing<B, unknown>, 'handle'> & {
    answer: Shape
    handle: (call: Call<Partial<Input<B>>, Record<string, never>>) => Promise<unknown>
  },
): Operation => ({ ...writing(200), ...o })

/** DELETE: 204 without a body. Exclusive by default, so nothing can start to refer to an object being deleted. */
export const remove = <B extends Fields = Record<never, never>>(o: Writing<B, void>): Operation => ({
  ...writing(204, 'nothing'),
  hold: 'alone',
  ...o,
})

/** POST that performs an action and returns the outcome: 200. */
export const act = <B extends Fields, Q extends Fields = Record<never, never>>(
  o: Writing<B, unknown, Q> & { answer?: Shape; answers?: 'one' | 'array' },
): Operation => ({
  ...writing(200),
  ...o,
})

/** The Location header of a newly created object, if the object has a URL. */
export function locationOf(operation: Operation, result: unknown): Record<string, string> {
  const url = (result as { url?: unknown } | null)?.url
  return operation.status === 201 && typeof url === 'string' ? { Location: url } : {}
}
