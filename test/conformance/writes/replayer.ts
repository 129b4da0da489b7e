// Sends the steps of a scenario to a wiki in the same way as the recorder.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, systemClock } from '#store/clock.ts'
import { normalise } from './normalise-answer.ts'
import type { Answer, Scenario, SentFile, Step } from './scenarios.ts'
import { bytesOf } from './sent-file.ts'

/** All other passwords are `userpass-NAME-1`. */
const PASSWORDS: Readonly<Record<string, string>> = {
  Admin: 'Adminpass-12345',
  Wikiuser: 'wikipassword-1',
  Wikiuser2: 'wikipassword-1',
}

export type Tokens = Readonly<Record<string, readonly [kind: string, param: string]>>

/** Token type and parameter, where they differ from `csrf` and `token`. */
export const TOKENS: Tokens = {
  login: ['login', 'lgtoken'],
  clientlogin: ['login', 'logintoken'],
  createaccount: ['createaccount', 'createtoken'],
  changeauthenticationdata: ['csrf', 'changeauthtoken'],
  patrol: ['patrol', 'token'],
  rollback: ['rollback', 'token'],
  userrights: ['userrights', 'token'],
  watch: ['watch', 'token'],
}
const WITHOUT_TOKEN = new Set(
  (
    'query parse expandtemplates compare purge checktoken validatepassword feedrecentchanges feedcontributions feedwatchlist ' +
    'rsd opensearch paraminfo help cspreport clearhasmsg'
  ).split(' '),
)
/** Actions that invalidate tokens. */
const INVALIDATES_TOKENS = new Set(['login', 'clientlogin', 'logout', 'createaccount', 'linkaccount'])

interface Session {
  readonly cookies: Map<string, string>
  readonly tokens: Map<string, string>
}

export type Captured = Map<string, unknown>

export class Replayer {
  readonly #base: string
  readonly #tokens: Tokens
  readonly #clock: Clock
  readonly #start: number
  readonly #sessions = new Map<string | null, Promise<Session>>()

  /** `tokens` may cover more actions than the recording. The clock is that of the wiki. */
  constructor(base: string, { tokens = TOKENS, clock = systemClock }: { tokens?: Tokens; clock?: Clock } = {}) {
    this.#base = base
    this.#tokens = tokens
    this.#clock = clock
    this.#start = clock.now() / 1000
  }

  /** The normalized response to each step. */
  async play(scenario: Scenario): Promise<Answer[]> {
    for (const who of this.#sessions.keys()) if (who === null || who.includes('#')) this.#sessions.delete(who)
    const captured: Captured = new Map()
    const answers: Answer[] = []
    for (const step of scenario.steps) {
      const answer = await this.#take(step, captured)
      const now = this.#clock.now() / 1000
      const run = { base: this.#base, start: this.#start, now, ahead: Date.now() / 1000 - now }
      answers.push(normalise(answer, step, captured, run))
    }
    return answers
  }

  async #take(step: Step, captured: Captured): Promise<Answer> {
    if (step.wait) await sleep(step.wait * 1000)
    const session = await this.#session(step.as ?? null)
    const fill = (text: string) => text.replace(/«(\w+)»/g, (_, name) => String(captured.get(name) ?? '0'))
    const params: Record<string, string> = { format: 'json', formatversion: '2' }
    for (const [name, value] of Object.entries(step.p))
      params[name] = Array.isArray(value) ? value[0].repeat(value[1]) : fill(String(value))
    const action = params.action ?? ''
    const [kind, param] = this.#tokens[action] ?? ['csrf', 'token']
    if (step.token !== undefined) {
      if (step.token !== false) params[param] = fill(step.token)
    } else if (!WITHOUT_TOKEN.has(action)) params[param] = await this.#token(session, kind)
    const response = await this.#send(session, params, step)
    if (INVALIDATES_TOKENS.has(action)) session.tokens.clear()
    const body = bodyOf(await response.text(), step.feed ?? false)
    for (const [name, path] of Object.entries(step.set ?? {})) {
      const field = at(body, path)
      if (field !== null && field !== undefined) captured.set(name, field)
    }
    return {
      status: response.status,
      type: (response.headers.get('content-type') ?? '').toLowerCase(),
      error: response.headers.get('mediawiki-api-error'),
      body,
    }
  }

  async #send(session: Session, params: Record<string, string>, step?: Step): Promise<Response> {
    const headers = { cookie: [...session.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const api = `${this.#base}/api.php`
    const response = step?.get
      ? await fetch(`${api}?${new URLSearchParams(params)}`, { headers, redirect: 'follow' })
      : step?.file
        ? await fetch(api, { method: 'POST', ...formOf(params, step.file, headers) })
        : await fetch(api, { method: 'POST', headers, body: new URLSearchParams(params) })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      if (value === '' || value === 'deleted') session.cookies.delete(name!)
      else session.cookies.set(name!, value!)
    }
    return response
  }

  #session(who: string | null): Promise<Session> {
    const session = this.#sessions.get(who) ?? this.#open(who)
    this.#sessions.set(who, session)
    return session
  }

  async #open(who: string | null): Promise<Session> {
    const session: Session = { cookies: new Map(), tokens: new Map() }
    const username = (who ?? '').split('#')[0]!
    if (username === '') return session
    const password = PASSWORDS[username] ?? `userpass-${username}-1`
    const logintoken = await this.#token(session, 'login')
    const login = { action: 'clientlogin', username, password, logintoken, loginreturnurl: 'http://127.0.0.1/' }
    await this.#send(session, { format: 'json', formatversion: '2', ...login })
    session.tokens.clear()
    return session
  }

  async #token(session: Session, kind: string): Promise<string> {
    const cached = session.tokens.get(kind)
    if (cached !== undefined) return cached
    const params = { action: 'query', meta: 'tokens', type: kind, format: 'json', formatversion: '2' }
    const answer = bodyOf(await (await this.#send(session, params)).text(), false)
    const token = at(answer, `query.tokens.${kind}token`)
    if (typeof token !== 'string') return 'none'
    session.tokens.set(kind, token)
    return token
  }
}

/** `FormData` would convert all line breaks to CRLF, but the recorder sent them unchanged. */
function formOf(params: Record<string, string>, file: SentFile, headers: Record<string, string>): RequestInit {
  const boundary = 'a-boundary-that-no-recorded-text-contains'
  const part = (head: string, body: string | Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ])
  const { param = 'file', name = 'x.png' } = file
  const parts = Object.entries(params).map(([field, value]) => part(`name="${field}"`, value))
  const sent = part(`name="${param}"; filename="${name}"\r\nContent-Type: application/octet-stream`, bytesOf(file))
  return {
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(Buffer.concat([...parts, sent, Buffer.from(`--${boundary}--\r\n`)])),
  }
}

function bodyOf(text: string, isFeed: boolean): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (!isFeed) return text
    return [...text.matchAll(/<title>(.*?)<\/title>/gs)].slice(1).map(([, title]) => title!.trim())
  }
}

/** The value at a path of names and indexes. */
export function at(value: unknown, path: string): unknown {
  let current: unknown = value
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null) return null
    current = (current as Record<string, unknown>)[key]
  }
  return current
}
