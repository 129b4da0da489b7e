import { sql } from 'kysely'
import { appendChange } from '#events/change-log.ts'
import type { Progress } from '#events/progress.ts'
import { compileWellWhenLong, keepNurserySmall } from '#events/v8-settings.ts'
import { type Clock, seconds } from '#store/clock.ts'
import { indexPages } from '#store/full-text/index-pages.ts'
import { mergeRarely, mergeWords } from '#store/full-text/merge-words.ts'
import { updatePlannerStatistics } from '#store/indexes.ts'
import { followNumbers } from '#store/row-numbers.ts'
import type { Store, Writer } from '#store/store.ts'
import { forgetDifferences } from '../../content/check-counters.ts'
import { type Collation, collationOf } from '../../content/collation.ts'
import { linkTables } from '../../content/link-rows.ts'
import { countedSite } from '../../content/site-counts.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { restoreIndexes } from '../bulk/deferred-indexes.ts'
import { dropLookups } from '../bulk/keep-lookups.ts'
import { importedSite } from '../wiki-site.ts'
import { type CurrentPage, currentPages } from './current-pages.ts'
import { type Derivation, declaredTables, missingLinkTables, noteDerivation, openDerivation } from './derivation.ts'
import type { HarvestContext } from './harvest-ahead.ts'
import { openLinkReader } from './link-reader.ts'
import { deriveRecentChanges } from './recent-changes.ts'
import { type LinkTable, removeLinks, storeLinks, wantedTargets } from './store-links.ts'
import type { LinkParcel } from './threaded-reader.ts'

const BATCH_PAGES = 500

/** Tables in which an import assigns IDs. */
const numbered = [
  ...['page', 'actor', 'summary', 'revision', 'content', 'blob', 'archive', 'category', 'link_target', 'external_link'],
  ...['page_restriction', 'block', 'log', 'recent_change', 'watch', 'tag_def', 'change_tag', 'old_file'],
  ...['deleted_file', 'stashed_file', 'query_cache', 'account'],
]

/** Tables that are read page by page. */
const readTables = ['page', 'revision', 'actor', 'slot', 'content', 'blob']
const searchTables = ['page_search', 'title_search', 'title_key', 'link_target', 'category', 'recent_change']

/**
 * Derives what the dumps did not contain: links, the search index,
 * categories and counts. Resumes after an interruption.
 */
export async function derive(store: Store, context: HarvestContext, progress: Progress): Promise<void> {
  const derivation = await openDerivation(store.read)
  if (derivation === undefined) return
  context.texts.finish()
  const declared = await declaredTables(store.read)
  const site = await importedSite(store.read)
  const missingTables = derivation.links ? missingLinkTables(declared) : new Set<LinkTable>()
  await store.transaction(async tx => {
    await mergeRarely(tx)
    await updatePlannerStatistics(tx, readTables)
  })
  const last = await derivePages(store, site, derivation, missingTables, context, progress)
  await restoreIndexes(store)
  await store.transaction(async tx => {
    // IDs assigned by an interrupted derivation are free again.
    await followNumbers(tx, numbered)
    if (!declared.has('category')) await deriveCategories(tx)
    if (!declared.has('site_stats')) await deriveSiteStats(tx, site, context.clock)
    if (!declared.has('user')) await deriveEditCounts(tx)
    if (!declared.has('recentchanges')) await deriveRecentChanges(tx, context.clock)
    await followNumbers(tx, numbered)
    await mergeWords(tx)
    await dropLookups(tx)
    // The counts may be imported ones again; the end of the import compares them.
    await forgetDifferences(tx)
    await noteDerivation(tx, context.clock, last, true)
    await appendChange(tx, context.clock, { area: 'wiki', kind: 'import', subject: site.name })
  })
  const filled = [...readTables, ...Object.values(linkTables), ...searchTables]
  await store.transaction(tx => updatePlannerStatistics(tx, filled))
}

/** Processes all pages once, for links and search. Reads the next batch while one is being stored. */
async function derivePages(
  store: Store,
  site: Site,
  from: Derivation,
  tables: ReadonlySet<LinkTable>,
  context: HarvestContext,
  progress: Progress,
): Promise<Derivation> {
  const { total } = await store.read
    .selectFrom('page')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const reader = tables.size === 0 ? undefined : await openLinkReader(store.read, site, wantedTargets(tables), context)
  const load = async (after: number): Promise<Batch | undefined> => {
    const pages = await currentPages(store.read, context.texts, after, BATCH_PAGES)
    const last = pages.at(-1)
    if (last === undefined) return undefined
    const links = reader?.read(pages)
    // Handled when the batch is stored.
    links?.catch(() => undefined)
    return { pages, links, last: last.id }
  }
  try {
    let derivation = from
    let done = 0
    for (let batch = await load(from.after); batch !== undefined; ) {
      const following = await load(batch.last)
      derivation = { ...derivation, after: batch.last }
      await storeBatch(store, batch, derivation, tables, collationOf(site), context)
      keepNurserySmall()
      compileWellWhenLong()
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
  readonly links: Promise<LinkParcel[]> | undefined
  readonly last: number
}

async function storeBatch(
  store: Store,
  { pages, links }: Batch,
  derivation: Derivation,
  tables: ReadonlySet<LinkTable>,
  collation: Collation,
  context: HarvestContext,
): Promise<void> {
  await store.transaction(async tx => {
    if (tables.size > 0 && derivation.again)
      await removeLinks(
        tx,
        pages.map(({ id }) => id),
        tables,
      )
    // Indexes words while threads still extract links.
    await indexPages(tx, pages, derivation.indexed ? 'changed' : 'fresh')
    await storeLinks(tx, (await links) ?? [], tables, collation, context)
    await noteDerivation(tx, context.clock, derivation, false)
  })
}

/** One row per category with members or a page, with its member count. */
async function deriveCategories(tx: Writer): Promise<void> {
  await sql`
    insert into category (title, pages, subcats, files)
    select title, sum(members), sum(subcats), sum(files) from (
      select category as title, count(*) as members,
        sum(case when type = 'subcat' then 1 else 0 end) as subcats,
        sum(case when type = 'file' then 1 else 0 end) as files
      from category_link group by category
      union all
      select title, 0, 0, 0 from page where ns = ${NS.category}
    ) as found where true group by title order by title
    on conflict (title) do update set pages = excluded.pages, subcats = excluded.subcats, files = excluded.files
  `.execute(tx)
}

/** Counts the site statistics. */
async function deriveSiteStats(tx: Writer, site: Site, clock: Clock): Promise<void> {
  const counted = countedSite(site, seconds(clock))
  await sql`
    insert into site_stats (id, edits, articles, pages, users, active_users, images)
    select 1, edits, articles, pages, users, active_users, images from ${counted} as now where true
    on conflict (id) do update set edits = excluded.edits, articles = excluded.articles, pages = excluded.pages,
      users = excluded.users, active_users = excluded.active_users, images = excluded.images
  `.execute(tx)
}

/** Sets the edit counts of accounts from an export. */
async function deriveEditCounts(tx: Writer): Promise<void> {
  await sql`
    update account set edit_count = counted.edits
    from (
      select actor.account_id as id, count(*) as edits from revision join actor on actor.id = revision.actor_id
      where actor.account_id is not null group by actor.account_id
    ) as counted
    where account.id = counted.id and account.password_hash = ''
  `.execute(tx)
}
