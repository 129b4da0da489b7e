import { type SqlBool, sql } from 'kysely'
import { from } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { type Listing, listed, listModule } from '../../api/module.ts'
import { continuation, namespaces, newerOlder, onlyIf, revisionParams } from '../../api/params/common.ts'
import { type Args, boolean, string, timestamp, user } from '../../api/params/kinds.ts'
import { timeCursor } from '../../api/query/cursor.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { restrictTimes, timeDirection } from '../../api/query/time-range.ts'
import type { Row } from '../../api/result/shape.ts'
import { type PageName, pagesByName } from '../../content/pages.ts'
import { type DeletedRevisionRow, selectDeletedRevisions } from '../../content/revisions.ts'
import { fail } from '../../messages/message.ts'
import { checkMayView, titleCursor, viewed } from '../families/deleted-revisions.ts'
import { deletedTitleRange } from '../families/deleted-title-range.ts'
import { type Condition, tagConditions, userConditions } from '../families/revision-filters.ts'
import { revisionItems } from '../families/revision-items.ts'
import { generatorLimit, revisionRequest } from '../families/revision-request.ts'

const params = {
  ...revisionParams(),
  user: user(),
  namespace: namespaces(),
  start: timestamp(onlyIf('useronly')),
  end: timestamp(onlyIf('useronly')),
  dir: newerOlder(),
  from: string(onlyIf('nonuseronly')),
  to: string(onlyIf('nonuseronly')),
  prefix: string(onlyIf('nonuseronly')),
  excludeuser: user(onlyIf('nonuseronly')),
  tag: string(),
  continue: continuation(),
  generatetitles: boolean(),
}
type AllDeletedArgs = Args<typeof params>

export const alldeletedrevisions = listModule({
  name: 'alldeletedrevisions',
  prefix: 'adr',
  classname: 'ApiQueryAllDeletedRevisions',
  tag: 'page',
  generator: true,
  summary: 'Deleted revisions of the whole wiki: those of one user by time, or all of them by title.',
  helpUrls: [helpPage('Alldeletedrevisions')],
  params,

  async listing(q, a): Promise<Listing<never>> {
    if (a.namespace?.length === 0) return listed([], { item: () => null, next: () => '', page: () => null })
    refuseMix(q, a)
    if (q.isGenerator) {
      const limit = generatorLimit(a)
      if (generatesTitlesOnly(q, a)) return titlesOnly(await findTitles(q, a, limit), limit)
      return present(q, a, await find(q, a, limit), limit, () => ({}))
    }
    const request = await revisionRequest(q, a)
    checkMayView(q, viewed(request))
    const rows = await find(q, a, request.limit)
    return present(q, a, rows, request.limit, await revisionItems(q, request, rows))
  },
})

/** By user the list is in the order of time, otherwise in that of titles; each has parameters of its own. */
function refuseMix(q: QueryRun, a: AllDeletedArgs): void {
  const { prefix } = q.module
  if (a.user === undefined) {
    const name = a.start !== undefined ? 'start' : a.end !== undefined ? 'end' : null
    if (name) {
      fail('apierror-invalidparammix-mustusewith', [`${prefix}${name}`, `${prefix}user`], { code: 'invalidparammix' })
    }
    return
  }
  const name = (['from', 'to', 'prefix', 'excludeuser'] as const).find(key => a[key] !== undefined)
  if (name) {
    fail('apierror-invalidparammix-cannotusewith', [`${prefix}${name}`, `${prefix}user`], { code: 'invalidparammix' })
  }
}

/** Titles alone can be read without looking at every revision; the wire knows this form in one direction only. */
function generatesTitlesOnly(q: QueryRun, a: AllDeletedArgs): boolean {
  if (!a.generatetitles || a.user !== undefined) return false
  if (a.dir === 'newer') return true
  q.warn('apiwarn-alldeletedrevisions-performance', [q.module.prefix])
  return false
}

