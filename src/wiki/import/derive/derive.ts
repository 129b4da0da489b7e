import { appendChange } from '#events/change-log.ts'
import type { Progress } from '#events/progress.ts'
import type { Store } from '#store/store.ts'
import { indexPages } from '../../content/search-index.ts'
import type { Site } from '../../site/site.ts'
import type { Harvest } from '../../wikitext/harvest/harvest.ts'
import { restoreIndexes } from '../bulk/deferred-indexes.ts'
import { moveSequences } from '../bulk/ids.ts'
import { dropLookups } from '../bulk/keep-lookups.ts'
import type { ImportContext } from '../context.ts'
import { importedSite } from '../wiki-site.ts'
import { deriveCategories } from './category-counts.ts'
import { type CurrentPage, currentPages } from './current-pages.ts'
import { type Derivation, declaredTables, missingLinkTables, noteDerivation, openDerivation } from './derivation.ts'
import { openLinkReader } from './link-reader.ts'
import { deriveRecentChanges } from './recent-changes.ts'
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
    if (!declared.has('recentchanges')) await deriveRecentChanges(tx, context.clock)
    await moveSequences(tx, numbered)
    await dropLookups(tx)
    await noteDerivation(tx, context.clock, last, true)
    await appendChange(tx, context.clock, { area: 'wiki', kind: 'import', subject: site.name })
  })
}

/** Goes through all pages once, for their links and their words. While a batch is stored, the next one is being read. */
async function derivePages(
  store: Store,
  site: Site,
  from: Derivation,
  wanted: ReadonlySet<LinkTable>,
  context: ImportContext,
  progress: Progress,
): Promise<Derivation> {
  const { total } = await store.read
    .selectFrom('page')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const reader = wanted.size === 0 ? undefined : await openLinkReader(store.read, site, context.clock)
  const load = async (after: number): Promise<Batch | undefined> => {
    const pages = await currentPages(store.read, after, BATCH_PAGES)
    const last = pages.at(-1)
    if (last === undefined) return undefined
    const harvests = reader?.read(pages)
    // A failure is looked at when the batch's turn comes.
    harvests?.catch(() => undefined)
    return { pages, harvests, last: last.id }
  }
  try {
    let derivation = from
    let done = 0
    for (let batch = await load(from.after); batch !== undefined; ) {
      const following = await load(batch.last)
      const harvests = (await batch.harvests) ?? []
      derivation = { ...derivation, after: batch.last }
      await storeBatch(store, batch.pages, harvests, derivation, wanted, context)
      done += batch.pages.length
      const task = reader === undefined ? 'search index' : 'links and search index'
      progress.report({ task, done, total, unit: 'pages' })
      batch = following
    }
    return derivation
  } finally {
    await reader?.close()
  }
}

interface Batch {
  readonly pages: readonly CurrentPage[]
  readonly harvests: Promise<Harvest[]> | undefined
  readonly last: number
}

async function storeBatch(
  store: Store,
  pages: readonly CurrentPage[],
  harvests: readonly Harvest[],
  derivation: Derivation,
  wanted: ReadonlySet<LinkTable>,
  context: ImportContext,
): Promise<void> {
  const harvested: HarvestedPage[] = harvests.map((harvest, index) => ({ page: pages[index]!, harvest }))
  await store.transaction(async tx => {
    if (wanted.size > 0 && derivation.again)
      await removeLinks(
        tx,
        pages.map(({ id }) => id),
        wanted,
      )
    await storeLinks(tx, harvested, wanted, context)
    await indexPages(tx, pages, !derivation.indexed)
    await noteDerivation(tx, context.clock, derivation, false)
  })
}
