import type { Services } from '#core/services.ts'
import type { Writer } from '#store/store.ts'
import { ownMessages } from '../content/own-messages.ts'
import { linkTargets } from '../content/pages.ts'
import { openWiki } from '../open-wiki.ts'
import { NS } from '../site/namespaces.ts'
import { prefixedText } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import type { CategoryChange } from './category-counts.ts'
import type { Activity } from './store-activity.ts'
import { storeSummary } from './store-revision.ts'

const JOB = 'wiki-category-changes'
const CATEGORIZE = { type: 6, source: 'mw.categorize' } as const
/** Category changes never need patrolling, so they are stored as autopatrolled. */
const PATROLLED_BY_ITSELF = 2

/** Summaries for a wiki without interface messages. */
const WORDS: Readonly<Record<string, string>> = {
  'recentchanges-page-added-to-category': '[[:$1]] added to category',
  'recentchanges-page-added-to-category-bundled':
    '[[:$1]] added to category, along with [[Special:WhatLinksHere/$1|pages that include it]]',
  'recentchanges-page-removed-from-category': '[[:$1]] removed from category',
  'recentchanges-page-removed-from-category-bundled':
    '[[:$1]] removed from category, along with [[Special:WhatLinksHere/$1|pages that include it]]',
}

interface Order extends CategoryChange {
  readonly pageId: number
  readonly ns: number
  readonly title: string
  readonly revisionId: number
  readonly parentId: number
  readonly timestamp: number
  readonly actorId: number
  readonly bot: boolean
  readonly ip: string
}

/** Queues a job that records category changes in recent changes, if the wiki enables them. */
export async function planCategoryChanges(
  tx: Writer,
  { services }: Wiki,
  { caller, ns, title, pageId, revisionId, parentId, timestamp, actorId, bot }: Activity,
  { added, gone }: CategoryChange,
): Promise<void> {
  if (services.config.categoryChanges === 'off' || added.length + gone.length === 0) return
  const about = { pageId, ns, title, revisionId, parentId, timestamp, actorId, bot, ip: caller.ip }
  const order: Order = { ...about, added, gone }
  await services.jobs.enqueue(tx, { kind: JOB, key: String(revisionId), payload: { ...order } })
}

export function handleCategoryChanges(services: Services): void {
  services.jobs.handle(JOB, async job => recordChanges(await openWiki(services), job.payload as unknown as Order))
}

async function recordChanges(wiki: Wiki, order: Order): Promise<void> {
  const { site, store } = wiki
  const target = (await linkTargets(wiki.db, [order])).get(`${order.ns}:${order.title}`)
  const user =
    target === undefined
      ? undefined
      : await store.read
          .selectFrom('template_link')
          .select('from_id')
          .where('target_id', '=', target)
          .limit(1)
          .executeTakeFirst()
  const bundled = user === undefined ? '' : '-bundled'
  const keys = {
    added: `recentchanges-page-added-to-category${bundled}`,
    gone: `recentchanges-page-removed-from-category${bundled}`,
  }
  const own = await ownMessages(wiki, site.language, Object.values(keys))
  const name = prefixedText(site, order.ns, order.title)
  const words = (key: string) => (own(key) || WORDS[key]!).replaceAll('$1', name)
  await store.transaction(async tx => {
    // A job may run twice.
    const recorded = await tx
      .selectFrom('recent_change')
      .select('id')
      .where('this_rev', '=', order.revisionId)
      .where('source', '=', CATEGORIZE.source)
      .limit(1)
      .executeTakeFirst()
    if (recorded !== undefined) return
    for (const [what, categories] of [
      ['added', order.added],
      ['gone', order.gone],
    ] as const) {
      if (categories.length === 0) continue
      const summaryId = await storeSummary(tx, words(keys[what]))
      for (const category of categories) await storeOne(tx, order, category, summaryId, what === 'added')
    }
  })
}

async function storeOne(
  tx: Writer,
  order: Order,
  category: string,
  summaryId: number,
  isAdded: boolean,
): Promise<void> {
  const hidden = await tx
    .selectFrom('page')
    .innerJoin('page_prop', 'page_prop.page_id', 'page.id')
    .select('page.id')
    .where('page.ns', '=', NS.category)
    .where('page.title', '=', category)
    .where('page_prop.name', '=', 'hiddencat')
    .executeTakeFirst()
  const flag = (value: boolean) => `b:${Number(value)};`
  await tx
    .insertInto('recent_change')
    .values({
      ...CATEGORIZE,
      timestamp: order.timestamp,
      actor_id: order.actorId,
      ns: NS.category,
      title: category,
      summary_id: summaryId,
      bot: Number(order.bot),
      page_id: order.pageId,
      this_rev: order.revisionId,
      last_rev: order.parentId,
      patrolled: PATROLLED_BY_ITSELF,
      ip: order.ip,
      params: `a:2:{s:10:"hidden-cat";${flag(hidden !== undefined)}s:5:"added";${flag(isAdded)}}`,
    })
    .execute()
}
