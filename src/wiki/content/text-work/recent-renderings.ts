import { lastChange } from '#events/change-log.ts'
import type { Wiki } from '../../wiki.ts'
import { GenerationCache } from '../../wikitext/generation-cache.ts'
import { changeUnnoticed, type Needs, stillAnswered } from '../needs.ts'
import type { RenderedText } from './orders.ts'

/** Bytes of one half of the cache; a server is to be small. */
const MOST_BYTES = 5_000_000
/** Longer ones have a cache of their own: a few huge pages must not push out everything else. */
const LONG = 1_000_000
/** Large pages are those that take seconds to make, so they are worth the memory: twice this at most. */
const MOST_LONG_BYTES = 24_000_000
const LONGEST = MOST_LONG_BYTES / 2

interface Kept {
  readonly rendered: RenderedText
  /** Packed, because it is seldom looked at. */
  readonly needs: string
  readonly isVolatile: boolean
  /** Seconds since 1970, between which it is good. */
  readonly from: number
  readonly until: number
  /** The last entry of the change log after which it is known to be right. */
  seen: number
}

/** Nobody looks at it again: what a rendering needed stands packed beside it. */
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
 * Texts that were made HTML of lately, with all that the wiki was asked on the way. As long as nothing happens, which the change
 * log tells, they are right; after that, what was asked is asked again, which takes a few look-ups in place of reading the text,
 * in whichever process something happened. Whoever asks for what is just being made waits for it.
 */
class RecentRenderings {
  readonly #wiki: Wiki
  readonly #kept = new GenerationCache<Kept>(MOST_BYTES)
  readonly #long = new GenerationCache<Kept>(MOST_LONG_BYTES)
  readonly #underWay = new Map<string, Promise<Kept>>()

  constructor(wiki: Wiki) {
    this.#wiki = wiki
  }

  /** `now` in seconds since 1970. */
  async get(key: string, now: number, make: () => Promise<RenderedText>): Promise<RenderedText> {
    const seen = await lastChange(this.#wiki.db)
    const known = this.#kept.get(key) ?? this.#long.get(key) ?? (await this.#underWay.get(key)?.catch(() => undefined))
    if (known && (await this.#isRight(known, seen, now))) return at(known, now)
    const making = make().then(rendered => this.#pack(rendered, seen, now))
    if (!this.#underWay.has(key)) {
      this.#underWay.set(key, making)
      const done = () => this.#underWay.delete(key)
      making.then(done, done)
    }
    const made = await making
    this.#keep(key, made)
    return at(made, now)
  }

  async #isRight(kept: Kept, seen: number, now: number): Promise<boolean> {
    if (now < kept.from || now >= kept.until) return false
    if (kept.seen >= seen && !kept.isVolatile) return true
    if (!(await stillAnswered(this.#wiki, JSON.parse(kept.needs) as Needs, now))) return false
    kept.seen = Math.max(kept.seen, seen)
    return true
  }

  #pack({ needs, ...rest }: RenderedText, seen: number, now: number): Kept {
    return {
      rendered: { ...rest, needs: NOTHING },
      needs: JSON.stringify(needs),
      isVolatile: changeUnnoticed(needs),
      from: rest.staysSame === null ? Number.NEGATIVE_INFINITY : now,
      until: rest.staysSame === null ? Number.POSITIVE_INFINITY : now + rest.staysSame,
      seen,
    }
  }

  #keep(key: string, made: Kept): void {
    const { html, found, sections } = made.rendered
    const rows = found.links.length + found.templates.length + found.externalLinks.length + sections.length
    const bytes = 2 * (key.length + html.length + made.needs.length) + 120 * rows + 1000
    this.#kept.delete(key)
    this.#long.delete(key)
    if (bytes <= LONG) this.#kept.set(key, made, bytes)
    else if (bytes <= LONGEST) this.#long.set(key, made, bytes)
  }
}

/** What was asked that the change log does not tell of may change at any time. */
const at = ({ rendered, isVolatile, until }: Kept, now: number): RenderedText =>
  isVolatile
    ? { ...rendered, staysSame: 0 }
    : Number.isFinite(until)
      ? { ...rendered, staysSame: until - now }
      : rendered

const caches = new WeakMap<Wiki, RecentRenderings>()

export function recentRenderings(wiki: Wiki): RecentRenderings {
  const known = caches.get(wiki) ?? new RecentRenderings(wiki)
  caches.set(wiki, known)
  return known
}
