import type { Services } from '#accounts/services.ts'
import { seconds } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'
import { linkTargets, type PageName, pagesByName } from '../content/pages.ts'
import { WorkRefused } from '../content/text-work/text-work.ts'
import { openWiki } from '../open-wiki.ts'
import type { Wiki } from '../wiki.ts'
import { refreshPage } from './refresh-page.ts'

const JOB = 'wiki-refresh-users'
/** Pages that one job takes on; another one goes on from there. */
const PAGES_PER_JOB = 200

interface ChangedPage extends PageName {
  readonly revisionId: number
  readonly isNew: boolean
}

interface Order extends ChangedPage {
  /** The last page that is done. */
  readonly after: number
}

/** A page has changed: pages that include it get their links anew, pages that link to it look different if it is new. */
export async function refreshUsers(tx: Writer, { services }: Wiki, changed: ChangedPage): Promise<void> {
  const target = await targetOf(tx, changed)
  if (target === null) return
  const concerned =
    (await isLinked(tx, 'template_link', target)) || (changed.isNew && (await isLinked(tx, 'page_link', target)))
  if (concerned) await plan(tx, services, { ...changed, after: 0 })
}

const plan = (tx: Writer, { jobs }: Services, order: Order): Promise<void> =>
  jobs.enqueue(tx, { kind: JOB, key: `${order.revisionId}:${order.after}`, payload: { ...order } })

async function targetOf(db: Reader, { ns, title }: PageName): Promise<number | null> {
  return (await linkTargets(db, [{ ns, title }])).get(`${ns}:${title}`) ?? null
}

async function isLinked(db: Reader, table: 'template_link' | 'page_link', target: number): Promise<boolean> {
  const row = await db.selectFrom(table).where('target_id', '=', target).select('from_id').limit(1).executeTakeFirst()
  return row !== undefined
}

export function handleRefreshing(services: Services): void {
  services.jobs.handle(JOB, async job => {
    await refresh(await openWiki(services), job.payload as unknown as Order)
  })
}

async function refresh(wiki: Wiki, order: Order): Promise<void> {
  const target = await targetOf(wiki.db, order)
  const [page] = await pagesByName(wiki.db, [order])
  // A later change of the page has a job of its own.
  if (target === null || (page !== undefined && page.latest_rev > order.revisionId && !order.isNew)) return
  const now = seconds(wiki.clock)
  if (order.isNew && order.after === 0) await wiki.store.transaction(tx => touchLinking(tx, target, now))
  const users = await wiki.db
    .selectFrom('template_link')
    .where('target_id', '=', target)
    .where('from_id', '>', order.after)
    .orderBy('from_id')
    .limit(PAGES_PER_JOB)
    .select('from_id')
    .execute()
  for (const { from_id } of users) {
    try {
      await refreshPage(wiki, from_id, now)
    } catch (error) {
      // A text that takes too long today will tomorrow; the links that were found before stay.
      if (!(error instanceof WorkRefused && error.reason === 'too much')) throw error
    }
  }
  const last = users.at(-1)
  if (last && users.length === PAGES_PER_JOB)
    await wiki.store.transaction(tx => plan(tx, wiki.services, { ...order, after: last.from_id }))
}

async function touchLinking(tx: Writer, target: number, now: number): Promise<void> {
  await tx
    .updateTable('page')
    .set({ touched: now })
    .where('touched', '<', now)
    .where('id', 'in', eb => eb.selectFrom('page_link').where('target_id', '=', target).select('from_id'))
    .execute()
}
