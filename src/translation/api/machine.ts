import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { issueToken } from '#accounts/tokens.ts'
import { readerOf } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { logEvent } from '#events/log.ts'
import { readFields } from '#fields/read.ts'
import { nobody, PAGE_HEADERS } from '#html/page.ts'
import { STATUS_TEXTS } from '#html/status-texts.ts'
import { isGone } from '#store/gone.ts'
import { whileWanted } from '#store/turn.ts'
import { Addresses } from '../values/addresses.ts'
import { readBody } from './body.ts'
import { Call } from './call.ts'
import {
  errorBody,
  methodNotAllowed,
  notAuthenticated,
  notFound,
  refusalOf,
  serverError,
  unavailable,
} from './errors.ts'
import { etagIn, etagOfFile, isUnchanged } from './etag.ts'
import { keyOf, REPLAYED_HEADER } from './idempotency.ts'
import { logFailure } from './log-failure.ts'
import { BROWSABLE_RENDERER, JSON_RENDERER, type Negotiated, negotiate, renderersOf } from './negotiation.ts'
import { describeResource } from './options.ts'
import { paginate } from './pagination.ts'
import { perform } from './perform.ts'
import { type BrowsableView, browsable } from './renderers/browsable.ts'
import { withoutBlanks } from './renderers/form.ts'
import { renderText } from './renderers/text.ts'
import { checkAssertions, checkCsrf, identify } from './request.ts'
import {
  JsonAnswer,
  locationOf,
  METHODS,
  type Method,
  type Operation,
  RawAnswer,
  type Resource,
  type Rows,
} from './resource.ts'
import { type Match, Router } from './router.ts'
import { checkScope } from './scopes.ts'
import { addLimits, parseRate, Throttle } from './throttle.ts'

/** State of a request in progress. An error response uses as much of it as has been filled in. */
interface Exchange {
  path: string
  search: URLSearchParams
  match: Match | null
  negotiated: Negotiated
  caller: Caller | null
  headers: Record<string, string>
  signal: AbortSignal
  /** Values submitted with a form on a browsable page, to show them again after an error. */
  typed: BrowsableView['typed']
}

/** The status nginx logs for this case; the client never sees it. */
const CLIENT_CLOSED_REQUEST = 499

class CallerGone extends Error {
  constructor() {
    super('The client closed the connection.')
  }
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

const DEFAULT: Negotiated = { renderer: JSON_RENDERER, indent: 0 }

/** The life cycle of a request: route, negotiate, authenticate, throttle, authorize, parse, handle, render. */
export class Machine {
  readonly addresses: Addresses
  readonly #services: Services
  readonly #router: Router
  readonly #throttles: { anonymous: Throttle | null; user: Throttle | null }
  readonly #visitorThrottles = new Map<Operation, Throttle>()

