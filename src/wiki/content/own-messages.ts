import { BoundedCache } from '#cache/bounded-cache.ts'
import { CacheFollower } from '#events/change-follower.ts'
import { wordingOf } from '../messages/wording.ts'
import { upperFirst } from '../site/letter-case.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { isOutsideMessages } from './local-messages.ts'
import { pageTexts } from './page-texts.ts'

/** Most wikis override few of the messages that single requests need. */
const MAX_CACHED = 200
/** Longer texts are read each time. */
const MAX_CACHED_TEXT = 10_000

/** Pages of the MediaWiki namespace, read one by one and cached until any of them changes. */
class MessageTexts {
  readonly #wiki: Wiki
  #texts = newCache()
  readonly #follower = new CacheFollower(changes => {
    if (changes === null || !changes.every(isOutsideMessages)) this.#texts = newCache()
  })

  constructor(wiki: Wiki) {
    this.#wiki = wiki
  }

  /** Texts by title; null for pages that do not exist. */
  async read(titles: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    await this.#follower.catchUp(this.#wiki.db)
    // Replaced by a change meanwhile: what is read here may then be outdated.
    const cache = this.#texts
    const missing = titles.filter(title => cache.get(title) === undefined)
    const fresh = missing.length === 0 ? new Map<string, string>() : await pageTexts(this.#wiki, NS.mediawiki, missing)
    for (const title of missing) {
      const text = fresh.get(title) ?? null
      if (text === null || text.length <= MAX_CACHED_TEXT) cache.set(title, { text })
    }
    return new Map(titles.map(title => [title, fresh.get(title) ?? cache.get(title)?.text ?? null]))
  }
}

const newCache = () => new BoundedCache<string, { text: string | null }>({ limit: MAX_CACHED })

const caches = new WeakMap<Wiki, MessageTexts>()

/**
 * A few interface messages as customized by this wiki: pages of the MediaWiki namespace override the defaults. Unlike
 * `MessageLookup`, reads only the pages for these messages.
 */
export async function ownMessages(
  wiki: Wiki,
  language: string,
  keys: readonly string[],
): Promise<(key: string) => string> {
  const { site } = wiki
  const titleOf = (key: string) =>
    upperFirst(key.replaceAll(' ', '_'), site.language) + (language === site.language ? '' : `/${language}`)
  const texts = caches.get(wiki) ?? new MessageTexts(wiki)
  caches.set(wiki, texts)
  const pages = await texts.read(keys.map(titleOf))
  const wording = await wordingOf(wiki.messages, language)
  return key => pages.get(titleOf(key)) ?? wording.text(key) ?? ''
}
