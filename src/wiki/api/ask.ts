import type { Caller } from '#accounts/caller.ts'
import { issueToken } from '#accounts/tokens.ts'
import type { Wiki } from '../wiki.ts'
import type { ActionApi } from './main.ts'
import type { ApiRequest, UploadedFile } from './request.ts'
import { OrderedEntries } from './result/shape.ts'

/** An error of the API in the reader's words, as HTML. */
export interface Refusal {
  readonly code: string
  readonly html: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** What the API found, as formatversion 2 has it, or why it refuses. */
export type Said<T> =
  | {
      readonly ok: true
      readonly result: T
      readonly warnings: readonly Refusal[]
      /** What goes out in place of a result: a feed, an export. */
      readonly raw: { readonly type: string; readonly body: string } | null
    }
  | { readonly ok: false; readonly errors: readonly Refusal[] }

export type Value = string | number | boolean | readonly (string | number)[] | null | undefined

/** Parameters by their names on the wire. What is undefined, null or false is not sent; lists are joined as the API splits them. */
export type Question = Readonly<Record<string, Value>>

/** In whose name something is asked. */
export interface Asking {
  readonly wiki: Wiki
  readonly caller: Caller
  /** The language in which errors are told. */
  readonly language: string
  readonly gone?: () => AbortSignal
}

export interface Posted {
  readonly files?: ReadonlyMap<string, UploadedFile>
}

const NO_FILES: ReadonlyMap<string, UploadedFile> = new Map()

/**
 * The Action API without a wire, for pages: the same modules, rights, checks and words, asked in the name of whoever looks at the
 * page. What the API would answer with an error comes back as a value; anything unforeseen is thrown.
 */
export class WikiAsker {
  readonly #api: ActionApi

  constructor(api: ActionApi) {
    this.#api = api
  }

  /** Asks something that changes nothing. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape that the module gives it
  ask<T = any>(asking: Asking, question: Question): Promise<Said<T>> {
    if (this.#api.action(String(question.action))?.write)
      throw new Error(`action=${question.action} wants to be posted`)
    return this.#perform(asking, 'GET', question, NO_FILES)
  }

  /** Has something done. The token is put in here: whether the reader meant it, the form that was sent has shown. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape that the module gives it
  post<T = any>(asking: Asking, question: Question, { files = NO_FILES }: Posted = {}): Promise<Said<T>> {
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
  ): Promise<Said<T>> {
    const told = { format: 'json', formatversion: 2, errorformat: 'html', errorlang: 'uselang', uselang: language }
    const params = new Map<string, string>()
    for (const [name, value] of Object.entries({ ...told, ...question })) {
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
  // A value that has the usual separator in it is told by another one.
  return items.some(item => item.includes('|')) ? `\u001f${items.join('\u001f')}` : items.join('|')
}

/** Entries whose order an object cannot keep become one all the same: whoever asks here looks them up by their keys. */
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
