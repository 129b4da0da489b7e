import type { Caller } from '#accounts/caller.ts'
import { issueToken } from '#accounts/tokens.ts'
import type { Wiki } from '../wiki.ts'
import type { ActionApi } from './main.ts'
import type { ApiRequest, UploadedFile } from './request.ts'
import { OrderedEntries } from './result/shape.ts'

/** An API error in the reader's language, as HTML. */
export interface Refusal {
  readonly code: string
  readonly html: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** Result of an API call in formatversion 2, or its errors. */
export type ApiResult<T> =
  | {
      readonly ok: true
      readonly result: T
      readonly warnings: readonly Refusal[]
      /** Raw output that replaces the result: a feed, an export. */
      readonly raw: { readonly type: string; readonly body: string } | null
    }
  | { readonly ok: false; readonly errors: readonly Refusal[] }

export type Value = string | number | boolean | readonly (string | number)[] | null | undefined

/** Parameters by wire name. Undefined, null and false are omitted; arrays are joined into multi-value strings. */
export type Question = Readonly<Record<string, Value>>

/** The caller on whose behalf a request is made. */
export interface Asking {
  readonly wiki: Wiki
  readonly caller: Caller
  /** Language of error messages. */
  readonly language: string
  readonly gone?: () => AbortSignal
}

export interface Posted {
  readonly files?: ReadonlyMap<string, UploadedFile>
}

const NO_FILES: ReadonlyMap<string, UploadedFile> = new Map()

/**
 * The Action API for page builders, without HTTP: the same modules, rights and checks on behalf of the current reader.
 * API errors are returned as values; anything unexpected is thrown.
 */
export class WikiAsker {
  readonly #api: ActionApi

  constructor(api: ActionApi) {
    this.#api = api
  }

  /** Performs a read-only request. */
  ask<T>(asking: Asking, question: Question): Promise<ApiResult<T>> {
    if (this.#api.action(String(question.action))?.write) throw new Error(`action=${question.action} must be posted`)
    return this.#perform(asking, 'GET', question, NO_FILES)
  }

  /** Performs a write request. The token is added here; the form's own token has already shown the reader's intent. */
  post<T>(asking: Asking, question: Question, { files = NO_FILES }: Posted = {}): Promise<ApiResult<T>> {
    const module = this.#api.action(String(question.action))
    const token = module?.token && {
      [`${module.prefix}token`]: issueToken(asking.caller, module.token, asking.wiki.clock),
    }
    return this.#perform(asking, 'POST', { ...question, ...token }, files)
  }

  async #perform<T>(
    { wiki, caller, language, gone }: Asking,
    method: 'GET' | 'POST',
    question: Question,
    files: ReadonlyMap<string, UploadedFile>,
  ): Promise<ApiResult<T>> {
    const envelope = { format: 'json', formatversion: 2, errorformat: 'html', errorlang: 'uselang', uselang: language }
    const params = new Map<string, string>()
    for (const [name, value] of Object.entries({ ...envelope, ...question })) {
      const text = written(value)
      if (text !== null) params.set(name, text)
    }
    const request: ApiRequest = {
      method,
      params,
      files,
      ip: caller.ip,
      ...(gone && { gone }),
      inUrl: method === 'GET' ? params : NOTHING,
      header: name => (name.toLowerCase() === 'content-type' ? 'application/x-www-form-urlencoded' : undefined),
    }
    const { result, headers, rawAnswer: raw } = await this.#api.perform(wiki, request, caller)
    if (headers['mediawiki-api-error'] !== undefined) return { ok: false, errors: result.errors as Refusal[] }
    return { ok: true, result: plain(result) as T, warnings: (result.warnings as Refusal[] | undefined) ?? [], raw }
  }
}

const NOTHING: ReadonlySet<string> = new Set()

function written(value: Value): string | null {
  if (value === undefined || value === null || value === false) return null
  if (value === true) return '1'
  if (typeof value !== 'object') return String(value)
  const items = value.map(String)
  // Values that contain the usual separator need the alternative one.
  return items.some(item => item.includes('|')) ? `\u001f${items.join('\u001f')}` : items.join('|')
}

/** Converts ordered entries to plain objects: page builders look them up by key. */
function plain(value: unknown, depth = 0): unknown {
  if (value instanceof OrderedEntries) return Object.fromEntries(value.entries)
  if (depth >= 2 || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const row = value as Record<string, unknown>
  for (const key in row) {
    const made = plain(row[key], depth + 1)
    if (made !== row[key]) row[key] = made
  }
  return row
}
