// Action API calls: those of the form itself, and the user's requests.
import { reader } from '../shared/reader.ts'
import type { ActionRequest, Form, Values } from './action-form.ts'
import { unchecked } from './action-form.ts'
import type { Outcome } from './result.ts'

export type As = 'self' | 'anonymous' | 'key'

export const API = '/w/api.php'
const CHECK = '/sandbox/check/wiki'
const FORM = 'application/x-www-form-urlencoded'

const credentials = (as: As): RequestCredentials => (as === 'self' ? 'same-origin' : 'omit')

/** Sends a request of the form itself, as the reader. */
export async function ask(params: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<unknown> {
  const body = new URLSearchParams({ format: 'json', formatversion: '2', uselang: reader.language, ...params })
  const answer = await fetch(API, { method: 'POST', body, credentials: 'same-origin', signal: signal ?? null })
  return answer.json()
}

export interface WikiRemark {
  readonly name: string
  readonly html: string
  readonly refused: boolean
}

/** Validates the current parameters without executing the request. */
export async function check(values: Values, form: Form, as: As, signal: AbortSignal): Promise<readonly WikiRemark[]> {
  const left = unchecked(form)
  const checked = Object.entries(values).filter(([name]) => !left.has(name))
  const body = new URLSearchParams([...checked, ['uselang', reader.language]])
  const answer = await fetch(CHECK, { method: 'POST', body, credentials: credentials(as), signal })
  if (!answer.ok) return []
  const { remarks } = (await answer.json()) as { remarks: WikiRemark[] }
  return remarks.filter(({ name }) => !left.has(name))
}

/** Sends the form's request. Missing tokens are fetched first. */
export async function send(
  request: ActionRequest,
  files: ReadonlyMap<string, File>,
  as: As,
  signal: AbortSignal,
): Promise<Outcome> {
  const params = request.params.map(([name, value]) => [name, value] as [string, string])
  if (request.token) params.push([request.token.name, await token(request.token.type, as, signal)])
  const init: RequestInit = { credentials: credentials(as), signal }
  const url = request.post ? API : `${API}?${new URLSearchParams(params)}`
  const began = performance.now()
  const answer = await fetch(url, request.post ? { ...init, method: 'POST', ...bodyOf(params, files) } : init)
  const text = await answer.text()
  return outcomeOf(answer, text, performance.now() - began)
}

function bodyOf(params: readonly [string, string][], files: ReadonlyMap<string, File>): RequestInit {
  if (files.size === 0)
    return { body: new URLSearchParams(params.map(each => [...each])), headers: { 'content-type': FORM } }
  const form = new FormData()
  for (const [name, value] of params) {
    const file = files.get(name)
    if (file) form.set(name, file)
    else form.set(name, value)
  }
  return { body: form }
}

/** The reader's token for requests that write. */
export async function token(type: string, as: As, signal: AbortSignal): Promise<string> {
  const params = new URLSearchParams({ action: 'query', meta: 'tokens', type, format: 'json', formatversion: '2' })
  const answer = await fetch(`${API}?${params}`, { credentials: credentials(as), signal })
  const json = (await answer.json()) as { query?: { tokens?: Record<string, string> } }
  return json.query?.tokens?.[`${type}token`] ?? ''
}

interface Said {
  readonly error?: { readonly code: string; readonly info: string }
  readonly errors?: readonly { readonly code: string; readonly html?: string; readonly text?: string }[]
}

function outcomeOf(answer: Response, text: string, ms: number): Outcome {
  const json = parsed(text)
  const { error, errors } = (typeof json === 'object' && json !== null ? json : {}) as Said
  return {
    status: answer.status,
    ms,
    text,
    json,
    bytes: new TextEncoder().encode(text).length,
    type: answer.headers.get('content-type') ?? '',
    problems: [
      ...(error?.code ? [{ name: error.code, text: error.info }] : []),
      ...(Array.isArray(errors) ? errors : []).map(each => ({
        name: each.code,
        text: each.text ?? '',
        ...(each.html !== undefined && { html: each.html }),
      })),
    ],
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Found {
  readonly query?: {
    readonly allusers?: readonly { name: string }[]
    readonly prefixsearch?: readonly { title: string }[]
  }
}

/** Splits off the last of several values. */
const lastOf = (typed: string): [string, string] => {
  const at = typed.lastIndexOf('|') + 1
  return [typed.slice(0, at), typed.slice(at)]
}

export async function completeUsers(typed: string, signal: AbortSignal): Promise<string[]> {
  const [before, last] = lastOf(typed)
  const auprefix = last.charAt(0).toUpperCase() + last.slice(1)
  const { query } = (await ask({ action: 'query', list: 'allusers', auprefix, aulimit: '8' }, signal)) as Found
  return (query?.allusers ?? []).map(({ name }) => before + name)
}

export async function completeTitles(typed: string, signal: AbortSignal): Promise<string[]> {
  const [before, last] = lastOf(typed)
  if (last === '') return []
  const question = { action: 'query', list: 'prefixsearch', pssearch: last, pslimit: '8', psnamespace: '*' }
  const { query } = (await ask(question, signal)) as Found
  return (query?.prefixsearch ?? []).map(({ title }) => before + title)
}

/** Namespaces by number, without virtual ones. */
export async function namespaces(): Promise<ReadonlyMap<number, string>> {
  const answer = (await ask({ action: 'query', meta: 'siteinfo', siprop: 'namespaces' })) as {
    query?: { namespaces: Record<string, { id: number; name: string }> }
  }
  const all = Object.values(answer.query?.namespaces ?? {})
  return new Map(all.map(({ id, name }) => [id, name]))
}
