import type { ClientOptions } from './common.ts'

/** The server could not be reached, or its response is not from an API. */
export class HttpError extends Error {
  readonly status: number
  readonly body: string

  constructor(status: number, body: string, options?: ErrorOptions) {
    super(status === 0 ? body : `HTTP ${status}: ${body.slice(0, 200)}`, options)
    this.name = 'HttpError'
    this.status = status
    this.body = body
  }
}

export type SentBody = string | URLSearchParams | FormData

export interface Request {
  method: string
  url: string
  headers?: Record<string, string>
  body?: SentBody | undefined
  signal?: AbortSignal | undefined
}

/** Seconds to wait before a retry, or null if the response is final. */
export type RetryDelay = (response: Response, text: string) => number | null

/** Statuses of a busy server. Nothing was written, so any request may be sent again. */
const BUSY = new Set([429, 503])
const FIRST_WAIT = 1
const isBrowser = 'document' in globalThis

/** Sends requests, with session cookies (browsers keep their own), retries and cancellation. */
export class Http {
  readonly #options: ClientOptions
  readonly #cookies = new Map<string, string>()
  readonly #fetch: typeof fetch

  constructor(options: ClientOptions) {
    this.#options = options
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis)
  }

  get hasSession(): boolean {
    return this.#cookies.size > 0
  }

  forget(): void {
    this.#cookies.clear()
  }

  /** The last answer, whatever its status, with its body as text. */
  async send(request: Request, retryDelay: RetryDelay = () => null): Promise<{ response: Response; text: string }> {
    const { retries = 3, longestWait = 60 } = this.#options
    for (let attempt = 0; ; attempt++) {
      request.signal?.throwIfAborted()
      const outcome = await this.#once(request)
      const isLast = attempt >= retries
      if ('cause' in outcome) {
        // A write may have succeeded, so it is not sent twice.
        if (isLast || request.method !== 'GET') throw new HttpError(0, 'The server did not respond.', outcome)
        await pause(FIRST_WAIT * 2 ** attempt, request.signal)
        continue
      }
      const { response, text } = outcome
      const delay = BUSY.has(response.status)
        ? (retryAfter(response) ?? FIRST_WAIT * 2 ** attempt)
        : retryDelay(response, text)
      if (delay === null || isLast || delay > longestWait) return outcome
      await pause(delay, request.signal)
    }
  }

  /** Downloads a binary body, without retries. */
  async fetchBlob(request: Request): Promise<{ response: Response; blob: Blob }> {
    const response = await this.#fetch(request.url, this.#init(request))
    return { response, blob: await response.blob() }
  }

  async #once(request: Request): Promise<{ response: Response; text: string } | { cause: unknown }> {
    try {
      const response = await this.#fetch(request.url, this.#init(request))
      this.#keep(response)
      return { response, text: await response.text() }
    } catch (cause) {
      if (request.signal?.aborted) throw request.signal.reason
      return { cause }
    }
  }

  #init({ method, headers = {}, body, signal }: Request): RequestInit {
    const { key, userAgent } = this.#options
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return {
      method,
      headers: {
        Accept: 'application/json',
        ...headers,
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(userAgent !== undefined && { [isBrowser ? 'Api-User-Agent' : 'User-Agent']: userAgent }),
        ...(!isBrowser && cookies !== '' && { Cookie: cookies }),
      },
      credentials: key === undefined ? 'same-origin' : 'omit',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    }
  }

  #keep({ headers }: Response): void {
    for (const line of headers.getSetCookie?.() ?? []) {
      const [pair = '', ...attributes] = line.split(';').map(each => each.trim())
      const mark = pair.indexOf('=')
      if (mark < 1) continue
      const name = pair.slice(0, mark)
      const isExpired = attributes.some(each => /^max-age=(0|-)/i.test(each) || isPast(each))
      if (isExpired) this.#cookies.delete(name)
      else this.#cookies.set(name, pair.slice(mark + 1))
    }
  }
}

const isPast = (attribute: string): boolean =>
  /^expires=/i.test(attribute) && Date.parse(attribute.slice('expires='.length)) < Date.now()

/** Seconds of a `Retry-After` header, which may be a number or a date. */
export function retryAfter({ headers }: Response): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
