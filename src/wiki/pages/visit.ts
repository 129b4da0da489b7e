import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { checkToken, issueToken } from '#accounts/tokens.ts'
import { readerOf } from '#core/reader.ts'
import { whoLooks } from '#core/visitor.ts'
import { goneSignal } from '#html/gone.ts'
import { Html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { canonicalWikiCode, isWikiCode } from '#languages/wiki-languages.ts'
import { actionApi } from '../actions/index.ts'
import { type Asking, type Question, type Refusal, type Said, WikiAsker } from '../api/ask.ts'
import type { UploadedFile } from '../api/request.ts'
import { lastsOf } from '../api/result/shape.ts'
import type { Site } from '../site/site.ts'
import { prefixedText } from '../site/title-format.ts'
import { parseTitle, type Title } from '../site/titles.ts'
import { localUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'
import { Words } from './words.ts'

const asker = new WikiAsker(actionApi)

/** What a form sent: values by name, and files. */
export class Sent {
  readonly fields: URLSearchParams
  readonly files: ReadonlyMap<string, UploadedFile>

  constructor(fields: URLSearchParams, files: ReadonlyMap<string, UploadedFile> = new Map()) {
    this.fields = fields
    this.files = files
  }

  /** What was typed, with the line ends that texts here have. */
  text(name: string): string {
    return (this.fields.get(name) ?? '').replaceAll('\r\n', '\n')
  }

  all(name: string): string[] {
    return this.fields.getAll(name)
  }

  /** Whether a box was ticked. */
  has(name: string): boolean {
    return this.fields.has(name)
  }
}

/** A form that was sent and refused: what was typed, and what the API says against it. */
export interface Tried {
  readonly sent: Sent
  readonly errors: readonly Refusal[]
}

/** The API refused what a page needs to be shown at all. */
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

/** One request for a page of the wiki, with who asks and in which words they are answered. */
export class Visit {
  readonly wiki: Wiki
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  readonly reader: Reader
  /** The language of the words: that of the messages, by the wiki's code. */
  readonly language: string
  readonly words: Words
  readonly search: URLSearchParams
  /** Set while a refused form is shown again. */
  tried: Tried | null = null
  /** Hears for how many seconds the page stays right; unset where nobody wants to know. */
  onStays: ((seconds: number) => void) | null = null
  readonly #asking: Asking
  /** Seconds that what was asked so far stays right. */
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

  /** Asks the Action API something that changes nothing, in the reader's name. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape that the module gives it
  async ask<T = any>(question: Question): Promise<Said<T>> {
    const said = await asker.ask<T>(this.#asking, question)
    // A text may tell the time, or numbers that change by themselves.
    if (question.action === 'parse' && said.ok)
      this.#stays = Math.min(this.#stays, lastsOf((said.result as { parse: object }).parse))
    return said
  }

  /** Tells for how many seconds the page that is shown stays right while nothing in the wiki changes. */
  stays(seconds: number): void {
    this.onStays?.(Math.min(seconds, this.#stays))
  }

  /** The same of something without which there is no page: an error becomes the page. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape that the module gives it
  async need<T = any>(question: Question): Promise<T> {
    const said = await this.ask<T>(question)
    if (!said.ok) throw new Refused(said.errors)
    return said.result
  }

  /** What a query finds: the answer's `query`. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape that the modules give it
  async query<T = any>(question: Question): Promise<T> {
    const { query } = await this.need<{ query?: T }>({ action: 'query', ...question })
    return query ?? ({} as T)
  }

  /** Has the Action API do something, in the reader's name. For forms that were sent (`take`) and nothing else. */
  // biome-ignore lint/suspicious/noExplicitAny: the answer has the shape that the module gives it
  post<T = any>(question: Question, files?: ReadonlyMap<string, UploadedFile>): Promise<Said<T>> {
    if (this.request.method !== 'POST') throw new Error('only a form that was sent changes something')
    return asker.post<T>(this.#asking, question, files && { files })
  }

  /** Wikitext of the wiki itself (a notice, a message with more than words in it) as HTML. */
  async parsed(text: string, title = this.site.mainPage, language = this.site.language): Promise<Html> {
    const options = { disablelimitreport: true, disableeditsection: true, disabletoc: true, wrapoutputclass: '' }
    const said = await this.ask({
      action: 'parse',
      title,
      text,
      contentmodel: 'wikitext',
      prop: 'text',
      uselang: language,
      ...options,
    })
    return new Html(said.ok ? said.result.parse.text : '')
  }

  /** What a form of ours carries, so that no other site's can be sent in the reader's name. */
  get token(): string {
    const { caller } = this
    const hasSecret = caller.account !== null && caller.tokenSecret !== null
    return hasSecret || caller.account === null ? issueToken(caller, 'csrf', this.wiki.clock) : ''
  }

  /** Whether a form came from a page of ours. Programs with a key are no browser that could be led astray. */
  isOurs(sent: Sent): boolean {
    if (this.request.headers['sec-fetch-site'] === 'cross-site') return false
    if (this.caller.via === 'api-key') return true
    // Tools that fill in MediaWiki's form have the same token under its name there.
    return checkToken(this.caller, 'csrf', sent.text('csrfmiddlewaretoken') || sent.text('wpEditToken'))
  }

  /** Where a page is, by the title that the API names it with. */
  address(title: string, query: Readonly<Record<string, string | number>> = {}): string {
    const parsed = parseTitle(this.site, title)
    return 'invalid' in parsed ? '#' : localUrl(this.site, parsed, written(query))
  }

  /** Where a special page is, by its canonical name. */
  special(name: string, sub?: string | null, query: Readonly<Record<string, string | number>> = {}): string {
    const dbkey = this.site.specialPages.localKey(name, sub?.replaceAll(' ', '_'))
    return localUrl(this.site, { ns: -1, dbkey }, written(query))
  }

  /** The title of a special page, as a form names it. */
  specialTitle(name: string): string {
    return `${this.site.namespaces.nameOf(-1)}:${this.site.specialPages.localKey(name)}`
  }

  /** This very page with some of its parameters changed; null takes one away. */
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

const written = (query: Readonly<Record<string, string | number>>): string => {
  const entries = Object.entries(query)
  return entries.length === 0
    ? ''
    : new URLSearchParams(entries.map(([key, value]): [string, string] => [key, String(value)])).toString()
}

export async function openVisit(wiki: Wiki, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const caller = await whoLooks(wiki.services, request)
  const reader = await readerOf(wiki.services, request, caller)
  const language = await spoken(wiki, reader.wanted)
  const words = await Words.open(wiki, language)
  return new Visit({ wiki, request, reply, caller, reader, language, words })
}

/** A browser may name more languages than anybody speaks. */
const MOST_WISHES = 20

/** The first language that somebody wants and that there are messages in; else the wiki's own, else ours. */
async function spoken({ messages, site }: Wiki, wanted: readonly string[]): Promise<string> {
  const speaks = async (code: string) => code === 'en' || (isWikiCode(code) && (await messages.speaks(code)))
  for (const wish of wanted.slice(0, MOST_WISHES)) {
    if (wish === 'qqx') return wish
    const code = canonicalWikiCode(wish.toLowerCase())
    for (const each of new Set([code, code.split('-')[0]!])) if (await speaks(each)) return each
  }
  return (await speaks(site.language)) ? site.language : 'en'
}
