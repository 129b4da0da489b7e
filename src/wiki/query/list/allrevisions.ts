import { type SqlBool, sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, namespaces, newerOlder, REVISION_HELP, revisionParams } from '../../api/params/common.ts'
import { type Args, boolean, timestamp, user } from '../../api/params/kinds.ts'
import { timeKeys } from '../../api/query/keys.ts'
import { listedInGroups, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { timeRange } from '../../api/query/range.ts'
import { titleMembers } from '../../api/result/common.ts'
import { REVISIONS, type RevisionRow } from '../../content/revisions.ts'
import { userConditions } from '../families/revision-filters.ts'
import { revisionItems, revisionMembers } from '../families/revision-items.ts'
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
  summary: 'List all revisions by time.',
  helpUrls: [helpPage('Allrevisions')],
  help: {
    examples: [
      ['action=query&list=allrevisions&arvuser=Example&arvlimit=50', 'user'],
      ['action=query&list=allrevisions&arvdir=newer&arvlimit=50', 'ns-any'],
    ],
    params: { ...REVISION_HELP },
  },
  result: { allrevisions: [{ pageid: 'integer', revisions: [revisionMembers], ...titleMembers }] },
  params,

  async listing(q, a) {
    q.requireAtMostOneOf(a, 'user', 'excludeuser')
    const request = q.isGenerator ? null : await revisionRequest(q, a)
    if (a.namespace?.length === 0) return null
    const onlyNamespaces = wantedNamespaces(q, a)
    // In miser mode, rows of other namespaces count towards the limit but are not shown.
    const isShown = (row: RevisionRow) => !q.wiki.miserMode || onlyNamespaces === null || onlyNamespaces.has(row.ns)
    return listedInGroups(
      REVISIONS.and(timeRange('revision.timestamp', a))
        .and(await userConditions(q, 'revision', a))
        // The no-op plus keeps the planner from scanning the pages of a namespace: the list is sorted by time.
        .where(
          onlyNamespaces && !q.wiki.miserMode
            ? sql<SqlBool>`+page.ns in (${sql.join(padded([...onlyNamespaces]))})`
            : null,
        ),
      {
        keys: timeKeys('revision'),
        limit: request?.limit ?? generatorLimit(a),
        growsAtStart: true,
        items: async rows => {
          const item = await revisionItems(q, request!, rows)
          return row => (isShown(row) ? item(row) : null)
        },
        page: row => (!isShown(row) ? null : a.generatetitles ? { id: row.page_id! } : { revision: row.id }),
        group: {
          tag: 'rev',
          key: row => row.page_id!,
          entry: (row, revisions) => ({ pageid: row.page_id!, revisions, ...q.pageName(row.ns, row.title) }),
        },
      },
    )
  },
})

/** Null for all namespaces. */
function wantedNamespaces(q: QueryRun, a: AllRevisionsArgs): ReadonlySet<number> | null {
  const requested = new Set(a.namespace)
  const all = q.site.namespaces.list.filter(ns => ns.id >= 0)
  return a.namespace === undefined || all.every(ns => requested.has(ns.id)) ? null : requested
}
