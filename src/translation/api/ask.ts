import type { Caller } from '#accounts/caller.ts'
import type { Services } from '#core/services.ts'
import type { Fields } from '#fields/field.ts'
import type { Problem } from '#fields/problem.ts'
import { isGone } from '#store/gone.ts'
import { Addresses } from '../values/addresses.ts'
import { methodNotAllowed, notAuthenticated, notFound, refusalOf, unavailable } from './errors.ts'
import { paginate } from './pagination.ts'
import { perform } from './perform.ts'
import { JsonAnswer, type Method, type Resource, type Rows } from './resource.ts'
import { Router } from './router.ts'

/** The outcome of an in-process API request. */
export type Reply<T> =
  | { readonly ok: true; readonly status: number; readonly body: T }
  | { readonly ok: false; readonly status: number; readonly problems: readonly Problem[] }

export interface Question {
  readonly query?: Readonly<Record<string, string | readonly number[]>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal
}

const NEVER_ABORTED = new AbortController().signal

/**
 * The REST API in-process, for pages: the same declarations, permissions and texts, called on behalf of the page's
 * viewer. Errors of the API come back as a reply; unexpected errors are thrown.
 */
export class Asker {
  readonly #services: Services
  readonly #router: Router
  readonly #addresses: Addresses

  constructor(resources: readonly Resource[], services: Services) {
    this.#services = services
    this.#router = new Router(resources)
    this.#addresses = new Addresses(services.config.siteUrl)
  }

  /** `path` is what follows `/api`, percent-encoded, with its final slash. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape that the resource declares
  async ask<T = any>(caller: Caller, method: Method, path: string, question: Question = {}): Promise<Reply<T>> {
    try {
      return await this.#answer<T>(caller, method, path, question)
    } catch (cause) {
      const apiError = refusalOf(cause) ?? (isGone(cause) ? notFound() : unavailable(cause))
      if (apiError === null) throw cause
      return { ok: false, status: apiError.status, problems: apiError.problems }
    }
  }

  /** The body fields an operation declares, used to build forms. */
  fields(method: Method, path: string): Fields {
    return this.#router.find(path)?.resource.operations[method]?.body ?? {}
  }

  async #answer<T>(
    caller: Caller,
    method: Method,
    path: string,
    { query = {}, body = {}, signal = NEVER_ABORTED }: Question,
  ): Promise<Reply<T>> {
    const match = this.#router.find(path)
    if (match === null) throw notFound()
    const operation = match.resource.operations[method]
    if (operation === undefined) throw methodNotAllowed(method)
    if ((method !== 'GET' || operation.loginRequired) && caller.account === null) throw notAuthenticated()
    const request = {
      params: match.params,
      query,
      body: () => body,
      partial: method === 'PATCH',
      headers: {},
      signal,
    }
    const context = { services: this.#services, addresses: this.#addresses }
    const result = await perform(context, caller, operation, request)
    if (result === undefined && operation.answers === 'one') throw notFound()
    const { body: payload, status } = result instanceof JsonAnswer ? result : { body: result, status: operation.status }
    if (operation.answers !== 'page') return { ok: true, status, body: payload as T }
    const place = { path: `/api${path}`, query: new URLSearchParams(onlyTexts(query)), addresses: this.#addresses }
    return { ok: true, status, body: (await paginate(payload as Rows, place, operation.pageSize)) as T }
  }
}

const onlyTexts = (query: NonNullable<Question['query']>): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
