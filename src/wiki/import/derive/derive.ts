import { appendChange } from '#events/change-log.ts'
import type { Progress } from '#events/progress.ts'
import type { Store } from '#store/store.ts'
import { indexPages } from '../../content/search-index.ts'
import type { Site } from '../../site/site.ts'
import { restoreIndexes } from '../bulk/deferred-indexes.ts'
import { moveSequences } from '../bulk/ids.ts'
import { dropLookups } from '../bulk/keep-lookups.ts'
import type { ImportContext } from '../context.ts'
import { importedSite } from '../wiki-site.ts'
import { deriveCategories } from './category-counts.ts'
import { type CurrentPage, currentPages } from './current-pages.ts'
import { type Derivation, declaredTables, missingLinkTables, noteDerivation, openDerivation } from './derivation.ts'
import { LinkReader } from './link-reader.ts'
import { deriveEditCounts, deriveSiteStats } from './site-stats.ts'
import { type HarvestedPage, type LinkTable, removeLinks, storeLinks } from './store-links.ts'

const BATCH_PAGES = 500

/** Tables whose rows an import numbers. */
const numbered = [
  ...['page', 'actor', 'summary', 'revision', 'content', 'blob', 'archive', 'category', 'link_target', 'external_link'],
  ...['page_restriction', 'block', 'log', 'recent_change', 'watch', 'tag_def', 'change_tag', 'old_file'],
  ...['deleted_file', 'stashed_file', 'query_cache', 'account'],
]

/** Derives what no dump brought: links, the search index, categories and counts. Goes on where it was interrupted. */
export async function derive(store: Store, context: ImportContext, progress: Progress): Promise<void> {
  const derivation = await openDerivation(store.read)
  if (derivation === undefined) return
  const declared = await declaredTables(store.read)
  const site = await importedSite(store.read)
  const wanted = derivation.links ? missingLinkTables(declared) : new Set<LinkTable>()
  const last = await derivePages(store, site, derivation, wanted, context, progress)
  await restoreIndexes(store)
  await store.transaction(async tx => {
    if (!declared.has('category')) await deriveCategories(tx)
    if (!declared.has('site_stats')) await deriveSiteStats(tx, site, context.clock)
    if (!declared.has('user')) await deriveEditCounts(tx)
    await moveSequences(tx, numbered)
    await dropLookups(tx)
    await noteDerivation(tx, context.clock, last, true)
    await appendChange(tx, context.clock, { area: 'wiki', kind: 'import', subject: site.name })
  })
}

/** Goes through all pages once, for their links and their words. */
async function derivePages(
  store: Store,
  site: Site,
  from: Derivation,
  wanted: ReadonlySet<LinkTable>,
  context: ImportContext,
  progress: Progress,
): Promise<Derivation> {
  const reader = new LinkReader(store.read, site, context.clock)
  const { total } = await store.read
    .selectFrom('page')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  let derivation = from
  let done = 0
  for (;;) {
    const pages = await currentPages(store.read, derivation.after, BATCH_PAGES)
    const last = pages.at(-1)
    if (last === undefined) return derivation
    const harvested = wanted.size === 0 ? [] : await harvestAll(reader, pages)
    const next = { ...derivation, after: last.id }
    await store.transaction(async tx => {
      if (wanted.size > 0 && from.again)
        await removeLinks(
          tx,
          pages.map(({ id }) => id),
          wanted,
        )
      await storeLinks(tx, harvested, wanted, context)
      await indexPages(tx, pages)
      await noteDerivation(tx, context.clock, next, false)
    })
    derivation = next
    done += pages.length
    progress.report({ task: wanted.size > 0 ? 'links and search index' : 'search index', done, total, unit: 'pages' })
  }
}

async function harvestAll(reader: LinkReader, pages: readonly CurrentPage[]): Promise<HarvestedPage[]> {
  const harvested: HarvestedPage[] = []
  for (const page of pages) harvested.push({ page, harvest: await reader.read(page) })
  return harvested
}
