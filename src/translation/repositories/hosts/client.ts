// Calls to the APIs of code hosts.

import { askOutside, OutboundError } from '../../outbound/request.ts'
import { RepositoryError } from '../repository-error.ts'

const MOST_BYTES = 2 * 1024 * 1024
const MOST_WORDS = 300

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** A member of a response, by its path; undefined if it is missing. */
export const inside = (value: unknown, ...names: (string | number)[]): unknown =>
  names.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[name] : undefined,
    value,
  )

export const textAt = (value: unknown, ...names: (string | number)[]): string => {
  const member = inside(value, ...names)
  return typeof member === 'string' || typeof member === 'number' ? String(member) : ''
}

export const listAt = (value: unknown, ...names: (string | number)[]): unknown[] => {
  const member = inside(value, ...names)
  return Array.isArray(member) ? member : []
}

/** An address from a response that is safe to link to. */
export const linkAt = (value: unknown, ...names: (string | number)[]): string => {
  const text = textAt(value, ...names)
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : ''
}

export interface ClientOptions {
  readonly api: string
  readonly headers: Readonly<Record<string, string>>
  /** Masked in messages. */
  readonly secrets: readonly string[]
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
}

export class HostClient {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** The response to a call; null if its status is one of `absent`. Other failures are worded for users. */
  async ask(method: Method, path: string, body?: unknown, absent: readonly number[] = []): Promise<unknown> {
    const { api, headers, allowPrivate, signal } = this.#options
    const json = body === undefined ? undefined : JSON.stringify(body)
    const answer = await askOutside(`${api}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Parlance',
        ...headers,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: json }),
      allowPrivate,
      signal,
      mostBytes: MOST_BYTES,
    }).catch((error: unknown) => {
      if (error instanceof OutboundError) throw new RepositoryError('away', `${this.#host}: ${error.message}`)
      throw error
    })
    if (absent.includes(answer.status)) return null
    if (answer.status >= 300) throw this.#failure(answer.status, answer.text)
    try {
      return JSON.parse(answer.text) as unknown
    } catch {
      throw new RepositoryError('failed', `${this.#host} did not respond with JSON. Check the repository URL.`)
    }
  }

  get #host(): string {
    return new URL(this.#options.api).host
  }

  #failure(status: number, text: string): RepositoryError {
    const words = this.#masked(wordsIn(text))
    const why = words === '' ? '' : ` ${words}`
    if (status === 401 || status === 403)
      return new RepositoryError('denied', `${this.#host} denied access to pull requests. Check the token.${why}`)
    if (status === 404)
      return new RepositoryError('denied', `${this.#host} has no such repository, or the token has no access to it.`)
    if (status < 400)
      return new RepositoryError('refused', `${this.#host} redirects to another address. Use that address instead.`)
    if (status === 429 || status >= 500)
      return new RepositoryError('away', `${this.#host} cannot answer at the moment (status ${status}).`)
    return new RepositoryError('failed', `${this.#host} rejected the pull request (status ${status}).${why}`)
  }

  #masked(text: string): string {
    return this.#options.secrets
      .reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '***')), text)
      .slice(0, MOST_WORDS)
  }
}

/** The reason in the body of an error. */
function wordsIn(text: string): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return ''
  }
  const message = inside(body, 'message')
  const parts = [
    ...(Array.isArray(message) ? message : [message]),
    inside(body, 'error', 'message'),
    ...listAt(body, 'errors').map(each => inside(each, 'message')),
  ]
  return [...new Set(parts)].filter(part => typeof part === 'string' && part !== '').join(' ')
}
