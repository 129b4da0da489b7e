import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionIdIn } from '#accounts/session-cookie.ts'
import { BoundedCache } from '#cache/bounded-cache.ts'
import { LANGUAGE_COOKIE, THEME_COOKIE } from '#core/reader.ts'
import { changeVersion } from '#events/change-follower.ts'
import { seconds } from '#store/clock.ts'
import { callerBlock } from '../content/caller-block.ts'
import { hasNewTalk } from '../content/new-talk.ts'
import type { Wiki } from '../wiki.ts'

/** Size of one half of the cache, as sent: most entries are compressed. */
const MAX_BYTES = 4_000_000
/** Longer responses have their own cache, so that a few huge pages do not evict everything else. */
const LONG = 1_000_000
/** At most twice this: enough for some pages of the maximum length, uncompressed. */
const MAX_LONG_BYTES = 4_000_000
const LONGEST_HEADER = 400

/** Headers stored with a response. */
const HEADERS = [
  ...(['content-type', 'content-encoding', 'vary', 'etag', 'cache-control'] as const),
  ...(['content-security-policy', 'x-content-type-options', 'referrer-policy'] as const),
] as const

interface Finished {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** `changeVersion` before the page was built. */
  readonly seen: number
  /** Validity period in seconds since 1970. */
  readonly from: number
  readonly until: number
}

/** A request that may be served from the cache. */
export interface Alike {
  readonly key: string
  readonly seen: number
  readonly now: number
}

/**
 * Caches complete responses to anonymous readers. All of them see the same page at the same URL and language while the
 * wiki does not change, except blocked ones and those with new messages. Pages declare how long they stay valid (`Shown.stays`); without that, they
 * are not cached.
 */
export class FinishedPages {
  readonly #wiki: Wiki
  readonly #kept = new BoundedCache<string, Finished>({ name: 'pages', limit: 2 * MAX_BYTES })
  readonly #long = new BoundedCache<string, Finished>({ name: 'long pages', limit: 2 * MAX_LONG_BYTES })
  readonly #promised = new WeakMap<FastifyRequest, Alike & { readonly stays: number }>()

  constructor(wiki: Wiki) {
    this.#wiki = wiki
  }

  /** Null for readers who may see a different page. */
  async alike(request: FastifyRequest): Promise<Alike | null> {
    const key = keyOf(request)
    if (key === null) return null
    const { db, clock, services } = this.#wiki
    const now = seconds(clock)
    const seen = await changeVersion(db)
    const caller = services.callers.anonymous(request.ip)
    const isBlocked = (await callerBlock(db, caller, now)) !== null
    return isBlocked || (await hasNewTalk(db, caller)) ? null : { key, seen, now }
  }

  /** Sends a cached response; null if there is none. */
  send({ key, seen, now }: Alike, request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
    const cached = this.#kept.get(key) ?? this.#long.get(key)
    if (!cached || cached.seen !== seen || now < cached.from || now >= cached.until) return null
    const { body, headers } = cached
    reply.headers(headers)
    const isKnown = request.headers['if-none-match'] === headers.etag
    return isKnown ? reply.code(304).send() : reply.send(body)
  }

  /** Marks the response to this request for caching, once its bytes are known. */
  promise(request: FastifyRequest, alike: Alike, stays: number): void {
    if (stays > 0) this.#promised.set(request, { ...alike, stays })
  }

  /** Called from the last hook before a response is sent. */
  keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
    const promised = this.#promised.get(request)
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!promised || !isWhole || reply.statusCode !== 200 || reply.hasHeader('set-cookie')) return payload
    const body = Buffer.from(payload)
    reply.header('etag', `W/"${createHash('sha1').update(body).digest('base64url')}"`)
    const { key, seen, now, stays } = promised
    const set = HEADERS.filter(name => reply.hasHeader(name))
    const headers = Object.fromEntries(set.map(name => [name, String(reply.getHeader(name))]))
    const weight = body.length + 2 * key.length + 1000
    const cache = weight > LONG ? this.#long : this.#kept
    cache.set(key, { body, headers, seen, from: now, until: now + stays }, weight)
    if (request.headers['if-none-match'] !== reply.getHeader('etag')) return body
    reply.code(304).removeHeader('content-length')
    return null
  }
}

/** Cache key of an anonymous request; null for logged-in readers and unusual requests. */
function keyOf({ method, url, headers }: FastifyRequest): string | null {
  const { cookie = '', authorization, 'x-no-compression': plain } = headers
  const [languages = '', encodings = ''] = [headers['accept-language'], headers['accept-encoding']?.toString()]
  if (method !== 'GET' || authorization !== undefined || plain !== undefined) return null
  const isLong = [url, languages, encodings].some(text => text.length > LONGEST_HEADER)
  if (isLong || (cookie !== '' && sessionIdIn(cookie) !== null)) return null
  return JSON.stringify([url, languages, encodings, cookie === '' ? '' : looksOf(cookie)])
}

const LOOKS = new RegExp(`(?:^|;)\\s*(?:${THEME_COOKIE}|${LANGUAGE_COOKIE})=[^;]*`, 'g')
const looksOf = (cookie: string): string => (cookie.match(LOOKS) ?? []).join('').slice(0, LONGEST_HEADER)
