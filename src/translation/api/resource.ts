import type { Fields, Input, Shape } from '#fields/field.ts'
import type { Hold } from '#store/named-locks.ts'
import type { Call } from './call.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A body that is not JSON: a translation file, an image, a zip archive, metrics in their own text form. */
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

/** JSON with more than the body to say. */
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

/** Rows behind a paginated list: how many there are, and a slice of them as they go on the wire. */
export interface Rows {
  count(): Promise<number>
  slice(limit: number, offset: number): Promise<unknown[]>
}

/** What a method of a resource does. Write it with `read`, `list`, `create`, `replace`, `amend`, `remove` or `act`. */
export interface Operation {
  readonly summary: string
  /** Query parameters besides those of paging and format. */
  readonly query?: Fields
  /** Members of the request body. PATCH takes any part of them. */
  readonly body?: Fields
  /** The object in the answer; absent for raw answers and for 204. */
  readonly answer?: Shape
  readonly answers: 'one' | 'page' | 'array' | 'nothing' | 'raw'
  readonly status: number
  /** Other outcomes than the usual one, by status. */
  readonly also?: Readonly<Record<number, Shape>>
  /** For raw answers: every media type that they can have. */
  readonly types?: readonly string[]
  /** It answers 304 to those who have what they ask for. */
  readonly notModified?: true
  readonly pageSize?: { default: number; max: number }
  /** Names of the members that make sense for this object, where the form to change it should not show all. */
  readonly offers?: (object: Readonly<Record<string, unknown>>) => readonly string[]
  /** Says no by throwing. Also asked by OPTIONS, which shows only what the caller could send. */
  readonly allow?: (call: Call) => Promise<unknown>
  /** Whoever is not logged in is refused before anything else. Writing operations do that, unless they say how often strangers may. */
  readonly loginRequired: boolean
  /** How often strangers from one address may do it; where it is absent, writing is for people with accounts. */
  readonly strangers?: string
  /** How the operation holds the catalogue in the one transaction that it is; null when it only reads. */
  readonly hold: Hold | null
  // biome-ignore lint/suspicious/noExplicitAny: the typed handler is checked where the operation is declared
  readonly handle: (call: Call<any, any>) => Promise<unknown>
}

export interface Resource {
  /** Under `/api`, with `:name` for a segment that varies and `:name(\d+)` for one that must match. */
  readonly path: string
  readonly name: string
  readonly description: string
  readonly operations: Partial<Record<Method, Operation>>
  /** The `format` parameter belongs to the resource (file downloads): it does not choose a renderer. */
  readonly ownFormat?: boolean
  /** Also offers `format=openmetrics`: the answer as text for scrapers. */
  readonly openMetrics?: (body: never) => string
  /** The rows of `format=csv`, where they are not what stands in the answer. */
  readonly rows?: (body: never) => unknown[]
  /** Also offers `format=json-flat`: a list without its envelope. */
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
  allow?: (call: Call) => Promise<unknown>
  /** Strangers may too, if `allow` lets them, so often from one address: `30/h`. */
  strangers?: string
  /** One transaction from its first look to its answer. It may run more than once, so it changes nothing else. */
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

/** GET of something that is not JSON, or not JSON of ours. */
export const raw = <Q extends Fields = Record<never, never>>(
  o: Reading<Q, RawAnswer> & { types: readonly string[]; notModified?: true },
): Operation => ({
  ...reading('raw'),
  ...o,
})

/** POST that makes a new object: 201. */
export const create = <B extends Fields>(o: Writing<B, unknown> & { answer: Shape }): Operation => ({
  ...writing(201),
  ...o,
})

/** PUT of a whole object. */
export const replace = <B extends Fields>(o: Writing<B, unknown> & { answer: Shape }): Operation => ({
  ...writing(200),
  ...o,
})

/** PATCH: the members that are sent, no others. */
export const amend = <B extends Fields>(
  o: Omit<Writing<B, unknown>, 'handle'> & {
    answer: Shape
    handle: (call: Call<Partial<Input<B>>, Record<string, never>>) => Promise<unknown>
  },
): Operation => ({ ...writing(200), ...o })

/** DELETE: 204 and no body. Alone, unless it says otherwise: nobody may refer to what is just going. */
export const remove = (o: Writing<Record<never, never>, void>): Operation => ({
  ...writing(204, 'nothing'),
  hold: 'alone',
  ...o,
})

/** POST that does something and tells the outcome: 200. */
export const act = <B extends Fields, Q extends Fields = Record<never, never>>(
  o: Writing<B, unknown, Q> & { answer?: Shape; answers?: 'one' | 'array' },
): Operation => ({
  ...writing(200),
  ...o,
})

/** A new object says where it lives, unless it has no address of its own. */
export function locationOf(operation: Operation, result: unknown): Record<string, string> {
  const url = (result as { url?: unknown } | null)?.url
  return operation.status === 201 && typeof url === 'string' ? { Location: url } : {}
}
