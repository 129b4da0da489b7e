// Caches parsed titles: the same few thousand are linked from page after page.

import { BoundedCache } from '#cache/bounded-cache.ts'
import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { type Title, titleOrNull } from '#wiki/site/titles.ts'

const maxTitles = 20_000
const longestTitle = 300

export class TitleCache {
  readonly #site: Site
  readonly #links = new BoundedCache<string, Title | null>({ name: 'titles', limit: 2 * maxTitles })
  readonly #templates = new BoundedCache<string, Title | null>({ name: 'titles', limit: 2 * maxTitles })

  constructor(site: Site) {
    this.#site = site
  }

  /** A link target. The result is shared and must not be modified. */
  link(text: string): Title | null {
    return this.#find(this.#links, text, NS.main)
  }

  template(text: string): Title | null {
    return this.#find(this.#templates, text, NS.template)
  }

  #find(cache: BoundedCache<string, Title | null>, text: string, defaultNs: number): Title | null {
    let title = cache.get(text)
    if (title === undefined) {
      title = titleOrNull(this.#site, text, defaultNs)
      if (text.length <= longestTitle) cache.set(text, title)
    }
    return title
  }
}

const bySite = new WeakMap<Site, TitleCache>()

/** The titles of a wiki, shared by all pages. */
export function titlesOf(site: Site): TitleCache {
  let titles = bySite.get(site)
  if (titles === undefined) {
    titles = new TitleCache(site)
    bySite.set(site, titles)
  }
  return titles
}
