// REST API calls: the OpenAPI document, validation, and the user's requests.
import { reader } from '../shared/reader.ts'
import { type As, parsed, token } from './ask-wiki.ts'
import type { RestApi } from './rest-apis.ts'
import { isFile, type OpenApi, type Operation, type Place, type RestRequest } from './rest-form.ts'
import type { Outcome } from './result.ts'

export async function loadDocument({ document }: RestApi): Promise<OpenApi> {
  const answer = await fetch(document, { credentials: 'same-origin' })
  return (await answer.json()) as OpenApi
}

export interface RestRemark {
  readonly place: Place
  readonly attr: string | null
  readonly detail: string
}

/** Validates the current values without executing the request. */
export async function checkRest(
  { check }: RestApi,
  operation: Operation,
  { method, path, query, body }: RestRequest,
  signal: AbortSignal,
): Promise<readonly RestRemark[]> {
  if (check === null) return []
  const answer = await fetch(check, {
    method: 'POST',
    credentials: 'same-origin',
    signal,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method, path: path.split('?')[0], query, body }),
  })
  if (!answer.ok) return []
  const { problems } = (await answer.json()) as { problems: RestRemark[] }
  const files = new Set(operation.fields.filter(isFile).map(({ name }) => name))
  return problems.filter(({ attr }) => attr === null || !files.has(attr))
}

export async function sendRest(
  api: RestApi,
  { method, path, body: typed, files: named }: RestRequest,
  files: ReadonlyMap<string, File>,
  as: As,
  key: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (as === 'self' && reader.token !== null) headers['x-csrftoken'] = reader.token
  if (as === 'key') headers.authorization = `Token ${key}`
  const body = typed && (await withToken(api, typed, as, signal))
  const init: RequestInit = { method, headers, credentials: as === 'self' ? 'same-origin' : 'omit', signal }
  if (Object.keys(named).length > 0) init.body = multipart(body ?? {}, named, files)
  else if (body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(body)
  }
  const began = performance.now()
  const answer = await fetch(path, init)
  const text = await answer.text()
  const json = text === '' ? undefined : parsed(text)
  return {
    status: answer.status,
    ms: performance.now() - began,
    text,
    json,
    bytes: new TextEncoder().encode(text).length,
    type: answer.headers.get('content-type') ?? '',
    problems: answer.ok ? [] : problemsIn(json),
  }
}

/** Programs with a key need no token. */
async function withToken(
  { token: name }: RestApi,
  body: Readonly<Record<string, unknown>>,
  as: As,
  signal: AbortSignal,
) {
  if (name === null || as === 'key' || body[name] !== undefined) return body
  return { ...body, [name]: await token('csrf', as, signal) }
}

interface Failed {
  readonly errors?: readonly { readonly attr: string | null; readonly detail: string }[]
  /** Of the wiki's REST API. */
  readonly message?: string
  readonly messageTranslations?: Readonly<Record<string, string>>
  readonly httpReason?: string
}

function problemsIn(json: unknown): Outcome['problems'] {
  const { errors, message, messageTranslations: texts, httpReason } = (json ?? {}) as Failed
  if (errors) return errors.map(({ attr, detail }) => ({ name: attr, text: detail }))
  const text = texts?.[reader.language] ?? texts?.en ?? message ?? httpReason
  return text === undefined ? [] : [{ name: null, text }]
}

function multipart(
  body: Readonly<Record<string, unknown>>,
  named: Readonly<Record<string, string>>,
  files: ReadonlyMap<string, File>,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    for (const each of [value].flat()) form.append(name, typeof each === 'string' ? each : JSON.stringify(each))
  for (const name of Object.keys(named)) {
    const file = files.get(`body.${name}`)
    if (file) form.set(name, file)
  }
  return form
}
