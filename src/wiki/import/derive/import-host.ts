import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import type { SiteStatistics, TemplateSource, WikitextHost } from '../../wikitext/host.ts'
import type { HostData, PageSource } from './host-data.ts'
import { NeedsPage } from './needs-page.ts'

/** Number of pages whose existence is remembered when not all titles are known. */
const MAX_REMEMBERED = 200_000
/** Maximum characters of cached templates; beyond that, they are discarded and read again. */
const MAX_KEPT = 24 * 1024 * 1024

/**
 * The host for extracting links: the wiki's own pages, preloaded as far as memory allows, and read on demand otherwise.
 */
export class ImportHost implements WikitextHost {
  readonly site: Site
  readonly now: number
  readonly stats: SiteStatistics
  readonly #data: HostData
  readonly #existence = new Map<string, boolean>()
  readonly #texts = new Map<string, TemplateSource | null>()
  #kept = 0

  constructor(site: Site, data: HostData) {
    this.site = site
    this.now = data.now
    this.stats = data.stats
    this.#data = data
    for (const [dbkey, text] of data.templates) this.#keep(`${NS.template}:${dbkey}`, { text })
  }

  /** The cache is full; the caller should create a new host. */
  get isFull(): boolean {
    return this.#kept > MAX_KEPT
  }

  templateText(ns: number, dbkey: string): TemplateSource | null {
    const key = `${ns}:${dbkey}`
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    if (this.#data.titles !== undefined && !this.#data.titles.has(key)) return null
    throw new NeedsPage(ns, dbkey)
  }

  pageExists(ns: number, dbkey: string): boolean {
    const key = `${ns}:${dbkey}`
    if (this.#data.titles !== undefined) return this.#data.titles.has(key)
    const cached = this.#existence.get(key)
    if (cached === undefined) throw new NeedsPage(ns, dbkey)
    return cached
  }

  fileExists(dbkey: string): boolean {
    return this.#data.files === undefined || this.#data.files.has(dbkey)
  }

  fileRedirect(dbkey: string): string | null {
    return this.#data.fileRedirects.get(dbkey) ?? null
  }

  message(key: string): string | null {
    return this.#data.messages.get(key.charAt(0).toLowerCase() + key.slice(1)) ?? null
  }

  /** Adds a page that was missing. */
  provide({ ns, dbkey }: { readonly ns: number; readonly dbkey: string }, { exists, text }: PageSource): void {
    const key = `${ns}:${dbkey}`
    if (this.#existence.size >= MAX_REMEMBERED) this.#existence.clear()
    this.#existence.set(key, exists)
    this.#keep(key, text === null ? null : { text })
  }

  #keep(key: string, source: TemplateSource | null): void {
    this.#texts.set(key, source)
    this.#kept += key.length + (source?.text.length ?? 0)
  }
}
