import { type SqlBool, sql } from 'kysely'
import { issueToken } from '#accounts/tokens.ts'
import { type Direction, from } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { type Listing, listed, listModule } from '../../api/module.ts'
import { continuation, inModes, newerOlder } from '../../api/params/common.ts'
import { type Args, boolean, limit, manyOf, namespace, string, timestamp, user } from '../../api/params/kinds.ts'
import { timeCursor } from '../../api/query/cursor.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { restrictTimes, timeDirection } from '../../api/query/time-range.ts'
import { type DeletedRevisionRow, selectDeletedRevisions } from '../../content/revisions.ts'
import { apiMessage, fail } from '../../messages/message.ts'
import { deletedRevisionItems } from '../families/deleted-revision-items.ts'
import { checkMayView, titleCursor } from '../families/deleted-revisions.ts'
import { deletedTitleRange } from '../families/deleted-title-range.ts'
import { type Condition, tagConditions, userConditions } from '../families/revision-filters.ts'
import { checkLimit, limitOf } from '../families/revision-request.ts'

const params = {
  // Mode 1 lists the revisions of given titles, mode 2 those of a user, mode 3 all of a namespace.
  start: timestamp(inModes(1, 2)),
  end: timestamp(inModes(1, 2)),
  dir: newerOlder(inModes(1, 3)),
  from: string(inModes(3)),
  to: string(inModes(3)),
  prefix: string(inModes(3)),
  unique: boolean(inModes(3)),
  namespace: namespace({ default: 0, ...inModes(3) }),
  tag: string(),
  user: user(),
  excludeuser: user(),
  prop: manyOf(
    [
      'comment',
      'content',
      'len',
      'minor',
      'parentid',
      'parsedcomment',
      'revid',
      'sha1',
      'tags',
      'token',
      'user',
      'userid',
    ],
    { default: ['user', 'comment'], outdatedvalues: ['token'] },
  ),
  limit: limit(),
  continue: continuation(),
}
type DeletedrevsArgs = Args<typeof params>
type Mode = 'titles' | 'user' | 'namespace'

export const deletedrevs = listModule({
  name: 'deletedrevs',
  prefix: 'dr',
  classname: 'ApiQueryDeletedrevs',
  tag: 'page',
  deprecated: true,
  summary: 'The older way to list deleted revisions; deletedrevisions and alldeletedrevisions take its place.',
  helpUrls: [helpPage('Deletedrevs')],
  params,

  async listing(q, a): Promise<Listing<never>> {
    q.requireRight('deletedhistory')
    q.run.warnDeprecated(q.path, apiMessage('apiwarn-deprecation-deletedrevs'), 'action=query&list=deletedrevs')
    const mode = modeOf(q, a)
    const prop = new Set(a.prop)
    checkMayView(q, { summaries: prop.has('comment') || prop.has('parsedcomment'), text: prop.has('content') })
    const most = checkLimit(q, limitOf(q, a), prop.has('content'))
    const rows = mode === 'user' ? await findByUser(q, a, most) : await findByTitle(q, a, mode, most)
    const item = await deletedRevisionItems(q, prop, rows.slice(0, most))
    const token = prop.has('token') && q.caller.can('undelete') && issueToken(q.caller, 'csrf', q.wiki.services.clock)
    return listed(rows, {
      limit: most,
      item,
      next: row => (mode === 'user' ? timeCursor(row.timestamp, row.archive_id) : titleCursor(row)),
      group: {
        tag: 'rev',
        key: row => `${row.ns}:${row.title}`,
        entry: (row, revisions) => ({ revisions, ...q.pageName(row.ns, row.title), ...(token && { token }) }),
      },
    })
  },
})

