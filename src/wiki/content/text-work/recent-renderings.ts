import { hash } from 'node:crypto'
import { BoundedCache } from '#cache/bounded-cache.ts'
import type { SharedCache } from '#cache/shared-cache.ts'
import { changeVersion } from '#events/change-follower.ts'
import type { Wiki } from '../../wiki.ts'
import { changeUnnoticed, type Needs, stillAnswered, stillCounted } from '../needs.ts'
import type { RenderedText } from './orders.ts'
import { packRendering, type Rendering, unpackRendering } from './pack-rendering.ts'

/** Size of one cache generation in bytes; kept small for small servers. */
const MAX_BYTES = 3_000_000
/** Longer renderings have their own cache: a few huge pages must not evict everything else. */
const LONG = 1_000_000
/** Large pages take seconds to render, so they are worth the memory: at most twice this. */
const MAX_LONG_BYTES = 24_000_000
const LONGEST = MAX_LONG_BYTES / 2
/** How often a request waits for the same rendering by others before it renders itself. */
const MOST_WAITS = 3
/** Seconds that a request may have begun before the rendering that it waited for. */
const MAX_WAITED = 120
/** Entries of the shared cache that this process remembers to have verified. */
const MAX_VERIFIED = 20_000

interface Kept extends Rendering {
  /** In the shared cache; 0 if it is not there. */
  readonly stamp: number
  /** The `changeVersion` for which this process verified the rendering. */
  seen: number
}

/** Placeholder: the actual needs are serialized beside the rendering. */
const NOTHING: Needs = {
  pages: [],
  languages: [],
  links: [],
  files: [],
  categories: [],
  groups: [],
  namespaces: [],
  protection: [],
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
 * The most recent renderings are ready to use. All of them are packed in a cache that the processes of the server
 * share, so that each is made once, whichever of them is asked (docs/decisions/rendered-pages.md).
 */
class RecentRenderings {
  readonly #wiki: Wiki
  readonly #kept = new BoundedCache<string, Kept>({ name: 'renderings', limit: 2 * MAX_BYTES })
  readonly #long = new BoundedCache<string, Kept>({ name: 'long renderings', limit: 2 * MAX_LONG_BYTES })
  readonly #shared: SharedCache
  /** `seen` of renderings in the shared cache, by stamp. */
  readonly #verified = new BoundedCache<number, number>({ limit: MAX_VERIFIED })
  readonly #underWay = new Map<string, Promise<Kept>>()

  constructor(wiki: Wiki) {
    this.#wiki = wiki
    this.#shared = wiki.services.sharedCache
  }

  /** `now` is Unix time in seconds. */
  async get(key: string, now: number, make: () => Promise<RenderedText>): Promise<RenderedText> {
    const seen = await changeVersion(this.#wiki.db)
    const cached = this.#kept.get(key) ?? this.#long.get(key)
    if (cached && (await this.#isRight(cached, seen, now))) return at(cached, now)
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      const others = this.#underWay.get(key)
      if (others === undefined) break
      // Their client may have left, or used up its budget.
      const theirs = await others.catch(() => undefined)
      if (theirs && (await this.#isRight(theirs, seen, now))) return at(theirs, now)
    }
    return at(await this.#obtain(key, seen, now, make), now)
  }

  /** Requests that come meanwhile wait for the result. */
  async #obtain(key: string, seen: number, now: number, make: () => Promise<RenderedText>): Promise<Kept> {
    const making = this.#findOrMake(key, seen, now, make)
    if (!this.#underWay.has(key)) {
      this.#underWay.set(key, making)
      const done = () => this.#underWay.delete(key)
      making.then(done, done)
    }
    return making
  }

  /** Takes the rendering of another process, or renders while the others wait for the result. */
  async #findOrMake(key: string, seen: number, now: number, make: () => Promise<RenderedText>): Promise<Kept> {
    const id = hash('sha256', key, 'base64url')
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      const found = await this.#find(key, id, seen, now)
      if (found) return found
      const release = await this.#shared.claim(id)
      if (release === null) continue
      try {
        // It may have been added just before the claim.
        return (await this.#find(key, id, seen, now)) ?? (await this.#make(key, id, seen, now, make))
      } finally {
        release()
      }
    }
    return this.#make(key, id, seen, now, make)
  }

  /** From the shared cache, if it is still right. */
  async #find(key: string, id: string, seen: number, now: number): Promise<Kept | null> {
    const shared = this.#shared.get(id)
    if (shared === undefined) return null
    const { stamp } = shared
    const rendering = unpackRendering(shared.value)
    if (rendering === null) return null
    const entry = { ...rendering, stamp, seen: this.#verified.get(stamp) ?? -1 }
    if (!(await this.#isRight(entry, seen, now))) return null
    this.#keep(key, entry)
    return entry
  }

  async #make(key: string, id: string, seen: number, now: number, make: () => Promise<RenderedText>): Promise<Kept> {
    const { needs, ...rest } = await make()
    const packed = {
      rendered: { ...rest, needs: NOTHING },
      needs: JSON.stringify(needs),
      isVolatile: changeUnnoticed(needs),
      from: rest.staysSame === null ? Number.NEGATIVE_INFINITY : now,
      until: rest.staysSame === null ? Number.POSITIVE_INFINITY : now + rest.staysSame,
    }
    const entry = { ...packed, stamp: this.#shared.set(id, packRendering(packed)), seen }
    this.#verified.set(entry.stamp, seen)
    this.#keep(key, entry)
    return entry
  }

  async #isRight(entry: Kept, seen: number, now: number): Promise<boolean> {
    const { needs, isVolatile, from, until, stamp } = entry
    if (now < from - MAX_WAITED || now >= until) return false
    const isVerified = entry.seen >= seen
    if (isVerified && !isVolatile) return true
    const same = isVerified ? stillCounted : stillAnswered
    if (!(await same(this.#wiki, JSON.parse(needs) as Needs, now))) return false
    entry.seen = Math.max(entry.seen, seen)
    this.#verified.set(stamp, entry.seen)
    return true
  }

  #keep(key: string, entry: Kept): void {
    const bytes = bytesOf(key, entry)
    this.#kept.delete(key)
    this.#long.delete(key)
    if (bytes <= LONG) this.#kept.set(key, entry, bytes)
    else if (bytes <= LONGEST) this.#long.set(key, entry, bytes)
  }
}

function bytesOf(key: string, { rendered, needs }: Kept): number {
  const { html, found, sections } = rendered
  const rows = found.links.length + found.templates.length + found.externalLinks.length + sections.length
  return 2 * (key.length + html.length + needs.length) + 120 * rows + 1000
}

/** Inputs that are not in the change log may change at any time. */
const at = ({ rendered, isVolatile, until }: Kept, now: number): RenderedText =>
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
