import { type SqlBool, sql } from 'kysely'
import { helpPage } from '../../api/help-page.ts'
import { type Listing, listed, listModule } from '../../api/module.ts'
import { continuation, namespaces, newerOlder, revisionParams } from '../../api/params/common.ts'
import { type Args, boolean, timestamp, user } from '../../api/params/kinds.ts'
import { timeCursor } from '../../api/query/cursor.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { restrictTimes } from '../../api/query/time-range.ts'
import type { Row } from '../../api/result/shape.ts'
import { type RevisionRow, selectRevisions } from '../../content/revisions.ts'
import { userConditions } from '../families/revision-filters.ts'
import { revisionItems } from '../families/revision-items.ts'
import { generatorLimit, revisionRequest } from '../families/revision-request.ts'

const params = {
  ...revisionParams(),
  user: user(),
  namespace: namespaces(),
  start: timestamp(),
  end: timestamp(),
  dir: newerOlder(),
  excludeuser: user(),
  continue: continuation(),
  generatetitles: boolean(),
}
type AllRevisionsArgs = Args<typeof params>

export const allrevisions = listModule({
  name: 'allrevisions',
  prefix: 'arv',
  classname: 'ApiQueryAllRevisions',
  tag: 'page',
  generator: true,
  cacheable: true,
  summary: 'The revisions of all pages, by time.',
  helpUrls: [helpPage('Allrevisions')],
  params,

  async listing(q, a): Promise<Listing<never>> {
    q.requireAtMostOneOf(a, 'user', 'excludeuser')
    if (q.isGenerator) {
      const limit = generatorLimit(a)
      return present(q, a, await find(q, a, limit), limit, () => ({}))
    }
    const request = await revisionRequest(q, a)
    const rows = await find(q, a, request.limit)
    return present(q, a, rows, request.limit, await revisionItems(q, request, rows))
  },
})

async function find(q: QueryRun, a: AllRevisionsArgs, limit: number): Promise<RevisionRow[]> {
  if (a.namespace?.length === 0) return []
  const after = q.cursor(a.continue, 'timestamp', 'int')
  let query = restrictTimes(selectRevisions(q.db), ['revision.timestamp', 'revision.id'], { ...a, after })
  for (const condition of await userConditions(q, 'revision', a)) query = query.where(condition)
  const wanted = wantedNamespaces(q, a)
  if (wanted && !q.wiki.miserMode) {
    // The plus keeps the planner from walking through the pages of a namespace: the list is ordered by time.
    query = query.where(sql<SqlBool>`+page.ns in (${sql.join([...wanted])})`)
  }
  return query.limit(limit + 1).execute()
}

/** Null when pages of every namespace are wanted. */
function wantedNamespaces(q: QueryRun, a: AllRevisionsArgs): ReadonlySet<number> | null {
  const wanted = new Set(a.namespace)
  const all = q.site.namespaces.list.filter(ns => ns.id >= 0)
  return a.namespace === undefined || all.every(ns => wanted.has(ns.id)) ? null : wanted
}

function present(
  q: QueryRun,
  a: AllRevisionsArgs,
  rows: readonly RevisionRow[],
  limit: number,
  item: (row: RevisionRow) => Row,
): Listing<never> {
  // Where expensive filters are off, rows of other namespaces are counted but not shown.
  const wanted = q.wiki.miserMode ? wantedNamespaces(q, a) : null
  const isShown = (row: RevisionRow) => wanted === null || wanted.has(row.ns)
  return listed(rows, {
    limit,
    growsAtStart: true,
    item: row => (isShown(row) ? item(row) : null),
    next: row => timeCursor(row.timestamp, row.id),
    page: row => (!isShown(row) ? null : a.generatetitles ? { id: row.page_id! } : { revision: row.id }),
    group: {
      tag: 'rev',
      key: row => row.page_id!,
      entry: (row, revisions) => ({ pageid: row.page_id, revisions, ...q.pageName(row.ns, row.title) }),
    },
  })
}
