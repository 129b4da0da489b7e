import type { CallOptions, ClientOptions, JsonObject, NoParameters, Page } from './common.ts'
import { Http, HttpError, type SentBody } from './http.ts'
import { FILES, type RestOperations } from './rest.generated.ts'

export interface RestProblem {
  /** For programs. */
  code: string
  /** For people. */
  detail: string
  /** The field it is about. */
  attr: string | null
}

/** An error response of the REST API, with all its problems. */
export class RestError extends Error {
  readonly status: number
  readonly problems: readonly RestProblem[]
  readonly answer: JsonObject

  constructor(status: number, problems: readonly RestProblem[], answer: JsonObject) {
    super(problems.map(({ attr, detail }) => (attr ? `${attr}: ${detail}` : detail)).join(' ') || `HTTP ${status}`)
    this.name = 'RestError'
    this.status = status
    this.problems = problems
    this.answer = answer
  }
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
export type RestPath = keyof RestOperations

/** Paths that support a method. */
export type PathsWith<M extends Method> = {
  [P in RestPath]: RestOperations[P] extends Record<M, unknown> ? P : never
}[RestPath]

type Operation<P extends RestPath, M extends Method> = RestOperations[P] extends Record<M, infer O> ? O : never
type Needed<O, K extends string, Optional extends boolean> =
  O extends Record<K, infer V>
    ? NoParameters extends V
      ? { [k in K]?: V }
      : Optional extends true
        ? { [k in K]?: V }
        : { [k in K]: V }
    : { [k in K]?: never }

/** Arguments of a request: path variables, query, body. */
export type RestArgs<P extends RestPath, M extends Method> = Needed<Operation<P, M>, 'path', false> &
  Needed<Operation<P, M>, 'query', false> &
  Needed<Operation<P, M>, 'body', false> &
  CallOptions &
  (M extends 'get' ? unknown : WriteOptions)

export interface WriteOptions {
  /** Writes only if the object still has this ETag (`getTagged`). Otherwise the request fails with status 412. */
  ifMatch?: string
  /** Makes it safe to send the request again: 8 to 200 characters, a new key for every new write. */
  idempotencyKey?: string
}

/** An answer with the ETag it has on this server. */
export interface Tagged<T> {
  answer: T
  /** Null if the server sent none. */
  etag: string | null
}

export type RestAnswer<P extends RestPath, M extends Method> = Operation<P, M> extends { answer: infer A } ? A : never

/** Paths whose GET returns a paged list. */
export type ListPath = {
  [P in PathsWith<'get'>]: RestAnswer<P, 'get'> extends Page<unknown> ? P : never
}[PathsWith<'get'>]
type ItemOf<P extends ListPath> = RestAnswer<P, 'get'> extends Page<infer T> ? T : never

/** The arguments are optional if none is required. */
type Rest<A> = Record<never, never> extends A ? [args?: A] : [args: A]

export interface RestOptions extends ClientOptions {
  /** The site: `https://example.org`. */
  url: string
}

interface AnyArgs extends CallOptions, WriteOptions {
  path?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>>
  body?: Readonly<Record<string, unknown>>
}

/** The REST API of Parlance, or of a Weblate. */
export class Translations {
  readonly #http: Http
  readonly #base: string

  constructor(options: RestOptions) {
    this.#http = new Http(options)
    this.#base = `${options.url.replace(/\/+$/, '')}/api`
  }

  get<const P extends PathsWith<'get'>>(path: P, ...[args]: Rest<RestArgs<P, 'get'>>): Promise<RestAnswer<P, 'get'>> {
    return this.#call('GET', path, args as AnyArgs) as Promise<RestAnswer<P, 'get'>>
  }

