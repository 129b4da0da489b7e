import type { Progress } from '#events/progress.ts'
import type { Store } from '#store/store.ts'
import { InterfaceMessages } from '../../content/interface-messages.ts'
import { wordingOf } from '../../content/wording.ts'
import type { Site } from '../../site/site.ts'
import { Harvester } from '../../wikitext/harvest/harvest.ts'
import type { ImportContext } from '../context.ts'
import { importedSite } from '../wiki-site.ts'
import { deriveCategories } from './category-counts.ts'
import { type CurrentPage, currentPages } from './current-pages.ts'
import { type Derivation, declaredTables, missingLinkTables, noteDerivation, openDerivation } from './derivation.ts'
import { ImportHost, loadHostData, withLocalMessages } from './import-host.ts'
import { NeedsPage } from './needs-page.ts'
import { deriveEditCounts, deriveSiteStats } from './site-stats.ts'
import { type HarvestedPage, removeLinks, storeLinks } from './store-links.ts'

const BATCH_PAGES = 1000

/** Derives what no dump brought: links, categories and counts. Goes on where an interrupted import was. */
export async function derive(store: Store, context: ImportContext, progress: Progress): Promise<void> {
  let derivation = await openDerivation(store.read)
  if (derivation === undefined) return
  const declared = await declaredTables(store.read)
  const site = await importedSite(store.read)
  if (derivation.links) derivation = await deriveLinks(store, site, derivation, declared, context, progress)
  const last = derivation
  await store.transaction(async tx => {
    if (!declared.has('category')) await deriveCategories(tx)
    if (!declared.has('site_stats')) await deriveSiteStats(tx, site, context.clock)
    if (!declared.has('user')) await deriveEditCounts(tx)
    await noteDerivation(tx, context.clock, last, true)
  })
}

async function deriveLinks(
  store: Store,
  site: Site,
  from: Derivation,
  declared: ReadonlySet<string>,
  context: ImportContext,
  progress: Progress,
): Promise<Derivation> {
  const wanted = missingLinkTables(declared)
  if (wanted.size === 0) return from
  const reader = new LinkReader(store, site, context)
  let derivation = from
  let done = 0
  for (;;) {
    const pages = await currentPages(store.read, derivation.after, BATCH_PAGES)
    const last = pages.at(-1)
    if (last === undefined) return derivation
    const harvested: HarvestedPage[] = []
    for (const page of pages) harvested.push({ page, harvest: await reader.read(page) })
    const next = { ...derivation, after: last.id }
    await store.transaction(async tx => {
      if (derivation.again)
        await removeLinks(
          tx,
          pages.map(({ id }) => id),
          wanted,
        )
      await storeLinks(tx, harvested, wanted, context)
      await noteDerivation(tx, context.clock, next, false)
    })
    derivation = next
    done += pages.length
    progress.report({ task: 'links', done, total: await reader.pageCount(), unit: 'pages' })
  }
}

/** Harvests page after page, and fetches what a page turns out to need. */
class LinkReader {
  readonly #store: Store
  readonly #site: Site
  readonly #context: ImportContext
  #current: { readonly host: ImportHost; readonly harvester: Harvester } | undefined
  #pageCount = 0

  constructor(store: Store, site: Site, context: ImportContext) {
    this.#store = store
    this.#site = site
    this.#context = context
  }

  async pageCount(): Promise<number> {
    await this.#ready()
    return this.#pageCount
  }

  async read(page: CurrentPage) {
    for (;;) {
      const { host, harvester } = await this.#ready()
      try {
        return harvester.harvest(page.context, page.text, page.model)
      } catch (error) {
        if (!(error instanceof NeedsPage)) throw error
        await host.fetch(error)
      }
    }
  }

  async #ready() {
    if (this.#current !== undefined && !this.#current.host.isFull) return this.#current
    const db = this.#store.read
    const data = await loadHostData(db, this.#site)
    const wording = await wordingOf(new InterfaceMessages(db), this.#site.language)
    const message = withLocalMessages(this.#site, data.localMessages, wording.text)
    const host = new ImportHost(db, this.#site, this.#context.clock.now(), data, message)
    this.#pageCount = data.stats.pages
    this.#current = { host, harvester: new Harvester(host) }
    return this.#current
  }
}
