// Properties collected while parsing: the rows of MediaWiki's link tables and page properties.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { type Title, titleOrNull } from '#wiki/site/titles.ts'
import { trim } from '../text.ts'
import { isOwnAddress, normalizeUrl } from '../urls.ts'
import type { Remembered } from './remembered.ts'
import { killMarkers } from './strip-markers.ts'

/** In characters. */
const MOST_ERROR_DETAILS = 200_000

class PageSet {
  readonly #keys = new Map<string, { ns: number; dbkey: string }>()

  add(ns: number, dbkey: string): void {
    const key = `${ns}:${dbkey}`
    if (!this.#keys.has(key)) this.#keys.set(key, { ns, dbkey })
  }

  has(ns: number, dbkey: string): boolean {
    return this.#keys.has(`${ns}:${dbkey}`)
  }

  list(): { ns: number; dbkey: string }[] {
    return [...this.#keys.values()]
  }
}

/** Collected properties as plain lists. */
export interface Found {
  links: { ns: number; dbkey: string }[]
  templates: { ns: number; dbkey: string }[]
  images: string[]
  externalLinks: string[]
  interwikiLinks: { prefix: string; dbkey: string }[]
  languageLinks: { language: string; title: string }[]
  categories: { dbkey: string; sortKeyPrefix: string }[]
  properties: Record<string, string>
}

export class ParserOutput {
  readonly links = new PageSet()
  readonly templates = new PageSet()
  readonly images = new Set<string>()
  readonly externalLinks = new Set<string>()
  readonly interwikiLinks = new Map<string, Set<string>>()
  readonly languageLinks = new Map<string, string>()
  readonly categories = new Map<string, string>()
  readonly properties = new Map<string, string>()
  /** Style modules that the page needs. */
  readonly styles = new Set<string>()
  invocations = 0
  /** Details of script errors as HTML, by the number of the error. */
  readonly scriptErrors: string[] = []
  #scriptErrorLength = 0
  readonly #warnings = new Map<string, string>()
  readonly #included = new Set<object>()
  readonly #site: Site
  readonly #message: (key: string) => string | null

  constructor(site: Site, message: (key: string) => string | null) {
    this.#site = site
    this.#message = message
  }

  /** Adds a template and the redirects that led to it. The same object is added only once. */
  addTemplate(found: { visited: readonly { ns: number; dbkey: string }[] }): void {
    if (this.#included.has(found)) return
    this.#included.add(found)
    for (const { ns, dbkey } of found.visited) this.templates.add(ns, dbkey)
  }

  /** Adds the properties of an expansion reused from another page. */
  addRemembered(known: Remembered): void {
    this.invocations += known.invocations
    if (known.repeatsArguments) this.addTrackingCategory('duplicate-args-category')
    if (this.#included.has(known)) return
    this.#included.add(known)
    for (const template of known.templates) this.addTemplate(template)
    for (const module of known.modules) this.templates.add(NS.module, module)
  }

  /** A link in the text. Special pages and links within the page are not recorded. */
  addLink(title: Title): void {
    if (title.interwiki !== '') this.addInterwikiLink(title.interwiki, title.dbkey)
    else if (title.ns !== NS.special && title.dbkey !== '') {
      this.links.add(title.ns === NS.media ? NS.file : title.ns, title.dbkey)
    }
  }

  addInterwikiLink(prefix: string, dbkey: string): void {
    const titles = this.interwikiLinks.get(prefix)
    if (titles) titles.add(dbkey)
    else this.interwikiLinks.set(prefix, new Set([dbkey]))
  }

  /** Only the first link to each language counts. */
  addLanguageLink(language: string, title: string): void {
    if (!this.languageLinks.has(language)) this.languageLinks.set(language, title)
  }

  addExternalLink(address: string): void {
    const url = normalizeUrl(address)
    if (!isOwnAddress(this.#site.server, url)) this.externalLinks.add(url)
  }

  /** The last sort key of a category wins. */
  addCategory(dbkey: string, sortKey: string): void {
    this.categories.set(dbkey, killMarkers(sortKey))
  }

  /** Adds the page to the category named by an interface message, or by default; "-" disables it. */
  addTrackingCategory(key: string, fallback: string | null = null): void {
    const name = this.#message(key) ?? fallback
    if (name === null || trim(name) === '-' || trim(name) === '') return
    const title = titleOrNull(this.#site, name, NS.category)
    if (title?.ns === NS.category) this.addCategory(title.dbkey, this.defaultSort)
  }

  /** A warning for the author, by its message key. */
  addWarning(key: string, ...params: readonly string[]): void {
    const message = this.#message(key)
    if (message === null || this.#warnings.has(JSON.stringify([key, params]))) return
    const text = message.replace(/\$(\d)/g, (whole, place: string) => params[Number(place) - 1] ?? whole)
    this.#warnings.set(JSON.stringify([key, params]), text)
  }

  /** A call of a template or module gives an argument twice. */
  addRepeatedArgument(caller: string, called: string, name: string): void {
    this.addWarning('duplicate-args-warning', caller, called, name)
    this.addTrackingCategory('duplicate-args-category')
  }

  /** Once there are too many details, only the message is kept. */
  addScriptError(details: string): void {
    const kept = this.#scriptErrorLength < MOST_ERROR_DETAILS ? details : details.slice(0, details.indexOf('</p>') + 4)
    this.#scriptErrorLength += kept.length
    this.scriptErrors.push(kept)
  }

  /** A warning by a script, in its own words. */
  addScriptWarning(text: string): void {
    const message = this.#message('scribunto-lua-warning') ?? 'Script warning: $1'
    this.#warnings.set(
      `script ${text}`,
      message.replaceAll('$1', () => text),
    )
  }

  /** Adds a warning that another parse of the page gave. */
  repeatWarning(text: string): void {
    if (!this.warnings.includes(text)) this.#warnings.set(`again ${text}`, text)
  }

  get warnings(): string[] {
    return [...this.#warnings.values()]
  }

  found(): Found {
    const interwikiLinks: Found['interwikiLinks'] = []
    for (const [prefix, keys] of this.interwikiLinks) for (const dbkey of keys) interwikiLinks.push({ prefix, dbkey })
    return {
      links: this.links.list(),
      templates: this.templates.list(),
      images: [...this.images],
      externalLinks: [...this.externalLinks],
      interwikiLinks,
      languageLinks: [...this.languageLinks].map(([language, title]) => ({ language, title })),
      categories: [...this.categories].map(([dbkey, sortKeyPrefix]) => ({ dbkey, sortKeyPrefix })),
      properties: Object.fromEntries(this.properties),
    }
  }

  /** The default sort key set so far. */
  get defaultSort(): string {
    return decodeCharacterReferences(this.properties.get('defaultsort') ?? '').replaceAll('\n', '')
  }
}
