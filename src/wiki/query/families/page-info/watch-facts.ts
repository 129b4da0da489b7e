import { type Expression, type SqlBool, sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import type { Entry } from '../../../api/query/page-set.ts'
import type { QueryRun } from '../../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../../api/result/kinds.ts'
import { isoTimestamp } from '../../../site/timestamp.ts'
import type { Facts } from './name-facts.ts'

const ownMembers = {
  'watched?': 'boolean',
  'watchlistexpiry?': 'string',
  'notificationtimestamp?': 'string',
} as const satisfies Members

const countMembers = { 'watchers?': 'integer', 'visitingwatchers?': 'integer' } as const satisfies Members

export const watchMembers = { ...ownMembers, ...countMembers } as const satisfies Members

/** Whether the caller watches each page, and the first change they have not seen. */
export async function ownWatching(
  q: QueryRun,
  entries: readonly Entry[],
  wanted: { readonly watched: boolean; readonly notified: boolean },
): Promise<Facts<typeof ownMembers>> {
  const watched = new Map<string, Watch>()
  const showsEnd = q.wiki.services.config.watchlistExpiry === 'on'
  const { account } = q.caller
  if (account && q.caller.can('viewmywatchlist')) {
    for (const [ns, titles] of titlesByNamespace(entries)) {
      const rows = await q.db
        .selectFrom('watch')
        .where('account_id', '=', account.id)
        .where('ns', '=', ns)
        .where('title', 'in', padded(titles))
        .where(notExpired(q.now))
        .select(['title', 'notified_at', 'expires_at'])
        .execute()
      for (const { title, notified_at: notified, expires_at: until } of rows)
        watched.set(`${ns}:${title}`, { notified, until })
    }
  }
  return ({ ns, title }) => {
    const own = watched.get(`${ns}:${title}`)
    const row: ResultOf<typeof ownMembers> = {}
    if (wanted.watched) row.watched = own !== undefined
    if (wanted.watched && showsEnd && own?.until) row.watchlistexpiry = isoTimestamp(own.until)
    if (wanted.notified) row.notificationtimestamp = own?.notified ? isoTimestamp(own.notified) : ''
    return row
  }
}

interface Watch {
  /** Time of the first change the watcher has not seen. */
  readonly notified: number | null
  readonly until: number | null
}

/** A watcher counts as visiting if they viewed the page within this time before its last change. */
const VISIT = 180 * 24 * 60 * 60

/** Number of watchers of each page; visible only with the `unwatchedpages` right. */
export async function watcherCounts(
  q: QueryRun,
  entries: readonly Entry[],
  wanted: { readonly all: boolean; readonly visiting: boolean },
): Promise<Facts<typeof countMembers>> {
  if (!q.caller.can('unwatchedpages')) return () => ({})
  const counts = new Map<string, Counts>()
  for (const [ns, titles] of titlesByNamespace(entries)) {
    const rows = await q.db
      .selectFrom('watch')
      .leftJoin('page', join => join.onRef('page.ns', '=', 'watch.ns').onRef('page.title', '=', 'watch.title'))
      .leftJoin('revision', 'revision.id', 'page.latest_rev')
      .where('watch.ns', '=', ns)
      .where('watch.title', 'in', padded(titles))
      .where(notExpired(q.now))
      .groupBy('watch.title')
      .select(['watch.title', sql<number>`count(*)`.as('all')])
      .select(
        sql<number>`sum(case when watch.notified_at is null or revision.timestamp is null
          or watch.notified_at >= revision.timestamp - ${VISIT} then 1 else 0 end)`.as('visiting'),
      )
      .execute()
    for (const { title, all, visiting } of rows) {
      counts.set(`${ns}:${title}`, { all: Number(all), visiting: Number(visiting) })
    }
  }
  return ({ ns, title }) => {
    const count = counts.get(`${ns}:${title}`)
    const row: ResultOf<typeof countMembers> = {}
    if (wanted.all) row.watchers = count?.all ?? 0
    if (wanted.visiting) row.visitingwatchers = count?.visiting ?? 0
    return row
  }
}

interface Counts {
  readonly all: number
  readonly visiting: number
}

const notExpired = (now: number): Expression<SqlBool> =>
  sql<SqlBool>`(watch.expires_at is null or watch.expires_at > ${now})`

const titlesByNamespace = (entries: readonly Entry[]): Map<number, string[]> => {
  const groups = Map.groupBy(entries, entry => entry.ns)
  return new Map([...groups].map(([ns, group]) => [ns, group.map(entry => entry.title)]))
}