  /** The same with the ETag of the answer, to change the object later only if nobody else has. */
  async getTagged<const P extends PathsWith<'get'>>(
    path: P,
    ...[args]: Rest<RestArgs<P, 'get'>>
  ): Promise<Tagged<RestAnswer<P, 'get'>>> {
    let etag: string | null = null
    const answer = await this.#call('GET', path, args as AnyArgs, response => {
      etag = response.headers.get('etag')
    })
    return { answer: answer as RestAnswer<P, 'get'>, etag }
  }

  post<const P extends PathsWith<'post'>>(
    path: P,
    ...[args]: Rest<RestArgs<P, 'post'>>
  ): Promise<RestAnswer<P, 'post'>> {
    return this.#call('POST', path, args as AnyArgs) as Promise<RestAnswer<P, 'post'>>
  }

  put<const P extends PathsWith<'put'>>(path: P, ...[args]: Rest<RestArgs<P, 'put'>>): Promise<RestAnswer<P, 'put'>> {
    return this.#call('PUT', path, args as AnyArgs) as Promise<RestAnswer<P, 'put'>>
  }

  patch<const P extends PathsWith<'patch'>>(
    path: P,
    ...[args]: Rest<RestArgs<P, 'patch'>>
  ): Promise<RestAnswer<P, 'patch'>> {
    return this.#call('PATCH', path, args as AnyArgs) as Promise<RestAnswer<P, 'patch'>>
  }

  delete<const P extends PathsWith<'delete'>>(
    path: P,
    ...[args]: Rest<RestArgs<P, 'delete'>>
  ): Promise<RestAnswer<P, 'delete'>> {
    return this.#call('DELETE', path, args as AnyArgs) as Promise<RestAnswer<P, 'delete'>>
  }

  /** All items of a list, page by page. */
  async *list<const P extends ListPath>(
    path: P,
    ...[args]: Rest<RestArgs<P, 'get'>>
  ): AsyncGenerator<ItemOf<P>, void, undefined> {
    let current = (args ?? {}) as AnyArgs
    for (;;) {
      const page = (await this.#call('GET', path, current)) as Page<ItemOf<P>>
      yield* page.results
      if (page.next === null) return
      // The server may use another host name than we do, so only the query string counts.
      current = { ...current, query: Object.fromEntries(new URL(page.next).searchParams) }
    }
  }

  async #call(
    method: string,
    path: string,
    args: AnyArgs = {},
    look: (response: Response) => void = () => undefined,
  ): Promise<unknown> {
    const { signal } = args
    const { body, headers } = bodyOf(args.body)
    const request = {
      method,
      url: this.#address(path, args),
      body,
      headers: { ...headers, ...conditionsOf(args) },
      signal,
    }
    if (method === 'GET' && FILES.has(path)) return this.#file(request, look)
    const { response, text } = await this.#http.send(request)
    look(response)
    if (response.status === 204 || (response.ok && text === '')) return undefined
    const answer = parsed(response, text)
    if (response.ok) return answer
    throw restError(response.status, answer as JsonObject)
  }

  async #file(request: Parameters<Http['fetchBlob']>[0], look: (response: Response) => void): Promise<Blob> {
    const { response, blob } = await this.#http.fetchBlob({ ...request, headers: { Accept: '*/*' } })
    look(response)
    if (response.ok) return blob
    throw restError(response.status, parsed(response, await blob.text()) as JsonObject)
  }

  #address(path: string, { path: variables = {}, query = {} }: AnyArgs): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, variables[name]))
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      for (const each of [value].flat()) if (each !== undefined && each !== null) search.append(name, String(each))
    return `${this.#base}${filled}${search.size > 0 ? `?${search}` : ''}`
  }
}

const conditionsOf = ({ ifMatch, idempotencyKey }: WriteOptions): Record<string, string> => ({
  ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
  ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
})

/** The slash between category and component is encoded twice. */
function segment(name: string, value: string | number | undefined): string {
  if (value === undefined) throw new TypeError(`The path needs "${name}".`)
  const text = String(value)
  return encodeURIComponent(name === 'component' ? text.replaceAll('/', '%2F') : text)
}

function bodyOf(body: AnyArgs['body']): { body?: SentBody; headers?: Record<string, string> } {
  if (body === undefined) return {}
  const values = Object.entries(body).filter(([, value]) => value !== undefined)
  if (!values.some(([, value]) => value instanceof Blob))
    return { body: JSON.stringify(Object.fromEntries(values)), headers: { 'Content-Type': 'application/json' } }
  const form = new FormData()
  for (const [name, value] of values)
    for (const each of [value].flat()) form.append(name, each instanceof Blob ? each : String(each))
  return { body: form }
}

function parsed(response: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HttpError(response.status, text, { cause })
  }
}

function restError(status: number, answer: JsonObject): RestError {
  const problems = Array.isArray(answer.errors) ? (answer.errors as RestProblem[]) : []
  // Older servers return a single text.
  const only = typeof answer.detail === 'string' ? [{ code: String(status), detail: answer.detail, attr: null }] : []
  return new RestError(status, problems.length > 0 ? problems : only, answer)
}
