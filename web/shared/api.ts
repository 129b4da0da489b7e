import { assertedReader, csrfToken, renewToken } from './session.ts'
import { t } from './texts.ts'

/** A server error with its message and, if it concerns one, the field. */
export class Refusal extends Error {
  readonly status: number
  readonly problems: readonly { readonly attr: string | null; readonly detail: string }[]
  /** The full response. */
  readonly content: unknown
  constructor(status: number, problems: Refusal['problems'], content: unknown = null) {
    super(problems.map(each => each.detail).join(' '))
    this.status = status
    this.problems = problems
    this.content = content
  }
}

/** The reader is no longer logged in, or logged in as someone else. */
export class LoggedOut extends Refusal {
  constructor(status: number) {
    super(status, [{ attr: null, detail: t('frame.session_expired') }])
  }
}

/** The server is unreachable. */
export class Offline extends Error {
  constructor() {
    super(t('frame.offline'))
  }
}

interface Options {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON, or as a form if it is `FormData`. */
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** Sends a REST API request as the reader of the page. */
export async function api<T = unknown>(path: string, options: Options = {}, isSecond = false): Promise<T> {
  const { method = 'GET', body, signal } = options
  const headers: Record<string, string> = { accept: 'application/json' }
  const token = csrfToken()
  if (token !== null) headers['x-csrftoken'] = token
  // Write only as the reader that the page was rendered for.
  if (method !== 'GET') Object.assign(headers, assertedReader())
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  const init: RequestInit = { method, headers, credentials: 'same-origin', signal: signal ?? null }
  if (body !== undefined) init.body = isForm ? body : JSON.stringify(body)
  const answer = await fetch(path, init).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new Offline()
  })
  const text = await answer.text()
  const content = text === '' ? null : parse(text)
  if (answer.ok) return content as T
  const problems = (content as { errors?: (Refusal['problems'][number] & { code?: string })[] } | null)?.errors
  const isLoggedOut = answer.status === 401 || problems?.some(({ code }) => code === 'assertion_failed')
  if (isLoggedOut && method !== 'GET') throw new LoggedOut(answer.status)
  if (!isSecond && answer.status === 403 && problems?.[0]?.detail.startsWith('CSRF Failed'))
    if (await renewToken().catch(() => false)) return api(path, options, true)
  throw new Refusal(
    answer.status,
    problems ?? [{ attr: null, detail: `${answer.status} ${answer.statusText}` }],
    content,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
