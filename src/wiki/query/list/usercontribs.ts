import { type SqlBool, sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { type Listing, listed, listModule } from '../../api/module.ts'
import { continuation, namespaces, newerOlder } from '../../api/params/common.ts'
import { type Args, boolean, integer, limit, manyOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { timeCursor } from '../../api/query/cursor.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { restrictTimes, timeDirection } from '../../api/query/time-range.ts'
import { selectRevisions } from '../../content/revisions.ts'
import { fail } from '../../messages/message.ts'
import { onlyVisible } from '../../site/hidden-parts.ts'
import { type Authors, contributionAuthors } from '../families/contribution-authors.ts'
import { AUTOPATROLLED, type Contribution, contributionItems, UNPATROLLED } from '../families/contribution-items.ts'
import { type Condition, tagConditions } from '../families/revision-filters.ts'
import { showFilters } from '../families/show-filters.ts'

const params = {
  limit: limit(),
  start: timestamp(),
  end: timestamp(),
  continue: continuation(),
  user: user({ multi: true, subtypes: ['name', 'ip', 'interwiki'] }),
  userids: integer({ multi: true }),
  userprefix: string(),
  dir: newerOlder(),
  namespace: namespaces(),
  prop: manyOf(
    ['comment', 'flags', 'ids', 'parsedcomment', 'patrolled', 'size', 'sizediff', 'tags', 'timestamp', 'title'],
    { default: ['ids', 'title', 'timestamp', 'comment', 'size', 'flags'] },
  ),
  show: manyOf([
    '!autopatrolled',
    '!minor',
    '!new',
    '!patrolled',
    '!top',
    'autopatrolled',
    'minor',
    'new',
    'patrolled',
    'top',
  ]),
  tag: string(),
  toponly: boolean({ deprecated: true }),
}
type UsercontribsArgs = Args<typeof params>
type Show = NonNullable<UsercontribsArgs['show']>[number]

export const usercontribs = listModule({
  name: 'usercontribs',
  prefix: 'uc',
  classname: 'ApiQueryUserContribs',
  tag: 'item',
  cacheable: true,
  summary: 'The edits of users, latest first.',
  helpUrls: [helpPage('Usercontribs')],
  params,

  async listing(q, a): Promise<Listing<never>> {
    q.requireAtMostOneOf(a, 'user', 'userids', 'userprefix')
    const authors = await contributionAuthors(q, a, timeDirection(a.dir), () => filters(q, a))
    // Where nobody is found, nothing else about the request is looked at.
    const rows = authors.actors.length === 0 ? [] : await find(q, a, authors, await filters(q, a), patrolling(q, a))
    const item = await contributionItems(q, new Set(a.prop), rows.slice(0, a.limit))
    return listed(rows, {
      item,
      next: row => authors.key(row.author) + timeCursor(row.timestamp, row.id),
    })
  },
})

/** User by user, each from their own range of the index. */
async function find(
  q: QueryRun,
  a: UsercontribsArgs,
  authors: Authors,
  conditions: readonly Condition[],
  patrol: Patrol,
): Promise<Contribution[]> {
  const rows: Contribution[] = []
  for (const author of authors.actors) {
    if (rows.length > a.limit) break
    const theirs = selectRevisions(q.db).select('page.latest_rev').where('revision.actor_id', '=', author.id)
    const after = authors.after(author)
    let query = restrictTimes(theirs, ['revision.timestamp', 'revision.id'], { ...a, after }).limit(
      a.limit + 1 - rows.length,
    )
    for (const condition of conditions) query = query.where(condition)
    rows.push(...(await withPatrol(query, patrol)).map(row => ({ ...row, author })))
  }
  return rows
}

interface Patrol {
  readonly shown: boolean
  readonly filter: Condition | null
}

type ContributionQuery = ReturnType<typeof contributionQuery>
const contributionQuery = (q: QueryRun) => selectRevisions(q.db).select('page.latest_rev')

/** Whether an edit was patrolled is known only while it is among the recent changes. */
async function withPatrol(query: ContributionQuery, { shown, filter }: Patrol) {
  if (filter) {
    return query
      .innerJoin('recent_change', 'recent_change.this_rev', 'revision.id')
      .select('recent_change.patrolled')
      .orderBy('recent_change.id')
      .where(filter)
      .execute()
  }
  if (shown) {
    return query
      .leftJoin('recent_change', 'recent_change.this_rev', 'revision.id')
      .select('recent_change.patrolled')
      .orderBy('recent_change.id')
      .execute()
  }
  return (await query.execute()).map(row => ({ ...row, patrolled: null }))
}

function patrolling(q: QueryRun, a: UsercontribsArgs): Patrol {
  const state = sql.ref('recent_change.patrolled')
  const rules: Partial<Record<Show, Condition>> = {
    patrolled: sql<SqlBool>`${state} <> ${UNPATROLLED}`,
    '!patrolled': sql<SqlBool>`${state} = ${UNPATROLLED}`,
    autopatrolled: sql<SqlBool>`${state} = ${AUTOPATROLLED}`,
    '!autopatrolled': sql<SqlBool>`${state} <> ${AUTOPATROLLED}`,
  }
  const asked = (a.show ?? []).flatMap(value => rules[value] ?? [])
  const filter = asked.length === 0 ? null : sql<SqlBool>`${sql.join(asked, sql` and `)}`
  const shown = a.prop.includes('patrolled')
  if ((shown || filter) && !q.caller.can('patrol') && !q.caller.can('patrolmarks')) {
    fail('apierror-permissiondenied-patrolflag')
  }
  return { shown, filter }
}

async function filters(q: QueryRun, a: UsercontribsArgs): Promise<Condition[]> {
  const show = showFilters<Show>([...(a.show ?? []), ...(a.toponly ? (['top'] as const) : [])])
  if (show.has('autopatrolled') && show.has('!patrolled')) fail('apierror-show')
  const rules: Partial<Record<Show, Condition>> = {
    minor: sql<SqlBool>`revision.minor <> 0`,
    '!minor': sql<SqlBool>`revision.minor = 0`,
    top: sql<SqlBool>`revision.id = page.latest_rev`,
    '!top': sql<SqlBool>`revision.id <> page.latest_rev`,
    new: sql<SqlBool>`revision.parent_id = 0`,
    '!new': sql<SqlBool>`revision.parent_id <> 0`,
  }
  const visible = onlyVisible('revision.deleted', 'user', q.caller)
  return [
    ...[...show].flatMap(value => rules[value] ?? []),
    ...(visible ? [visible] : []),
    // The plus keeps the planner on the index of the author's edits.
    ...(a.namespace?.length ? [sql<SqlBool>`+page.ns in (${sql.join(padded(a.namespace))})`] : []),
    ...(await tagConditions(q, 'revision.id', a.tag)),
  ]
}
