import type { CallOptions, ClientOptions, JsonObject, Many } from './common.ts'
import { Http, HttpError, retryAfter, type SentBody } from './http.ts'
import {
  type ActionParams,
  type ActionResults,
  type CommonParams,
  type GeneratorParams,
  type ListParams,
  type ListResults,
  type MetaParams,
  type MetaResults,
  type PageBase,
  type PageSet,
  POSTED,
  type PropParams,
  type PropResults,
  type QueryParams,
} from './wiki.generated.ts'

/** An error of the Action API. Programs should check `code`. */
export class WikiError extends Error {
  readonly code: string
  readonly answer: JsonObject

  constructor(code: string, info: string, answer: JsonObject) {
    super(`${code}: ${info}`)
    this.name = 'WikiError'
    this.code = code
    this.answer = answer
  }
}

export type ListName = keyof ListParams
export type PropName = keyof PropParams
export type MetaName = keyof MetaParams
export type ActionName = keyof ActionParams
export type GeneratorName = keyof GeneratorParams

/** The intersection of all members of a union. */
type All<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never
type WithG<P> = { [K in keyof P as K extends string ? `g${K}` : never]: P[K] }

/** The parameters of a query: only those of the modules it uses. */
export type QueryArgs<L extends ListName, P extends PropName, M extends MetaName, G extends GeneratorName> = {
  list?: Many<L>
  prop?: Many<P>
  meta?: Many<M>
  generator?: G
} & QueryParams &
  CommonParams &
  All<ListParams[L]> &
  All<PropParams[P]> &
  All<MetaParams[M]> &
  All<G extends unknown ? WithG<GeneratorParams[G]> : never>

/** One item of a list. */
export type ListItem<L extends ListName> = ItemOf<ListResults[L][L & keyof ListResults[L]]>
/** One list has its items inside an object. */
type ItemOf<T> = T extends readonly (infer Item)[]
  ? Item
  : T extends { results: readonly (infer Item)[] }
    ? Item
    : never

/** A page with the requested data. It may be spread over several responses, so any member can be missing in one. */
export type WikiPage<P extends PropName = never> = PageBase & All<PropResults[P]>

type Listed<L extends ListName> = ListItem<L>[] | { results: ListItem<L>[] } | undefined

/** The one list that is not inside `query`. */
type Beside = 'watchlistraw'

export type QueryAnswer<L extends ListName, P extends PropName, M extends MetaName> = QueryPart<L, P, M> &
  Partial<All<ListResults[Extract<L, Beside>]>>

interface QueryPart<L extends ListName, P extends PropName, M extends MetaName> {
  /** The data of these pages is complete. */
  batchcomplete?: boolean
  /** Parameters to add to the request for the next part. */
  continue?: Record<string, string | number>
  warnings?: JsonObject
  query?: { pages?: WikiPage<P>[] } & PageSet & Partial<All<ListResults[Exclude<L, Beside>]>> & All<MetaResults[M]>
}

export type ActionAnswer<A extends ActionName> = ActionResults[A] & { warnings?: JsonObject }

type Value = Many<string | number | boolean | Date | Blob | undefined>
export type Params = Readonly<Record<string, Value>>

export interface WikiOptions extends ClientOptions {
  /** Where `api.php` is: `https://example.org/w/api.php`. */
  url: string
  /** Wait and retry while the database replication lag exceeds this many seconds. */
  maxlag?: number
  /** For browsers on pages of other sites: sends anonymous requests. */
  crossSite?: boolean
}

/** The token has expired; it is replaced once. */
const BAD_TOKEN = 'badtoken'
const MAXLAG_WAIT = 5

/** The Action API of Parlance, or of any MediaWiki from 1.25 on. */
export class Wiki {
  readonly #http: Http
  readonly #options: WikiOptions
  #tokens = new Map<string, Promise<string>>()

  constructor(options: WikiOptions) {
    this.#options = options
    this.#http = new Http(options)
  }

