import { type SqlBool, sql } from 'kysely'
import { RIGHTS } from '#accounts/rights.ts'
import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, groups } from '../../api/params/common.ts'
import { type Args, limit, manyOf } from '../../api/params/kinds.ts'
import { looseNumber } from '../../api/query/keys.ts'
import { gathered, listedPerPage, propModule } from '../../api/query/query-module.ts'
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

/** Counting scans whole histories, so one response handles only this many pages. */
const MAX_PAGES = 100

export const contributors = propModule({
  name: 'contributors',
  prefix: 'pc',
  classname: 'ApiQueryContributors',
  tag: 'user',
  cacheable: true,
  summary: 'List registered contributors to pages and count anonymous ones.',
  helpUrls: [helpPage('Contributors')],
  help: {
    examples: [['action=query&prop=contributors&titles={main-page}', 'simple']],
    params: { excluderights: { words: 'Do not list users with these rights through an assigned group.' } },
  },
  result: { 'anoncontributors?': 'integer', 'contributors?': [{ userid: 'integer', name: 'string' }] },
  params,

  pageListing(q, a) {
    q.requireAtMostOneOf(a, 'group', 'excludegroup', 'rights', 'excluderights')
    // The anonymous counts of all pages precede the accounts, which are read page by page from their own index ranges.
    const query = gathered<Contributor>(async wanted => {
      const [page_id, actor_id] = (wanted.after ?? [0, 0]) as [number, number]
      const waiting = q.pages.goodIds.filter(id => id >= page_id).sort((one, other) => one - other)
      const pages = waiting.slice(0, MAX_PAGES)
      const others = (await countOthers(q, pages)).map(([of, count]) => ({ of, count, page_id, actor_id }))
      const filter = groupFilter(q, a)
      const accounts = await wanted.inTurn(filter === 'nobody' ? [] : pages, async (id, take) => {
        const ofPage = ACCOUNTS.where('revision.page_id', '=', id).where(filter as Condition | null)
        const rows = await wanted.rows(ofPage, BY_ACTOR, take, id === page_id ? [actor_id] : undefined)
        return rows.map(row => ({ of: id, page_id: id, actor_id: row.actor_id }))
      })
      const rest = waiting.slice(MAX_PAGES, MAX_PAGES + 1).map(id => ({ of: null, page_id: id, actor_id: 0 }))
      return [...others, ...accounts, ...rest]
    })
    return listedPerPage(query, {
      keys: [looseNumber('page_id'), looseNumber('actor_id')],
      pageId: row => row.of!,
      addsFields: row => row.count !== undefined,
      items: async rows => {
        const named = rows.filter(row => row.count === undefined)
        const actors = await actorsById(
          q.db,
          named.map(row => row.actor_id),
        )
        return row => {
          if (row.of === null) return undefined
          if (row.count !== undefined) return { anoncontributors: row.count }
          const { account_id, name } = actors.get(row.actor_id)!
          return { userid: account_id!, name }
        }
      },
    })
  },
})

interface Contributor {
  /** The page; null at the end of a response that reached its page limit. */
  readonly of: number | null
  /** Number of anonymous contributors, in rows that carry a count instead of a user. */
  readonly count?: number
  /** Continue position of this row. */
  readonly page_id: number
  readonly actor_id: number
}

/** Hidden authors are never counted, not even for users who may see them. */
const VISIBLE: Condition = sql<SqlBool>`(revision.deleted & ${sql.lit(HIDDEN.user)}) = 0`

const OTHERS = statement(db =>
  db
    .selectFrom('revision')
    .innerJoin('actor', 'actor.id', 'revision.actor_id')
    .where('actor.account_id', 'is', null)
    .where(VISIBLE)
    .groupBy('revision.page_id')
    .select(['revision.page_id', sql<number>`count(distinct revision.actor_id)`.as('count')]),
)

/** Number of IP addresses and users of other wikis that edited each page. */
async function countOthers(q: QueryRun, pages: readonly number[]): Promise<[pageId: number, count: number][]> {
  if (pages.length === 0) return []
  const rows = await OTHERS.where('revision.page_id', 'in', pages).all(q.db)
  return rows.map(row => [row.page_id, Number(row.count)])
}

/** By actor id, the order of first activity. */
const ACCOUNTS = statement(db =>
  db
    .selectFrom('revision')
    .innerJoin('actor', 'actor.id', 'revision.actor_id')
    .where('actor.account_id', 'is not', null)
    .where(VISIBLE)
    .groupBy('revision.actor_id')
    .select('revision.actor_id'),
)
const BY_ACTOR = [looseNumber('revision.actor_id')]

/** Only assigned groups count, even when filtering by rights. */
function groupFilter(q: QueryRun, a: ContributorsArgs): Condition | 'nobody' | null {
  const excludes = Boolean(a.excludegroup?.length || a.excluderights?.length)
  const rights = a.rights?.length ? a.rights : (a.excluderights ?? [])
  const named = a.group?.length ? a.group : (a.excludegroup ?? [])
  const { permissions } = q.wiki.services
  const matching = rights.length > 0 ? rights.flatMap(right => permissions.groupsWith(right)) : [...named]
  if (matching.length === 0) return a.rights?.length ? 'nobody' : null
  const member = sql`exists (select 1 from account_group as g where g.account_id = actor.account_id
    and g.group_name in (${sql.join([...new Set(matching)])}) and (g.expires_at is null or g.expires_at >= ${q.now}))`
  return excludes ? sql<SqlBool>`not ${member}` : sql<SqlBool>`${member}`
}
