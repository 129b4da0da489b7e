// A client that classifies every response: as expected, or failed for a named cause.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, looked at member by member
export type Json = Record<string, any>

const PATIENCE_MS = 40_000
const PAUSE_MS = 250

interface Failure {
  readonly cause: string
  readonly detail: string
}

export class Client {
  readonly name: string
  readonly #url: string
  readonly #ledger: Ledger
  readonly #key: string | null
  readonly #cookies = new Map<string, string>()
  #token: string | null = null

  /** With a key, requests have no cookies. Without one, call `logIn`. */
  constructor(url: string, ledger: Ledger, name: string, key: string | null) {
    this.#url = url
    this.#ledger = ledger
    this.name = name
    this.#key = key
  }

  /** Sends a request once. Null if it failed, which the ledger then shows. */
  async send(kind: string, path: string, init: RequestInit = {}): Promise<Json | null> {
    const { during: before } = this.#ledger
    const answer = await this.#fetch(path, init).catch((error: Error) => error)
    const failure = answer instanceof Error ? connectionFailure(answer) : failureOf(answer)
    if (failure === null) {
      this.#ledger.succeed(kind)
      return (answer as Received).json
    }
    if (/badtoken|notloggedin|assertuserfailed/.test(failure.cause)) this.#token = null
    // In quiet times, a fault that began meanwhile explains it.
    const during = before === 'none' ? this.#ledger.during : before
    this.#ledger.fail(during, failure.cause, `${init.method ?? 'GET'} ${path}: ${failure.detail}`)
    return null
  }

  /** Repeats a request until it succeeds. Writes need an idempotency key, so that they happen once. */
  async insist(send: () => Promise<Json | null>, isOver: () => boolean): Promise<Json | null> {
    for (;;) {
      const answer = await send()
      if (answer !== null) return answer
      if (isOver()) return null
      await sleep(PAUSE_MS)
    }
  }

  /** A request to the REST API. */
  rest(kind: string, path: string, method = 'GET', body?: object, key?: string): Promise<Json | null> {
    const headers = {
      ...(this.#key !== null && { authorization: `Token ${this.#key}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    }
    return this.send(kind, `/api/${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }

  wiki(kind: string, params: Readonly<Record<string, string>>): Promise<Json | null> {
    return this.send(kind, `/w/api.php?${new URLSearchParams({ format: 'json', formatversion: '2', ...params })}`)
  }

  /** An action that changes something, with the token of the session. */
  async act(kind: string, params: Readonly<Record<string, string>>, key?: string): Promise<Json | null> {
    if (this.#token === null) {
      const tokens = await this.wiki('token', { action: 'query', meta: 'tokens', assert: 'user' })
      if (tokens === null) return null
      this.#token = tokens.query.tokens.csrftoken as string
    }
    return this.#post(kind, { ...params, token: this.#token, assert: 'user' }, key)
  }

  async logIn(password: string): Promise<boolean> {
    this.#cookies.clear()
    const tokens = await this.wiki('login', { action: 'query', meta: 'tokens', type: 'login' })
    if (tokens === null) return false
    const { logintoken } = tokens.query.tokens
    const params = { action: 'clientlogin', username: this.name, password, logintoken, loginreturnurl: this.#url }
    const answer = await this.#post('login', params)
    return answer?.clientlogin?.status === 'PASS'
  }

  #post(kind: string, params: Readonly<Record<string, string>>, key?: string): Promise<Json | null> {
    const body = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
    return this.send(kind, '/w/api.php', { method: 'POST', body, headers: { ...(key && { 'idempotency-key': key }) } })
  }

  async #fetch(path: string, init: RequestInit): Promise<Received> {
    const cookie = [...this.#cookies].map(pair => pair.join('=')).join('; ')
    const answer = await fetch(this.#url + path, {
      ...init,
      // nginx closes connections that are kept open when it is reconfigured, even if a request is on its way.
      headers: {
        connection: 'close',
        ...(this.#key === null && cookie !== '' && { cookie }),
        ...(init.headers as Record<string, string>),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      this.#cookies.set(name!, value!)
    }
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      text,
      json: isJson ? parse(text) : {},
    }
  }
}

interface Received {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
  readonly json: Json
}

const parse = (text: string): Json => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return {}
  }
}

function connectionFailure(error: Error): Failure {
  if (error.name === 'TimeoutError') return { cause: `no response within ${PATIENCE_MS / 1000} s`, detail: '' }
  const { code, message } = (error.cause ?? error) as { code?: string; message: string }
  return { cause: `connection to nginx failed (${code ?? message})`, detail: String(error) }
}

/** Null for a response without an error. */
function failureOf({ status, retryAfter, text, json }: Received): Failure | null {
  const detail = `${status} ${text}`
  const code = json.error?.code ?? json.errors?.[0]?.code ?? ''
  if (status === 502 || status === 504) return { cause: `${status} of nginx: the server was gone`, detail }
  if (status === 503) {
    const reason = /It is not known whether/.test(text) ? 'commit interrupted' : code || 'page'
    return { cause: retryAfter === null ? `503 without Retry-After` : `503 with Retry-After (${reason})`, detail }
  }
  if (status >= 400) return { cause: `${status} ${code}`, detail }
  return json.error ? { cause: `error ${code}`, detail } : null
}
