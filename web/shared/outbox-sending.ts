import type { ActionRequest, Entry, Outcome, RestRequest } from './outbox-entry.ts'
import { reader } from './reader.ts'
import { assertedParams, assertedReader, csrfToken, renewToken } from './session.ts'

/** Browsers' total size limit for `keepalive` requests. */
const KEPT_ALIVE_BYTES = 60_000
let keptAlive = 0

/** Sends an entry once, as the reader of the page, and returns the outcome. */
export async function sendEntry(entry: Entry): Promise<Outcome> {
  if (entry.owner !== reader.name) return { kind: 'login', why: null }
  const send = () => (entry.request.kind === 'rest' ? sendRest(entry, entry.request) : sendAction(entry, entry.request))
  const outcome = await send()
  if (outcome !== 'bad token') return outcome
  if (!(await renewToken())) return { kind: 'login', why: null }
  const second = await send()
  return second === 'bad token' ? { kind: 'later', why: null, seconds: null } : second
}

async function sendRest({ id }: Entry, { method, path, body }: RestRequest): Promise<Outcome | 'bad token'> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/json',
    'idempotency-key': id,
    ...assertedReader(),
  }
  const token = csrfToken()
  if (token !== null) headers['x-csrftoken'] = token
  const { answer, content } = await post(path, { method, headers, body: JSON.stringify(body) })
  if (answer.ok) return { kind: 'saved', content }
  const problems = (content as { errors?: { code?: string; detail?: string }[] } | null)?.errors ?? []
  const why = problems.map(({ detail }) => detail).join(' ') || `${answer.status} ${answer.statusText}`
  if (answer.status === 401 || problems.some(({ code }) => code === 'assertion_failed')) return { kind: 'login', why }
  if (answer.status === 403 && why.startsWith('CSRF Failed')) return 'bad token'
  return isPassing(answer) ? later(answer, why) : { kind: 'refused', why, content }
}

interface ActionAnswer {
  readonly errors?: readonly { readonly code: string; readonly html: string }[]
}

const OTHER_IDENTITY = ['assertuserfailed', 'assertnameduserfailed', 'assertanonfailed']
const PASSING = /^(ratelimited|readonly|maxlag|internal_api_error.*)$/

async function sendAction({ id }: Entry, { params }: ActionRequest): Promise<Outcome | 'bad token'> {
  const form = new URLSearchParams({
    format: 'json',
    formatversion: '2',
    errorformat: 'html',
    errorlang: 'uselang',
    uselang: reader.language,
    ...params,
    ...assertedParams(),
    token: csrfToken() ?? '+\\',
  })
  const { answer, content } = await post('/api.php', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': id },
    body: form.toString(),
  })
  const { errors } = (content ?? {}) as ActionAnswer
  const why = (errors ?? []).map(({ html }) => plain(html)).join(' ') || `${answer.status} ${answer.statusText}`
  if (errors?.some(({ code }) => OTHER_IDENTITY.includes(code))) return { kind: 'login', why }
  if (errors?.some(({ code }) => code === 'badtoken')) return 'bad token'
  if (isPassing(answer) || errors?.some(({ code }) => PASSING.test(code))) return later(answer, why)
  if (errors !== undefined || !answer.ok || content === null) return { kind: 'refused', why, content }
  return { kind: 'saved', content }
}

/** A response that is not JSON comes from a proxy, so the result of the write is unknown. */
async function post(address: string, init: RequestInit & { body: string }) {
  const size = new TextEncoder().encode(init.body).length
  const keepalive = keptAlive + size <= KEPT_ALIVE_BYTES
  if (keepalive) keptAlive += size
  try {
    const answer = await fetch(address, { ...init, keepalive, credentials: 'same-origin' })
    const text = await answer.text()
    return { answer, content: text === '' ? null : (JSON.parse(text) as unknown) }
  } finally {
    if (keepalive) keptAlive -= size
  }
}

const isPassing = ({ status }: Response): boolean => status >= 500 || status === 429 || status === 408

function later({ headers }: Response, why: string): Outcome {
  const wait = headers.get('retry-after')
  const seconds =
    wait === null ? Number.NaN : /^\d+$/.test(wait) ? Number(wait) : (Date.parse(wait) - Date.now()) / 1000
  return { kind: 'later', why, seconds: Number.isFinite(seconds) ? Math.max(seconds, 0) : null }
}

const plain = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
