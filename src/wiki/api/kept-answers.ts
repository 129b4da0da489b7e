import type { Caller } from '#accounts/caller.ts'
import { BoundedCache } from '#cache/bounded-cache.ts'
import { keepForms } from '#cache/kept-bytes.ts'
import { changeVersion } from '#events/change-follower.ts'
import type { Wiki } from '../wiki.ts'
import type { ActionRun } from './action-run.ts'
import type { Answer } from './answer.ts'
import type { ActionModule } from './module.ts'
import { type PackedAnswer, packAnswer, unpackAnswer } from './packed-answer.ts'
import type { ApiRequest } from './request.ts'

/** Size of one half of the cache, uncompressed. */
const MAX_BYTES = 2_000_000
/** The same for responses about pages. They are many, so they are kept compressed. */
const MAX_PAGE_BYTES = 4_000_000
/** Longer requests hardly repeat. */
const MAX_KEY = 1000
/** What an entry takes besides its body. */
const OVERHEAD = 1000

/** Parameters whose values are part of the response and differ between requests. */
const OF_REQUEST = ['requestid', 'curtimestamp', 'servedby'] as const

/** A request that may be answered from the cache. */
interface Alike {
  readonly key: string
  readonly request: ApiRequest
  /** Whether it is about a page. */
  readonly isOfPage: boolean
  /** `changeVersion` before the request was processed. */
  readonly seen: number
}

/**
 * Responses of modules that depend only on the site and its pages (`ofSite`), as bytes. They are sent to visitors without
 * credentials until something changes: any new entry in the change log drops all of them. That is more than necessary,
 * but nothing has to know which entries matter, and a response is made again within milliseconds.
 */
export class KeptAnswers {
  readonly #kept = new BoundedCache<string, Answer>({ name: 'API responses', limit: 2 * MAX_BYTES })
  readonly #ofPages = new BoundedCache<string, PackedAnswer>({
    name: 'API responses of pages',
    limit: 2 * MAX_PAGE_BYTES,
  })
  /** The version that everything in the cache belongs to. */
  #seen = -1

  /** Whether the response may be kept, as far as can be told before it is made. */
  isKept(request: ApiRequest, caller: Caller, action: ActionModule | undefined): action is ActionModule {
    if (action?.ofSite === undefined || !isPlain(request) || !isVisitor(caller)) return false
    // Nearly all other queries are for pages and lists.
    return action.name !== 'query' || request.params.has('meta')
  }

  /** Reads the log. Null for requests that hardly repeat. */
  async alike(wiki: Wiki, request: ApiRequest, action: ActionModule): Promise<Alike | null> {
    const key = JSON.stringify([...request.params])
    if (key.length > MAX_KEY) return null
    const seen = await changeVersion(wiki.db)
    // What administrators chose becomes part of the site here, also for modules that do not look for changes.
    await wiki.services.face.freshen()
    return { key, request, isOfPage: action.isOfPage === true, seen }
  }

  get({ key, request, isOfPage, seen }: Alike): Answer | undefined {
    if (seen !== this.#seen) return undefined
    if (!isOfPage) return this.#kept.get(key)
    const packed = this.#ofPages.get(key)
    return packed && unpackAnswer(packed, request)
  }

  /** Returns the response to send: with the same bytes, if it is kept. */
  async keep({ key, request, isOfPage, seen }: Alike, run: ActionRun, answer: Answer): Promise<Answer> {
    if (seen < this.#seen || !isOfSite(run) || answer.headers['set-cookie'] !== undefined) return answer
    if (seen > this.#seen) {
      this.#kept.clear()
      this.#ofPages.clear()
    }
    this.#seen = seen
    if (isOfPage) {
      const packed = await packAnswer(answer)
      if (packed === null) return answer
      const isCurrent = seen === this.#seen
      if (isCurrent) this.#ofPages.set(key, packed, packed.body.length + 2 * key.length + OVERHEAD)
      return unpackAnswer(packed, request)
    }
    const body = keepForms(Buffer.from(answer.body))
    const kept = { ...answer, body }
    this.#kept.set(key, kept, 2 * body.length + 2 * key.length + OVERHEAD)
    return kept
  }
}

const isPlain = ({ method, params }: ApiRequest): boolean =>
  method === 'GET' && OF_REQUEST.every(name => !params.has(name))

/** All visitors have the same rights. */
const isVisitor = ({ account, session, setCookies }: Caller): boolean =>
  account === null && session === null && setCookies.length === 0

/** Successful, without warnings, and made only by modules that depend on the site. */
const isOfSite = (run: ActionRun): boolean =>
  run.isOfSite &&
  run.status === null &&
  run.warnings.length === 0 &&
  run.headers['mediawiki-api-error'] === undefined &&
  isVisitor(run.caller)