/** Titles come before a user; each mode has parameters that the others refuse. */
function modeOf(q: QueryRun, a: DeletedrevsArgs): Mode {
  const mode = q.pages.entries.some(({ ns }) => ns >= 0) ? 'titles' : a.user !== undefined ? 'user' : 'namespace'
  const foreign = mode === 'namespace' ? (['start', 'end'] as const) : (['from', 'to', 'prefix'] as const)
  const given = foreign.find(name => a[name] !== undefined)
  if (given && mode === 'namespace') fail('apierror-deletedrevs-param-not-3', [given])
  if (given) fail('apierror-deletedrevs-param-not-1-2', [given])
  if (a.user !== undefined && a.excludeuser !== undefined) fail('user and excludeuser cannot be used together')
  return mode
}

async function findByUser(q: QueryRun, a: DeletedrevsArgs, most: number): Promise<DeletedRevisionRow[]> {
  const after = q.cursor(a.continue, 'timestamp', 'int')
  let query = restrictTimes(selectDeletedRevisions(q.db), ['archive.timestamp', 'archive.id'], { ...a, after })
  for (const condition of await filters(q, a, 'archive')) query = query.where(condition)
  return query.limit(most + 1).execute()
}

const TITLE_ORDER = ['archive.ns', 'archive.title', 'archive.timestamp', 'archive.id']

async function findByTitle(q: QueryRun, a: DeletedrevsArgs, mode: Mode, most: number): Promise<DeletedRevisionRow[]> {
  const direction = timeDirection(a.dir)
  const after = q.cursor(a.continue, 'int', 'string', 'timestamp', 'int')
  const conditions = await filters(q, a, 'archive')
  if (after) conditions.push(from(TITLE_ORDER, after, direction))
  if (mode === 'titles') conditions.push(ofTitles(q), ...timeRange(a))
  else conditions.push(sql<SqlBool>`archive.ns = ${a.namespace}`, ...deletedTitleRange(q, [a.namespace], a))
  if (mode === 'namespace' && a.unique) conditions.push(await isFirstOfTitle(q, a, direction, after))
  let query = selectDeletedRevisions(q.db)
  for (const column of TITLE_ORDER) query = query.orderBy(sql.ref(column), direction)
  for (const condition of conditions) query = query.where(condition)
  return query.limit(most + 1).execute()
}

const filters = async (q: QueryRun, a: DeletedrevsArgs, table: string): Promise<Condition[]> => [
  ...(await tagConditions(q, `${table}.rev_id`, a.tag)),
  ...(await userConditions(q, table, a)),
]

const ofTitles = (q: QueryRun): Condition => {
  // PostgreSQL takes parameters in VALUES for text unless it is told otherwise.
  const named = q.pages.entries.filter(({ ns }) => ns >= 0)
  const names = named.map(({ ns, title }) => sql`(cast(${ns} as integer), ${title})`)
  return sql<SqlBool>`(archive.ns, archive.title) in (values ${sql.join(names)})`
}

function timeRange({ start, end, dir }: DeletedrevsArgs): Condition[] {
  const [first, last] = dir === 'newer' ? [start, end] : [end, start]
  return [
    ...(first === undefined ? [] : [sql<SqlBool>`archive.timestamp >= ${first}`]),
    ...(last === undefined ? [] : [sql<SqlBool>`archive.timestamp <= ${last}`]),
  ]
}

/** Of each title, `unique` shows the revision that comes first among those that fit. */
async function isFirstOfTitle(
  q: QueryRun,
  a: DeletedrevsArgs,
  direction: Direction,
  after: readonly (string | number)[] | undefined,
): Promise<Condition> {
  const order = TITLE_ORDER.map(column => column.replace('archive.', 'same.'))
  const conditions = [
    sql`same.ns = archive.ns`,
    sql`same.title = archive.title`,
    ...(await filters(q, a, 'same')),
    ...(after ? [from(order, after, direction)] : []),
  ]
  const way = sql.raw(direction)
  return sql<SqlBool>`archive.id = (select same.id from archive as same where ${sql.join(conditions, sql` and `)}
    order by same.timestamp ${way}, same.id ${way} limit 1)`
}