  /** Any request with any parameters, for modules without types. */
  async request(params: Params, { signal, post = false }: CallOptions & { post?: boolean } = {}): Promise<JsonObject> {
    const { url, maxlag, crossSite } = this.#options
    const all = { ...params, format: 'json', formatversion: '2', ...(maxlag !== undefined && { maxlag }) }
    const sent = post ? bodyOf(all) : null
    const address = new URL(url)
    if (crossSite) address.searchParams.set('origin', '*')
    if (!post) for (const [name, value] of fieldsOf(all)) address.searchParams.set(name, value as string)
    const { response, text } = await this.#http.send(
      { method: post ? 'POST' : 'GET', url: address.href, body: sent ?? undefined, signal },
      maxlagDelay,
    )
    return answerOf(response, text)
  }

  /** One response of action=query. Use `queryAll` to continue to the end. */
  async query<
    const L extends ListName = never,
    const P extends PropName = never,
    const M extends MetaName = never,
    const G extends GeneratorName = never,
  >(params: QueryArgs<L, P, M, G>, options: CallOptions = {}): Promise<QueryAnswer<L, P, M>> {
    const answer = await this.request({ ...(params as Params), action: 'query' }, options)
    return answer as QueryAnswer<L, P, M>
  }

  /** All responses of a query, until it is complete. */
  async *queryAll<
    const L extends ListName = never,
    const P extends PropName = never,
    const M extends MetaName = never,
    const G extends GeneratorName = never,
  >(params: QueryArgs<L, P, M, G>, options: CallOptions = {}): AsyncGenerator<QueryAnswer<L, P, M>, void, undefined> {
    let more: Params = {}
    for (;;) {
      const answer = await this.query<L, P, M, G>({ ...params, ...more }, options)
      yield answer
      if (answer.continue === undefined) return
      more = answer.continue
    }
  }

  /** All items of a list. */
  async *list<const L extends ListName>(
    name: L,
    params: ListParams[L] & CommonParams,
    options: CallOptions = {},
  ): AsyncGenerator<ListItem<L>, void, undefined> {
    for await (const answer of this.queryAll<L>({ ...params, list: name } as never, options)) {
      const { query = {}, ...beside } = answer as { query?: Record<string, Listed<L>> } & Record<string, Listed<L>>
      const listed = query[name] ?? beside[name]
      if (listed) yield* Array.isArray(listed) ? listed : listed.results
    }
  }

  /** All pages of a query with all requested data, merged from as many responses as necessary. */
  async *pages<
    const P extends PropName = never,
    const L extends ListName = never,
    const M extends MetaName = never,
    const G extends GeneratorName = never,
  >(params: QueryArgs<L, P, M, G>, options: CallOptions = {}): AsyncGenerator<WikiPage<P>, void, undefined> {
    let batch = new Map<string, JsonObject>()
    for await (const { query, batchcomplete } of this.queryAll<L, P, M, G>(params, options)) {
      for (const page of (query?.pages ?? []) as JsonObject[]) {
        const key = String(page.pageid ?? page.title ?? page.revid)
        batch.set(key, merged(batch.get(key) ?? {}, page))
      }
      if (!batchcomplete) continue
      yield* batch.values() as Iterable<WikiPage<P>>
      batch = new Map()
    }
    yield* batch.values() as Iterable<WikiPage<P>>
  }

  /** Any other action. Uses POST and adds the token where required. */
  async action<const A extends ActionName>(
    name: A,
    params: ActionParams[A] & CommonParams,
    options: CallOptions = {},
  ): Promise<ActionAnswer<A>> {
    const posted = POSTED[name]
    const send = async (): Promise<JsonObject> => {
      const token = posted?.token && !('token' in params) ? { token: await this.token(posted.token, options) } : {}
      return this.request({ ...(params as Params), ...token, action: name }, { ...options, post: posted !== undefined })
    }
    try {
      return (await send()) as ActionAnswer<A>
    } catch (error) {
      if (!(error instanceof WikiError) || error.code !== BAD_TOKEN || !posted?.token) throw error
      this.#tokens.delete(posted.token)
      return (await send()) as ActionAnswer<A>
    }
  }

  /** A token, requested once per type. */
  token(type: string, options: CallOptions = {}): Promise<string> {
    const cached = this.#tokens.get(type)
    if (cached) return cached
    const token = this.#requestToken(type, options)
    this.#tokens.set(type, token)
    token.catch(() => this.#tokens.delete(type))
    return token
  }

  async #requestToken(type: string, options: CallOptions): Promise<string> {
    const answer = await this.request({ action: 'query', meta: 'tokens', type }, options)
    const tokens = (answer.query as { tokens: Record<string, string> }).tokens
    return tokens[`${type}token`]!
  }

  /** Logs in with a bot password (`Name@bot`) or an account's password. Returns the user name. */
  async login(name: string, password: string, options: CallOptions = {}): Promise<string> {
    this.#tokens.clear()
    const token = await this.#requestToken('login', options)
    this.#tokens.clear()
    return name.includes('@')
      ? this.#loginBot(name, password, token, options)
      : this.#loginUser(name, password, token, options)
  }

  async #loginBot(name: string, password: string, token: string, options: CallOptions): Promise<string> {
    const params = { action: 'login', lgname: name, lgpassword: password, lgtoken: token }
    const answer = await this.request(params, { ...options, post: true })
    const login = answer.login as { result: string; reason?: unknown; lgusername?: string }
    if (login.result !== 'Success') throw new WikiError(login.result, String(login.reason ?? 'Login failed.'), answer)
    return login.lgusername!
  }

  async #loginUser(name: string, password: string, token: string, options: CallOptions): Promise<string> {
    const loginreturnurl = new URL('/', this.#options.url).href
    const params = { action: 'clientlogin', username: name, password, logintoken: token, loginreturnurl }
    const answer = await this.request(params, { ...options, post: true })
    const login = answer.clientlogin as { status: string; username?: string; message?: string; messagecode?: string }
    if (login.status !== 'PASS')
      throw new WikiError(login.messagecode ?? login.status, login.message ?? 'Login failed.', answer)
    return login.username!
  }

  /** Ends the session. */
  async logout(options: CallOptions = {}): Promise<void> {
    await this.action('logout', {}, options)
    this.#tokens.clear()
    this.#http.forget()
  }
}

