import { type SqlBool, sql } from 'kysely'
import { RIGHTS } from '#accounts/rights.ts'
import { padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, groups } from '../../api/params/common.ts'
import { type Args, limit, manyOf } from '../../api/params/kinds.ts'
import { looseNumber } from '../../api/query/keys.ts'
import { propModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { actorsById } from '../../content/actors.ts'
import { HIDDEN } from '../../site/hidden-parts.ts'
import type { Condition } from '../families/revision-filters.ts'

const params = {
  group: groups(),
  excludegroup: groups(),
  rights: manyOf(RIGHTS),
  excluderights: manyOf(RIGHTS),
  limit: limit(),
  continue: continuation(),
}
type ContributorsArgs = Args<typeof params>

/** Counting goes through whole histories, so one answer takes this many pages. */
const MAX_PAGES = 100

export const contributors = propModule({
  name: 'contributors',
  prefix: 'pc',
  classname: 'ApiQueryContributors',
  tag: 'user',
  cacheable: true,
  summary: 'Who has edited a page: the accounts by name, and how many people did so without one.',
  helpUrls: [helpPage('Contributors')],
  help: {
    examples: [['action=query&prop=contributors&titles={main-page}', 'simple']],
    params: { excluderights: { words: 'Not users with these rights through a group they were given.' } },
  },
  params,

  // Two things of each page, of which one is a number and the other a list, and no more than so many pages at a time: the
  // continue value may name a page of which nothing is listed.
  async run(q, a) {
    q.requireAtMostOneOf(a, 'group', 'excludegroup', 'rights', 'excluderights')
    const after = (q.cursor(a.continue, looseNumber('page_id'), looseNumber('actor_id')) ?? [0, 0]) as [number, number]
    const waiting = q.pages.goodIds.filter(id => id >= after[0]).sort((one, other) => one - other)
    const pages = waiting.slice(0, MAX_PAGES)
    const next = waiting[MAX_PAGES]
    for (const [pageId, count] of await countOthers(q, pages)) {
      if (q.addToPage(pageId, { anoncontributors: count })) continue
      // Another module has taken all the room: the same again.
      q.continueWith(a.continue ?? '0|0')
      return
    }
    const unfinished = await addAccounts(q, a, pages, after)
    const place = unfinished ?? (next === undefined ? null : `${next}|0`)
    if (place !== null) q.continueWith(place)
  },
})

/** An author who is hidden is counted for nobody, not even for those who may see the name. */
const VISIBLE: Condition = sql<SqlBool>`(revision.deleted & ${sql.lit(HIDDEN.user)}) = 0`

/** How many addresses, and users of other wikis, edited each of the pages. */
async function countOthers(q: QueryRun, pages: readonly number[]): Promise<[pageId: number, count: number][]> {
  if (pages.length === 0) return []
  const rows = await q.db
    .selectFrom('revision')
    .innerJoin('actor', 'actor.id', 'revision.actor_id')
    .where('revision.page_id', 'in', padded(pages))
    .where('actor.account_id', 'is', null)
    .where(VISIBLE)
    .groupBy('revision.page_id')
    .select(['revision.page_id', sql<number>`count(distinct revision.actor_id)`.as('count')])
    .execute()
  return rows.map(row => [row.page_id, Number(row.count)])
}

/** Page by page, in the order in which people first came to the wiki. Returns where to go on, or null at the end. */
async function addAccounts(
  q: QueryRun,
  a: ContributorsArgs,
  pages: readonly number[],
  [firstPage, firstActor]: readonly [number, number],
): Promise<string | null> {
  const filter = groupFilter(q, a)
  if (filter === 'nobody') return null
  let left = a.limit
  for (const pageId of pages) {
    let query = q.db
      .selectFrom('revision')
      .innerJoin('actor', 'actor.id', 'revision.actor_id')
      .where('revision.page_id', '=', pageId)
      .where('revision.actor_id', '>=', pageId === firstPage ? firstActor : 0)
      .where('actor.account_id', 'is not', null)
      .where(VISIBLE)
      .groupBy('revision.actor_id')
      .orderBy('revision.actor_id')
      .select('revision.actor_id')
      .limit(left + 1)
    if (filter) query = query.where(filter)
    const found = await query.execute()
    const actors = await actorsById(
      q.db,
      found.map(row => row.actor_id),
    )
    for (const { actor_id } of found) {
      const { account_id, name } = actors.get(actor_id)!
      if (left === 0 || !q.addItemToPage(pageId, { userid: account_id, name })) return `${pageId}|${actor_id}`
      left--
    }
  }
  return null
}

/** Only groups that are given by hand count, also where rights are asked for. */
function groupFilter(q: QueryRun, a: ContributorsArgs): Condition | 'nobody' | null {
  const excludes = Boolean(a.excludegroup?.length || a.excluderights?.length)
  const rights = a.rights?.length ? a.rights : (a.excluderights ?? [])
  const named = a.group?.length ? a.group : (a.excludegroup ?? [])
  const { permissions } = q.wiki.services
  const wanted = rights.length > 0 ? rights.flatMap(right => permissions.groupsWith(right)) : [...named]
  if (wanted.length === 0) return a.rights?.length ? 'nobody' : null
  const member = sql`exists (select 1 from account_group as g where g.account_id = actor.account_id
    and g.group_name in (${sql.join([...new Set(wanted)])}) and (g.expires_at is null or g.expires_at >= ${q.now}))`
  return excludes ? sql<SqlBool>`not ${member}` : sql<SqlBool>`${member}`
}
