// Titles that were read before: the same few thousand are linked from page after page.

import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { type Title, titleOrNull } from '#wiki/site/titles.ts'

const mostTitles = 100_000
const longestTitle = 300

export class TitleCache {
  readonly #site: Site
  readonly #links = new Map<string, Title | null>()
  readonly #templates = new Map<string, Title | null>()

  constructor(site: Site) {
    this.#site = site
  }

  /** Target of a link. The answer is shared: it must not be changed. */
  link(text: string): Title | null {
    return this.#find(this.#links, text, NS.main)
  }

  template(text: string): Title | null {
    return this.#find(this.#templates, text, NS.template)
  }

  #find(known: Map<string, Title | null>, text: string, defaultNs: number): Title | null {
    let title = known.get(text)
    if (title === undefined) {
      title = titleOrNull(this.#site, text, defaultNs)
      if (known.size >= mostTitles) known.clear()
      if (text.length <= longestTitle) known.set(text, title)
    }
    return title
  }
}