  constructor(resources: readonly Resource[], services: Services) {
    this.#services = services
    this.#router = new Router(resources)
    this.addresses = new Addresses(services.config.siteUrl)
    const throttle = (name: string, rate: string | null) =>
      rate === null ? null : new Throttle(name, parseRate(rate), services)
    const { apiRatelimitAnon, apiRatelimitUser } = services.config
    this.#throttles = { anonymous: throttle('address', apiRatelimitAnon), user: throttle('account', apiRatelimitUser) }
    for (const { name, operations } of resources)
      for (const [method, operation] of Object.entries(operations))
        if (operation.anonymousRate)
          this.#visitorThrottles.set(
            operation,
            new Throttle(`${method} ${name}`, parseRate(operation.anonymousRate), services),
          )
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const mark = request.raw.url!.indexOf('?')
    const path = mark < 0 ? request.raw.url! : request.raw.url!.slice(0, mark)
    const search = new URLSearchParams(mark < 0 ? '' : request.raw.url!.slice(mark + 1))
    const disconnected = new AbortController()
    const { signal } = disconnected
    // A connection also closes after the last byte, when nothing is left to stop.
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) disconnected.abort(new CallerGone())
    })
    const exchange: Exchange = {
      path,
      search,
      match: null,
      negotiated: DEFAULT,
      caller: null,
      headers: {},
      typed: null,
      signal,
    }
    try {
      return await whileWanted(signal, () => this.#run(request, reply, exchange))
    } catch (cause) {
      if (signal.aborted) return this.#leave(request, reply, cause)
      const outage = unavailable(cause)
      const error = refusalOf(cause) ?? (isGone(cause) ? notFound() : (outage ?? serverError()))
      logFailure(request.log, error.status, cause)
      // A page about its reader would need the database.
      if (outage) exchange.caller = null
      return this.#write(request, reply, exchange, error.status, errorBody(error), error.headers)
    }
  }

  /** The client is gone, so nobody reads the response. The work so far was rolled back. */
  #leave(request: FastifyRequest, reply: FastifyReply, cause: unknown): FastifyReply {
    logEvent(request.log, 'rest_api.client_gone', { err: cause })
    return reply.code(CLIENT_CLOSED_REQUEST).send()
  }

  async #run(request: FastifyRequest, reply: FastifyReply, exchange: Exchange): Promise<FastifyReply> {
    exchange.match = this.#router.find(exchange.path.slice('/api'.length))
    const { match, search } = exchange
    if (match === null) {
      exchange.negotiated = quietly(() =>
        negotiate([JSON_RENDERER, BROWSABLE_RENDERER], request.headers.accept, undefined),
      )
      throw notFound()
    }
    const { resource } = match
    exchange.headers.Allow = [...METHODS.filter(method => resource.operations[method]), 'HEAD', 'OPTIONS'].join(', ')
    if (match.format && resource.suffixes?.(match.format) === false) throw notFound()
    const format = resource.ownFormat ? undefined : (match.format ?? search.get('format') ?? undefined)
    // Errors need a format even if the requested one does not exist.
    exchange.negotiated = quietly(() => negotiate(renderersOf(resource), request.headers.accept, undefined))
    const isRaw = Object.values(resource.operations).some(operation => operation.answers === 'raw')
    if (!(isRaw && resource.ownFormat))
      exchange.negotiated = negotiate(renderersOf(resource), request.headers.accept, format)
    exchange.caller = await identify(this.#services.callers, request)
    const caller = exchange.caller
    checkAssertions(caller, request)
    const writes = !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    const isOpen = Object.values(resource.operations).some(({ anonymousRate }) => anonymousRate !== undefined)
    if (writes && caller.account === null && !isOpen) throw notAuthenticated()
    await this.#limit(caller, exchange)
    const parsed = writes ? await readBody(request) : undefined
    const method = methodOf(request, parsed, caller)
    if (writes) checkCsrf(caller, request, parsed)
    if (method === 'OPTIONS') return this.#describe(request, reply, exchange, resource)
    const operation = resource.operations[method === 'HEAD' ? 'GET' : (method as Method)]
    if (operation === undefined) throw methodNotAllowed(request.method)
    checkScope(caller, resource, method === 'HEAD' ? 'GET' : (method as Method), match.params)
    if (caller.account === null) await this.#admitVisitor(operation, caller, exchange)
    const result = await perform({ services: this.#services, addresses: this.addresses }, caller, operation, {
      params: match.params,
      query: { ...queryObject(search), ...(resource.ownFormat && match.format && !writes && { format: match.format }) },
      body: () => {
        if (isForm(request, caller)) exchange.typed = { method, values: parsed as Record<string, unknown> }
        return operation.body && exchange.typed ? withoutBlanks(operation.body, parsed, method) : parsed
      },
      partial: method === 'PATCH',
      headers: request.headers,
      signal: exchange.signal,
      read: resource.operations.GET,
      key: writes
        ? keyOf(caller, operation, { method, address: request.raw.url!, body: parsed, headers: request.headers })
        : null,
      onReplay: () => {
        exchange.headers[REPLAYED_HEADER] = 'true'
      },
    })
    if (result === undefined && operation.answers === 'one') throw notFound()
    return this.#deliver(request, reply, exchange, operation, result)
  }

  #call(request: FastifyRequest, { match, signal }: Exchange, caller: Caller, query: unknown = {}): Call {
    const context = { services: this.#services, addresses: this.addresses }
    const { params } = match!
    return new Call(context, caller, { params, query, body: undefined, headers: request.headers, signal })
  }

  async #admitVisitor(operation: Operation, { ip }: Caller, exchange: Exchange): Promise<void> {
    const throttle = this.#visitorThrottles.get(operation)
    if (throttle) addLimits(exchange.headers, await throttle.admit(ip))
    else if (operation.loginRequired) throw notAuthenticated()
  }

  async #limit(caller: Caller, exchange: Exchange): Promise<void> {
    const throttle = caller.account === null ? this.#throttles.anonymous : this.#throttles.user
    const key = caller.account === null ? caller.ip : String(caller.account.id)
    if (throttle) addLimits(exchange.headers, await throttle.admit(key))
  }

  async #deliver(
    request: FastifyRequest,
    reply: FastifyReply,
    exchange: Exchange,
    operation: Operation,
    result: unknown,
  ): Promise<FastifyReply> {
    if (result instanceof RawAnswer) {
      reply.headers({ ...this.#headers(exchange), ...result.headers })
      const tag = READING.has(request.method) && result.status === 200 ? etagOfFile(result.content) : null
      if (tag !== null) reply.header('ETag', tag)
      if (tag !== null && isUnchanged(request.headers, tag)) return reply.code(304).send()
      return send(request, reply.code(result.status), result.content)
    }
    if (operation.answers === 'nothing') {
      reply.headers(this.#headers(exchange))
      // Browsers show nothing for an empty response, so redirect to the parent list.
      if (exchange.negotiated.renderer === BROWSABLE_RENDERER && isForm(request, exchange.caller!))
        return reply.redirect(exchange.path.replace(/[^/]+\/?$/, ''), 303)
      return reply.code(operation.status).send()
    }
    const { body, status, headers } =
      result instanceof JsonAnswer ? result : new JsonAnswer(result, operation.status, locationOf(operation, result))
    const page =
      operation.answers === 'page'
        ? await paginate(
            body as Rows,
            { path: exchange.path, query: exchange.search, addresses: this.addresses },
            operation.pageSize,
          )
        : body
    return this.#write(request, reply, exchange, status, page, headers, operation.hold === null && status === 200)
  }

  async #describe(
    request: FastifyRequest,
    reply: FastifyReply,
    exchange: Exchange,
    resource: Resource,
  ): Promise<FastifyReply> {
    const offered = await this.#offered(request, exchange, resource)
    return this.#write(request, reply, exchange, 200, describeResource(resource, renderersOf(resource), offered))
  }

  /** Write operations the caller has permission for. */
  async #offered(request: FastifyRequest, exchange: Exchange, resource: Resource, forPeople = false) {
    const offered: Partial<Record<Method, Operation>> = {}
    if (exchange.caller === null || exchange.caller.account === null) return offered
    for (const method of METHODS) {
      const operation = resource.operations[method]
      // People need only one edit form, and PATCH lets them send any subset of the fields.
      const isSecond = method === 'PUT' && forPeople && resource.operations.PATCH !== undefined
      if (operation === undefined || method === 'GET' || isSecond) continue
      try {
        checkScope(exchange.caller, resource, method, exchange.match!.params)
        await operation.allow?.(this.#call(request, exchange, exchange.caller))
        offered[method] = operation
      } catch (error) {
        if (refusalOf(error) === null) throw error
      }
    }
    return offered
  }

  #headers(exchange: Exchange): Record<string, string | string[]> {
    const cookies = exchange.caller?.setCookies ?? []
    return {
      ...exchange.headers,
      // Responses to logged-in users may contain private data and must not be stored.
      'Cache-Control': exchange.caller?.account ? 'private, no-store' : 'private, no-cache',
      Vary: 'Accept, Authorization, Cookie',
      ...(cookies.length > 0 && { 'Set-Cookie': [...cookies] }),
    }
  }

  async #write(
    request: FastifyRequest,
    reply: FastifyReply,
    exchange: Exchange,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
    isTagged = false,
  ): Promise<FastifyReply> {
    const { negotiated, match } = exchange
    reply.code(status).headers({ ...this.#headers(exchange), ...headers })
    if (negotiated.renderer === BROWSABLE_RENDERER) {
      const page = await this.#page(request, exchange, status, body)
      reply.header('Vary', 'Accept, Accept-Language, Authorization, Cookie')
      return send(request, reply.headers(PAGE_HEADERS), page)
    }
    const { type, text } = renderText(negotiated, match?.resource, status, body)
    if (isTagged && READING.has(request.method)) {
      const tag = etagIn(negotiated, body, text)
      reply.header('ETag', tag)
      if (isUnchanged(request.headers, tag)) return reply.code(304).send()
    }
    return send(request, reply.header('Content-Type', type), text)
  }

  /** The object at this URL. After a rejected form the response holds only errors, so the object is read again. */
  async #current(request: FastifyRequest, exchange: Exchange, status: number, body: unknown): Promise<unknown> {
    const read = exchange.match?.resource.operations.GET
    if (status < 400 || exchange.typed === null || read?.answers !== 'one') return status < 400 ? body : null
    try {
      const query = read.query ? readFields(read.query, {}) : {}
      return await read.handle(this.#call(request, exchange, exchange.caller!, query))
    } catch (error) {
      if (refusalOf(error) !== null || isGone(error)) return null
      throw error
    }
  }

  async #page(request: FastifyRequest, exchange: Exchange, status: number, body: unknown): Promise<string> {
    const { match, caller, path } = exchange
    const session = caller?.via === 'session' && caller.account !== null
    return browsable({
      resource: match?.resource ?? null,
      params: match?.params ?? {},
      search: exchange.search,
      path,
      method: request.method,
      status,
      reason: STATUS_TEXTS[status] ?? '',
      headers: { ...exchange.headers, 'Content-Type': 'application/json', Vary: 'Accept, Authorization, Cookie' },
      body,
      current: await this.#current(request, exchange, status, body),
      typed: status < 400 ? null : exchange.typed,
      addresses: this.addresses,
      reader: caller ? await readerOf(this.#services, request, caller) : nobody(),
      csrfToken: session ? issueToken(caller, 'csrf', this.#services.clock) : null,
      offered: match && session ? await this.#offered(request, exchange, match.resource, true) : {},
      formats: match ? renderersOf(match.resource).map(each => each.format) : [],
    })
  }
}

const unchanged = (text: unknown): string => text as string

/** Uses its own serializer, because Fastify would add a charset; HEAD gets only the length. */
function send(request: FastifyRequest, reply: FastifyReply, content: string | Buffer): FastifyReply {
  if (request.method === 'HEAD') return reply.header('Content-Length', Buffer.byteLength(content)).send()
  return reply.serializer(unchanged).send(content)
}

const quietly = (choose: () => Negotiated): Negotiated => {
  try {
    return choose()
  } catch {
    return DEFAULT
  }
}

const queryObject = (search: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(search.keys())].map(key => [key, search.getAll(key).length > 1 ? search.getAll(key) : search.get(key)]),
  )

/** Whether the request may come from a form on a browsable page. */
const isForm = (request: FastifyRequest, caller: Caller): boolean =>
  request.method === 'POST' && caller.via === 'session' && !/json/.test(request.headers['content-type'] ?? '')

/** HTML forms support only POST, so browsable pages send the method in a field; `checkCsrf` protects it. */
function methodOf(request: FastifyRequest, parsed: unknown, caller: Caller): string {
  const requested = (parsed as { _method?: unknown } | null | undefined)?._method
  const isMethod =
    typeof requested === 'string' && (METHODS as readonly string[]).includes(requested) && requested !== 'GET'
  return isForm(request, caller) && isMethod ? requested : request.method
}