/** MediaWiki reports replication lag with status 200. */
function maxlagDelay(response: Response, text: string): number | null {
  const code = response.headers.get('mediawiki-api-error')
  if (code !== 'maxlag' && !(code === null && /"code":"maxlag"/.test(text.slice(0, 300)))) return null
  return retryAfter(response) ?? MAXLAG_WAIT
}

function answerOf(response: Response, text: string): JsonObject {
  let answer: JsonObject
  try {
    answer = JSON.parse(text) as JsonObject
  } catch (cause) {
    throw new HttpError(response.status, text, { cause })
  }
  const [error] = [answer.error, ...((answer.errors as unknown[] | undefined) ?? [])].filter(Boolean) as {
    code: string
    info?: string
    text?: string
    html?: string
  }[]
  if (error) throw new WikiError(error.code, error.info ?? error.text ?? error.html ?? '', answer)
  return answer
}

/** MediaWiki's alternative separator, for values that contain a pipe. */
const SEPARATOR = '\u001f'

function* fieldsOf(params: Params): Generator<[string, string | Blob]> {
  for (const [name, value] of Object.entries(params)) {
    const text = fieldOf(value)
    if (text !== null) yield [name, text]
  }
}

function fieldOf(value: Value): string | Blob | null {
  if (value === undefined || value === false) return null
  if (value === true) return '1'
  if (value instanceof Date) return value.toISOString().replace(/\.\d+Z$/, 'Z')
  if (value instanceof Blob) return value
  if (!Array.isArray(value)) return String(value)
  const all = (value as readonly Value[]).map(fieldOf).filter(each => typeof each === 'string')
  return all.some(each => each.includes('|')) ? SEPARATOR + all.join(SEPARATOR) : all.join('|')
}

function bodyOf(params: Params): SentBody {
  const fields = [...fieldsOf(params)]
  if (fields.every(([, value]) => typeof value === 'string')) return new URLSearchParams(fields as [string, string][])
  const form = new FormData()
  for (const [name, value] of fields) form.set(name, value)
  return form
}

/** Merges two responses about one page: lists are concatenated, other members are equal. */
function merged(before: JsonObject, now: JsonObject): JsonObject {
  const all: JsonObject = { ...before }
  for (const [name, value] of Object.entries(now)) {
    const existing = all[name]
    all[name] = Array.isArray(existing) && Array.isArray(value) ? [...existing, ...value] : value
  }
  return all
}
