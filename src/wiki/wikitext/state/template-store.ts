// Templates ready for expansion: each is read and preprocessed once and shared by all pages.

import { BoundedCache } from '#cache/bounded-cache.ts'
import { NS } from '#wiki/site/namespaces.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import type { WikitextHost } from '../host.ts'
import { keptTree } from '../preprocessor/kept-trees.ts'
import type { Tree } from '../preprocessor/nodes.ts'
import { preprocess } from '../preprocessor/preprocess.ts'
import { redirectOf } from '../redirect.ts'
import { type TitleCache, titlesOf } from '../title-cache.ts'
import { disarm } from './strip-markers.ts'

interface PageName {
  ns: number
  dbkey: string
}

export interface FoundTemplate {
  /** Display title. */
  shown: string
  /** Every page visited on the way, including redirects. */
  visited: PageName[]
  /** The page that provided the text. */
  title: PageName
  tree: Tree | null
  /** The source, for calls that show it instead of expanding it. */
  source: string
}

interface Stored {
  tree: Tree
  source: string
  redirect: PageName | null
}

/** Characters of template text kept per half of the cache. */
const keptCharacters = 16_000_000
const entryWeight = 200
const maxNames = 2000
const MAX_REDIRECTS = 2

export class TemplateStore {
  readonly #host: WikitextHost
  readonly titles: TitleCache
  readonly #found = new BoundedCache<string, FoundTemplate>({ name: 'templates', limit: 2 * keptCharacters })
  readonly #named = new BoundedCache<string, FoundTemplate>({ limit: 2 * maxNames })

  constructor(host: WikitextHost) {
    this.#host = host
    this.titles = titlesOf(host.site)
  }

  /** The template for a title, following a limited number of redirects. `tree` is null when there is no such page. */
  find(ns: number, dbkey: string): FoundTemplate {
    const key = `${ns}:${dbkey}`
    let found = this.#found.get(key)
    if (!found) {
      found = this.#follow({ ns, dbkey })
      this.#found.set(key, found, found.source.length + entryWeight)
    }
    return found
  }

  /** The template found under a name before, if cached: most calls use a few templates. */
  known(name: string): FoundTemplate | undefined {
    return this.#named.get(name)
  }

  /** Call only when the template was found by its name alone. */
  remember(name: string, found: FoundTemplate): void {
    this.#named.set(name, found)
  }

  /** Discards all templates after a page change, since any of them may redirect to it. */
  forget(): void {
    this.#found.clear()
    this.#named.clear()
  }

  #follow(start: PageName): FoundTemplate {
    const { ns, dbkey } = start
    const shown = this.#host.shownTitle?.(ns, dbkey) ?? prefixedText(this.#host.site, ns, dbkey)
    const visited = [start]
    let title = start
    let page = this.#read(start)
    // The text of a redirect is included if it leads nowhere, or is one too many.
    while (page?.redirect && visited.length <= MAX_REDIRECTS) {
      visited.push(page.redirect)
      const target = this.#read(page.redirect)
      if (target === null) break
      title = page.redirect
      page = target
    }
    return { shown, visited, title, tree: page?.tree ?? null, source: page?.source ?? '' }
  }

  #read({ ns, dbkey }: PageName): Stored | null {
    let source = this.#host.templateText(ns, dbkey)
    // Interface messages have a text even without a page.
    if (source === null && ns === NS.mediawiki) {
      const message = this.#host.message(dbkey.charAt(0).toLowerCase() + dbkey.slice(1))
      if (message !== null) source = { text: message, redirect: null }
    }
    if (source === null) return null
    const { site } = this.#host
    const redirect = source.redirect === undefined ? localTarget(redirectOf(site, source.text)?.title) : source.redirect
    const text = disarm(source.text)
    const parse = this.#host.keepsTrees ? keptTree : preprocess
    const tree = parse(text, {
      extensionTags: site.info.extensiontags,
      included: true,
      steps: this.#host.steps,
    })
    return { tree, source: text, redirect }
  }
}

function localTarget(title: { ns: number; dbkey: string; interwiki: string } | undefined): PageName | null {
  return title && title.interwiki === '' ? { ns: title.ns, dbkey: title.dbkey } : null
}