const TITLE_ORDER = ['archive.ns', 'archive.title', 'archive.timestamp', 'archive.id']

async function find(q: QueryRun, a: AllDeletedArgs, limit: number): Promise<DeletedRevisionRow[]> {
  const direction = timeDirection(a.dir)
  let query = selectDeletedRevisions(q.db)
  if (a.user === undefined) {
    const after = q.cursor(a.continue, 'int', 'string', 'timestamp', 'int')
    if (after) query = query.where(from(TITLE_ORDER, after, direction))
    for (const column of TITLE_ORDER) query = query.orderBy(sql.ref(column), direction)
  } else {
    const after = q.cursor(a.continue, 'timestamp', 'int')
    query = restrictTimes(query, ['archive.timestamp', 'archive.id'], { ...a, after })
  }
  for (const condition of await filters(q, a)) query = query.where(condition)
  return query.limit(limit + 1).execute()
}

async function filters(q: QueryRun, a: AllDeletedArgs): Promise<Condition[]> {
  const conditions = [...(await tagConditions(q, 'archive.rev_id', a.tag)), ...(await userConditions(q, 'archive', a))]
  if (a.user !== undefined) {
    if (a.namespace === undefined || q.wiki.miserMode) return conditions
    return [...conditions, inNamespaces(a.namespace)]
  }
  const wanted = a.namespace ?? q.site.namespaces.holdingPages
  const inOrder = wanted.length === 1 ? sql<SqlBool>`archive.ns = ${wanted[0]}` : inNamespaces(wanted)
  return [...conditions, inOrder, ...deletedTitleRange(q, wanted, a)]
}

/** The plus before a column keeps the planner on the index that gives the list its order. */
const inNamespaces = (wanted: readonly number[]): Condition => sql<SqlBool>`+archive.ns in (${sql.join([...wanted])})`

async function findTitles(q: QueryRun, a: AllDeletedArgs, limit: number): Promise<PageName[]> {
  const after = q.cursor(a.continue, 'int', 'string')
  let query = q.db.selectFrom('archive').select(['archive.ns', 'archive.title']).distinct()
  if (after) query = query.where(from(['archive.ns', 'archive.title'], after, 'asc'))
  for (const condition of await filters(q, a)) query = query.where(condition)
  return query
    .orderBy('archive.ns')
    .orderBy('archive.title')
    .limit(limit + 1)
    .execute()
}

const titlesOnly = (rows: readonly PageName[], limit: number): Listing<never> =>
  listed(rows, { limit, item: () => null, next: row => `${row.ns}|${row.title}`, page: row => row })

async function present(
  q: QueryRun,
  a: AllDeletedArgs,
  rows: readonly DeletedRevisionRow[],
  limit: number,
  item: (row: DeletedRevisionRow) => Row,
): Promise<Listing<never>> {
  // Where expensive filters are off, rows of other namespaces are counted but not shown.
  const wanted = q.wiki.miserMode && a.user !== undefined ? a.namespace : undefined
  const isShown = (row: DeletedRevisionRow) => wanted === undefined || wanted.includes(row.ns)
  const existing = q.isGenerator ? [] : await pagesByName(q.db, rows)
  const ids = new Map(existing.map(page => [`${page.ns}:${page.title}`, page.id]))
  return listed(rows, {
    limit,
    item: row => (isShown(row) ? item(row) : null),
    next: row => (a.user === undefined ? titleCursor(row) : timeCursor(row.timestamp, row.archive_id)),
    page: row => (!isShown(row) ? null : a.generatetitles ? { ns: row.ns, title: row.title } : { revision: row.id }),
    group: {
      tag: 'rev',
      key: row => `${row.ns}:${row.title}`,
      entry: (row, revisions) => ({
        pageid: ids.get(`${row.ns}:${row.title}`) ?? 0,
        revisions,
        ...q.pageName(row.ns, row.title),
      }),
    },
  })
}
