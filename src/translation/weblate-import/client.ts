// Reads the REST API of a Weblate server.

import { setTimeout as sleep } from 'node:timers/promises'
import { guardedFetch, ResponseTooLarge, Unreachable } from '#net/guarded-fetch.ts'
import { type Page, pathOf, type Source, SourceError, StatusError, TooLarge } from './source.ts'

export interface SourceOptions {
  readonly url: string
  readonly token: string
  /** `any` also allows servers in private networks. */
  readonly network: 'public' | 'any'
  /** Called before the client waits, in seconds. */
  readonly onWait?: (seconds: number) => void
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

const PATIENCE_MS = 120_000
const JSON_BYTES = 64 * 1024 * 1024
/** Attempts after a failure of the network or the server, with doubling pauses. */
const ATTEMPTS = 5
/** A server that demands a longer pause is left for another run. */
const MOST_SECONDS = 2 * 3600

export class WeblateClient implements Source {
  /** Address of the server, which identifies it. */
  readonly server: string
  readonly #options: SourceOptions
  readonly #wait: (milliseconds: number) => Promise<unknown>

  constructor(options: SourceOptions) {
    const url = URL.canParse(options.url) ? new URL(options.url) : null
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new SourceError(`Invalid address "${options.url}": expected one such as https://hosted.weblate.org/.`)
    const path = url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')
    this.server = `${url.origin}${path}/`
    this.#options = options
    this.#wait = options.wait ?? sleep
  }

  async page(path: string): Promise<Page> {
    const value = (await this.json(path)) as { count?: unknown; next?: unknown; results?: unknown } | null
    if (typeof value !== 'object' || !Array.isArray(value?.results))
      throw new SourceError(`The response of ${this.server}api/${path} is not a list. Is this a Weblate server?`)
    return {
      count: typeof value.count === 'number' ? value.count : value.results.length,
      next: typeof value.next === 'string' ? pathOf(value.next) : '',
      results: value.results,
    }
  }

  /** All rows of a list. */
  async all(path: string): Promise<unknown[]> {
    const rows: unknown[] = []
    for (let next = path; next !== ''; ) {
      const page = await this.page(next)
      rows.push(...page.results)
      next = page.next
    }
    return rows
  }

  async json(path: string): Promise<unknown> {
    const content = await this.bytes(path, JSON_BYTES)
    try {
      return JSON.parse(content.toString('utf8')) as unknown
    } catch {
      throw new SourceError(`The response of ${this.server}api/${path} is not JSON. Is this a Weblate server?`)
    }
  }

  async bytes(path: string, maxBytes: number): Promise<Buffer> {
    const response = await this.#send(path, maxBytes)
    if (response.ok) return Buffer.from(await response.arrayBuffer())
    throw new StatusError(response.status, `${this.server}api/${path}`)
  }

  /** Waits as the server demands, and repeats requests that failed for a passing reason. */
  async #send(path: string, maxBytes: number): Promise<Response> {
    const { token, network } = this.#options
    const headers = { authorization: `Token ${token}`, accept: 'application/json, */*;q=0.5' }
    for (let attempt = 1; ; attempt++) {
      let why: string
      let pause = 2 ** (attempt - 1)
      try {
        const signal = AbortSignal.timeout(PATIENCE_MS)
        const response = await guardedFetch(`${this.server}api/${path}`, network, { headers, signal, maxBytes })
        if (response.status !== 429 && response.status < 500) return response
        why = `status ${response.status}`
        const demanded = retryAfter(response.headers.get('retry-after'))
        if (demanded !== null) pause = demanded
        // A limit that says when it ends is no failure.
        if (response.status === 429 && demanded !== null) attempt = 0
      } catch (error) {
        if (error instanceof ResponseTooLarge) throw new TooLarge(`${error.message}.`)
        if (error instanceof Unreachable) throw new SourceError(unreachable(error, network))
        why = (error as Error).message
      }
      if (attempt >= ATTEMPTS || pause > MOST_SECONDS)
        throw new SourceError(
          `${this.server} did not answer (${why}). Run the same command again later; it continues where it stopped.`,
        )
      this.#options.onWait?.(pause)
      await this.#wait(pause * 1000)
    }
  }
}

const unreachable = (error: Unreachable, network: string): string =>
  network === 'any' ? `${error.message}.` : `${error.message}. For servers in private networks, add --network any.`

/** Seconds to wait; null if the header is missing or invalid. */
function retryAfter(value: string | null): number | null {
  if (value === null) return null
  if (/^\d{1,9}$/.test(value.trim())) return Math.max(1, Number(value))
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(1, Math.ceil((at - Date.now()) / 1000))
}
