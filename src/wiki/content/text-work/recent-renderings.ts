import { BoundedCache } from '#cache/bounded-cache.ts'
import { changeVersion } from '#events/change-follower.ts'
import type { Wiki } from '../../wiki.ts'
import { changeUnnoticed, type Needs, stillAnswered } from '../needs.ts'
import type { RenderedText } from './orders.ts'
import { packRendering, unpackRendering } from './pack-rendering.ts'

/** Size of one cache generation in bytes; kept small for small servers. */
const MAX_BYTES = 3_000_000
/** The same for packed renderings, which take a tenth of the room and a tenth of a millisecond to unpack. */
const MAX_PACKED_BYTES = 5_000_000
/** Longer renderings have their own cache: a few huge pages must not evict everything else. */
const LONG = 1_000_000
/** Large pages take seconds to render, so they are worth the memory: at most twice this. */
const MAX_LONG_BYTES = 24_000_000
const LONGEST = MAX_LONG_BYTES / 2
/** How often a request waits for the same rendering by others before it renders itself. */
const MOST_WAITS = 3

interface Validity {
  readonly isVolatile: boolean
  /** Validity period; Unix times in seconds. */
  readonly from: number
  readonly until: number
  /** The `changeVersion` for which the rendering was verified. */
  seen: number
}

interface Kept {
  readonly rendered: RenderedText
  /** Serialized, because it is rarely needed. */
  readonly needs: string
  readonly validity: Validity
}

/** A rendering that may have been used less recently. */
interface Packed {
  readonly bytes: Buffer
  readonly validity: Validity
}

/** Placeholder: the actual needs are serialized beside the rendering. */
const NOTHING: Needs = {
  pages: [],
  languages: [],
  links: [],
  files: [],
  categories: [],
  groups: [],
  people: [],
  beginnings: [],
  owners: [],
  messages: [],
  statistics: null,
}

/**
 * Caches rendered texts together with everything they read from the wiki. While the change log has no new entry, a
 * rendering is valid. After that, its inputs are checked again, which takes a few lookups instead of a new rendering
 * and works across processes. Concurrent requests for the same rendering share it.
 *
 * The most recent renderings are ready to use. More of them are kept packed, so that readers of a few thousand
 * different pages do not make the server render each of them again.
 */
class RecentRenderings {
  readonly #wiki: Wiki
  readonly #kept = new BoundedCache<string, Kept>({ name: 'renderings', limit: 2 * MAX_BYTES })
  readonly #packed = new BoundedCache<string, Packed>({ name: 'packed renderings', limit: 2 * MAX_PACKED_BYTES })
  readonly #long = new BoundedCache<string, Kept>({ name: 'long renderings', limit: 2 * MAX_LONG_BYTES })
  readonly #underWay = new Map<string, Promise<Kept>>()

  constructor(wiki: Wiki) {
    this.#wiki = wiki
  }

  /** `now` is Unix time in seconds. */
  async get(key: string, now: number, make: () => Promise<RenderedText>): Promise<RenderedText> {
    const seen = await changeVersion(this.#wiki.db)
    const cached = this.#find(key)
    if (cached && (await this.#isRight(cached, seen, now))) return at(cached, now)
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      const others = this.#underWay.get(key)
      if (others === undefined) break
      // Their client may have left, or used up its budget.
      const theirs = await others.catch(() => undefined)
      if (theirs && (await this.#isRight(theirs, seen, now))) return at(theirs, now)
    }
    return at(await this.#make(key, seen, now, make), now)
  }

  /** Renders now; requests that come meanwhile wait for the result. */
  async #make(key: string, seen: number, now: number, make: () => Promise<RenderedText>): Promise<Kept> {
    const making = make().then(rendered => this.#pack(rendered, seen, now))
    if (!this.#underWay.has(key)) {
      this.#underWay.set(key, making)
      const done = () => this.#underWay.delete(key)
      making.then(done, done)
    }
    const rendering = await making
    this.#keep(key, rendering)
    return rendering
  }

  #find(key: string): Kept | undefined {
    const cached = this.#kept.get(key) ?? this.#long.get(key)
    if (cached) return cached
    const packed = this.#packed.get(key)
    if (!packed) return undefined
    const entry = { ...unpackRendering(packed.bytes), validity: packed.validity }
    this.#kept.set(key, entry, bytesOf(key, entry))
    return entry
  }

  async #isRight({ needs, validity }: Kept, seen: number, now: number): Promise<boolean> {
    if (now < validity.from || now >= validity.until) return false
    if (validity.seen >= seen && !validity.isVolatile) return true
    if (!(await stillAnswered(this.#wiki, JSON.parse(needs) as Needs, now))) return false
    validity.seen = Math.max(validity.seen, seen)
    return true
  }

  #pack({ needs, ...rest }: RenderedText, seen: number, now: number): Kept {
    return {
      rendered: { ...rest, needs: NOTHING },
      needs: JSON.stringify(needs),
      validity: {
        isVolatile: changeUnnoticed(needs),
        from: rest.staysSame === null ? Number.NEGATIVE_INFINITY : now,
        until: rest.staysSame === null ? Number.POSITIVE_INFINITY : now + rest.staysSame,
        seen,
      },
    }
  }

  #keep(key: string, entry: Kept): void {
    const bytes = bytesOf(key, entry)
    for (const cache of [this.#kept, this.#packed, this.#long]) cache.delete(key)
    if (bytes > LONG) {
      if (bytes <= LONGEST) this.#long.set(key, entry, bytes)
      return
    }
    this.#kept.set(key, entry, bytes)
    const packed = packRendering(entry)
    this.#packed.set(key, { bytes: packed, validity: entry.validity }, packed.length + 2 * key.length + 500)
  }
}

function bytesOf(key: string, { rendered, needs }: Kept): number {
  const { html, found, sections } = rendered
  const rows = found.links.length + found.templates.length + found.externalLinks.length + sections.length
  return 2 * (key.length + html.length + needs.length) + 120 * rows + 1000
}

/** Inputs that are not in the change log may change at any time. */
const at = ({ rendered, validity: { isVolatile, until } }: Kept, now: number): RenderedText =>
  isVolatile
    ? { ...rendered, staysSame: 0 }
    : Number.isFinite(until)
      ? { ...rendered, staysSame: until - now }
      : rendered

const caches = new WeakMap<Wiki, RecentRenderings>()

export function recentRenderings(wiki: Wiki): RecentRenderings {
  const cache = caches.get(wiki) ?? new RecentRenderings(wiki)
  caches.set(wiki, cache)
  return cache
}
