import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { checkToken, issueToken } from '#accounts/tokens.ts'
import { readerOf } from '#core/reader.ts'
import { whoLooks } from '#core/visitor.ts'
import { goneSignal } from '#html/gone.ts'
import { Html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { canonicalWikiCode, fallbackChain, isWikiCode } from '#languages/wiki-languages.ts'
import { actionApi } from '../actions/index.ts'
import type { ResponseTo } from '../actions/results.ts'
import { type ApiResult, type Asking, type Question, type Refusal, WikiAsker } from '../api/ask.ts'
import type { UploadedFile } from '../api/request.ts'
import { lastsOf } from '../api/result/shape.ts'
import type { QueryResult } from '../query/results.ts'
import type { Site } from '../site/site.ts'
import { prefixedText } from '../site/title-format.ts'
import { parseTitle, type Title } from '../site/titles.ts'
import { localUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'
import { Words } from './words.ts'

const asker = new WikiAsker(actionApi)

/** A submitted form: values and files by name. */
export class Sent {
  readonly fields: URLSearchParams
  readonly files: ReadonlyMap<string, UploadedFile>

  constructor(fields: URLSearchParams, files: ReadonlyMap<string, UploadedFile> = new Map()) {
    this.fields = fields
    this.files = files
  }

  /** Field value with normalized line breaks. */
  text(name: string): string {
    return (this.fields.get(name) ?? '').replaceAll('\r\n', '\n')
  }

  all(name: string): string[] {
    return this.fields.getAll(name)
  }

  /** Whether a checkbox was checked. */
  has(name: string): boolean {
    return this.fields.has(name)
  }
}

/** A rejected form: its input and the API errors. */
export interface Tried {
  readonly sent: Sent
  readonly errors: readonly Refusal[]
}

/** The API rejected a request that the page depends on. */
export class Refused extends Error {
  readonly errors: readonly Refusal[]
  constructor(errors: readonly Refusal[]) {
    super(errors.map(({ code }) => code).join(', '))
    this.errors = errors
  }
}

interface Exchange {
  readonly wiki: Wiki
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  readonly reader: Reader
  readonly language: string
  readonly words: Words
}

/** A request for a wiki page, with its reader and their language. */
export class Visit {
  readonly wiki: Wiki
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  readonly reader: Reader
  /** Language of the messages, as a wiki code. */
  readonly language: string
  readonly words: Words
  readonly search: URLSearchParams
  /** Set while a rejected form is shown again. */
  tried: Tried | null = null
  /** Receives the cache lifetime of the page; null if the page is not cached. */
  onStays: ((seconds: number) => void) | null = null
  readonly #asking: Asking
  /** Cache lifetime of the API results used so far, in seconds. */
  #stays = Number.POSITIVE_INFINITY

  constructor({ wiki, request, reply, caller, reader, language, words }: Exchange) {
    this.wiki = wiki
    this.request = request
    this.reply = reply
    this.caller = caller
    this.reader = reader
    this.language = language
    this.words = words
    this.search = searchParams(request)
    let signal: AbortSignal | undefined
    const gone = () => {
      signal ??= goneSignal(reply)
      return signal
    }
    this.#asking = { wiki, caller, language, gone }
  }

  get site(): Site {
    return this.wiki.site
  }

  /**
   * Sends a read request to the Action API on behalf of the reader. `more` adds parameters that do not decide what the
   * response contains: limits, continue values.
   */
  ask<const Q extends Question>(question: Q, more: Question = {}): Promise<ApiResult<ResponseTo<Q>>> {
    return this.#ask<ResponseTo<Q>>({ ...question, ...more })
  }

  async #ask<T extends object>(question: Question): Promise<ApiResult<T>> {
    const response = await asker.ask<T>(this.#asking, question)
    // A text may contain the time or other values that change on their own.
    if (question.action === 'parse' && response.ok) this.#stays = Math.min(this.#stays, lifetimeOfText(response.result))
    return response
  }

  /** Reports the cache lifetime of the page in seconds. */
  stays(seconds: number): void {
    this.onStays?.(Math.min(seconds, this.#stays))
  }

  /** Like `ask`, for data the page depends on: an error becomes the page. */
  need<const Q extends Question>(question: Q, more: Question = {}): Promise<ResponseTo<Q>> {
    return this.#need<ResponseTo<Q>>({ ...question, ...more })
  }

  async #need<T extends object>(question: Question): Promise<T> {
    const response = await this.#ask<T>(question)
    if (!response.ok) throw new Refused(response.errors)
    return response.result
  }

  /** The `query` part of a query result. */
  async query<const Q extends Question>(question: Q): Promise<QueryResult<Q>> {
    const { query } = await this.#need<{ query?: QueryResult<Q> }>({ action: 'query', ...question })
    // Missing only if there is nothing to list: every list of a response has its member, even if it is empty.
    return query ?? ({} as QueryResult<Q>)
  }

  /** Sends a write request on behalf of the reader. Only for submitted forms (`take`). */
  post<const Q extends Question>(
    question: Q,
    files?: ReadonlyMap<string, UploadedFile>,
  ): Promise<ApiResult<ResponseTo<Q>>> {
    if (this.request.method !== 'POST') throw new Error('write requests are allowed only for submitted forms')
    return asker.post<ResponseTo<Q>>(this.#asking, question, files && { files })
  }

  /** Renders wikitext of the wiki itself (a notice, a message with complex markup). */
  async parsed(text: string, title = this.site.mainPage, language = this.site.language): Promise<Html> {
    const options = { disablelimitreport: true, disableeditsection: true, disabletoc: true, wrapoutputclass: '' }
    const response = await this.ask({
      action: 'parse',
      title,
      text,
      contentmodel: 'wikitext',
      prop: 'text',
      uselang: language,
      ...options,
    })
    return new Html(response.ok ? (response.result.parse.text ?? '') : '')
  }

  /** CSRF token for forms. */
  get token(): string {
    const { caller } = this
    const hasSecret = caller.account !== null && caller.tokenSecret !== null
    return hasSecret || caller.account === null ? issueToken(caller, 'csrf', this.wiki.clock) : ''
  }

  /** Whether a form came from our own page. Requests with an API key do not come from a browser and need no token. */
  isOurs(sent: Sent): boolean {
    if (this.request.headers['sec-fetch-site'] === 'cross-site') return false
    if (this.caller.via === 'api-key') return true
    // Tools that fill in MediaWiki's form send the same token under its name there.
    return checkToken(this.caller, 'csrf', sent.text('csrfmiddlewaretoken') || sent.text('wpEditToken'))
  }

  /** URL of a page by its API title. */
  address(title: string, query: Readonly<Record<string, string | number>> = {}): string {
    const parsed = parseTitle(this.site, title)
    return 'invalid' in parsed ? '#' : localUrl(this.site, parsed, written(query))
  }

  /** URL of a special page by its canonical name. */
  special(name: string, sub?: string | null, query: Readonly<Record<string, string | number>> = {}): string {
    const dbkey = this.site.specialPages.localKey(name, sub?.replaceAll(' ', '_'))
    return localUrl(this.site, { ns: -1, dbkey }, written(query))
  }

  /** Title of a special page for a form. */
  specialTitle(name: string): string {
    return `${this.site.namespaces.nameOf(-1)}:${this.site.specialPages.localKey(name)}`
  }

  /** URL of the current page with changed parameters; null removes one. */
  here(changes: Readonly<Record<string, string | number | null>> = {}): string {
    const search = new URLSearchParams(this.search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) search.delete(name)
      else search.set(name, String(value))
    }
    const path = this.request.url.split('?')[0]!
    const query = search.toString()
    return query === '' ? path : `${path}?${query}`
  }

  name(title: Pick<Title, 'ns' | 'dbkey'>): string {
    return prefixedText(this.site, title.ns, title.dbkey)
  }

  cookies(): void {
    const { reply, caller } = this
    if (caller.setCookies.length > 0) reply.header('Set-Cookie', [...caller.setCookies])
  }

  go(address: string, status = 303): FastifyReply {
    this.cookies()
    return this.reply.header('Cache-Control', 'private, no-store').redirect(address, status)
  }
}

/** Cache lifetime of the text in a response of `action=parse`, in seconds. */
const lifetimeOfText = (result: object): number =>
  'parse' in result && typeof result.parse === 'object' && result.parse !== null ? lastsOf(result.parse) : 0

const written = (query: Readonly<Record<string, string | number>>): string => {
  const entries = Object.entries(query)
  return entries.length === 0
    ? ''
    : new URLSearchParams(entries.map(([key, value]): [string, string] => [key, String(value)])).toString()
}

export async function openVisit(wiki: Wiki, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const caller = await whoLooks(wiki.services, request)
  const reader = await readerOf(wiki.services, request, caller)
  const language = await messageLanguage(wiki, reader.preferred)
  const words = await Words.open(wiki, language)
  return new Visit({ wiki, request, reply, caller, reader, language, words })
}

/** Limit on languages in an Accept-Language header. */
const MAX_LANGUAGES = 20

/** First requested language with messages; otherwise the wiki's, then English. */
async function messageLanguage({ messages, site }: Wiki, wanted: readonly string[]): Promise<string> {
  const speaks = async (code: string) => code === 'en' || (isWikiCode(code) && (await messages.speaks(code)))
  for (const wish of wanted.slice(0, MAX_LANGUAGES)) {
    if (wish === 'qqx') return wish
    for (const each of varieties(canonicalWikiCode(wish.toLowerCase()))) if (await speaks(each)) return each
  }
  return (await speaks(site.language)) ? site.language : 'en'
}

/** A language with its broader codes and fallbacks, as far as they are the same language: `zh-cn` and `zh-hans`. */
function varieties(code: string): ReadonlySet<string> {
  const parts = code.split('-')
  const broader = parts.map((_, i) => parts.slice(0, parts.length - i).join('-'))
  const isSame = (other: string) => other.split('-')[0] === parts[0]
  return new Set(broader.flatMap(each => fallbackChain(each).filter(isSame)))
}
