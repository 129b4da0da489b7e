import { type SqlBool, sql } from 'kysely'
import { type Comparison, statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, namespaces, newerOlder, onlyIf, REVISION_HELP, revisionParams } from '../../api/params/common.ts'
import { type Args, boolean, string, timestamp, user } from '../../api/params/kinds.ts'
import { number, text } from '../../api/query/keys.ts'
import { type Listing, listed, listedInGroups, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { runsForward, timeRange } from '../../api/query/range.ts'
import { titleMembers } from '../../api/result/common.ts'
import { type PageName, pagesByName } from '../../content/pages.ts'
import { DELETED_REVISIONS, type DeletedRevisionRow } from '../../content/revisions.ts'
import { fail } from '../../messages/message.ts'
import { checkMayView, TIME_KEYS, TITLE_KEYS, viewed } from '../families/deleted-revisions.ts'
import { deletedTitleRange } from '../families/deleted-title-range.ts'
import { type Condition, tagConditions, userConditions } from '../families/revision-filters.ts'
import { revisionItems, revisionMembers } from '../families/revision-items.ts'
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
  summary: 'List all deleted revisions: those of a user by time, or all of them by title.',
  helpUrls: [helpPage('Alldeletedrevisions')],
  help: {
    examples: [
      ['action=query&list=alldeletedrevisions&adruser=Example&adrlimit=50', 'user'],
      ['action=query&list=alldeletedrevisions&adrdir=newer&adrnamespace=0&adrlimit=50', 'ns-main'],
    ],
    params: { ...REVISION_HELP },
  },
  result: { alldeletedrevisions: [{ pageid: 'integer', revisions: [revisionMembers], ...titleMembers }] },
  params,

  async listing(q, a) {
    if (a.namespace?.length === 0) return null
    refuseMix(q, a)
    if (q.isGenerator && generatesTitlesOnly(q, a)) return titlesOnly(q, a)
    const request = q.isGenerator ? null : await revisionRequest(q, a)
    if (request) checkMayView(q, viewed(request))
    // In miser mode, rows of other namespaces count towards the limit but are not shown.
    const shownNamespaces = q.wiki.miserMode && a.user !== undefined ? a.namespace : undefined
    const isShown = (row: DeletedRevisionRow) => shownNamespaces === undefined || shownNamespaces.includes(row.ns)
    const ids = new Map<string, number>()
    const nameOf = (row: PageName) => `${row.ns}:${row.title}`
    return listedInGroups(DELETED_REVISIONS.and(await filters(q, a)), {
      keys: a.user === undefined ? TITLE_KEYS : TIME_KEYS,
      limit: request?.limit ?? generatorLimit(a),
      items: async rows => {
        for (const page of await pagesByName(q.db, rows)) ids.set(nameOf(page), page.id)
        const item = await revisionItems(q, request!, rows)
        return row => (isShown(row) ? item(row) : null)
      },
      page: row => (!isShown(row) ? null : a.generatetitles ? { ns: row.ns, title: row.title } : { revision: row.id }),
      group: {
        tag: 'rev',
        key: nameOf,
        entry: (row, revisions) => ({
          pageid: ids.get(nameOf(row)) ?? 0,
          revisions,
          ...q.pageName(row.ns, row.title),
        }),
      },
    })
  },
})

/** The list is sorted by time with a user and by title without; each order has its own parameters. */
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

/** Titles can be read without scanning every revision, but the wire format allows that in one direction only. */
function generatesTitlesOnly(q: QueryRun, a: AllDeletedArgs): boolean {
  if (!a.generatetitles || a.user !== undefined) return false
  if (runsForward(a.dir)) return true
  q.warn('apiwarn-alldeletedrevisions-performance', [q.module.prefix])
  return false
}

async function filters(q: QueryRun, a: AllDeletedArgs): Promise<(Condition | Comparison)[]> {
  const conditions: (Condition | Comparison)[] = [
    ...(await tagConditions(q, 'archive.rev_id', a.tag)),
    ...(await userConditions(q, 'archive', a)),
  ]
  if (a.user !== undefined) {
    conditions.push(...timeRange('archive.timestamp', a))
    if (a.namespace === undefined || q.wiki.miserMode) return conditions
    return [...conditions, inNamespaces(a.namespace)]
  }
  const listedNamespaces = a.namespace ?? q.site.namespaces.holdingPages
  const inOrder =
    listedNamespaces.length === 1 ? sql<SqlBool>`archive.ns = ${listedNamespaces[0]}` : inNamespaces(listedNamespaces)
  return [...conditions, inOrder, ...deletedTitleRange(q, listedNamespaces, a)]
}

/** The no-op plus keeps the planner on the index that provides the order. */
const inNamespaces = (wanted: readonly number[]): Condition => sql<SqlBool>`+archive.ns in (${sql.join([...wanted])})`

const TITLES = statement(db => db.selectFrom('archive').select(['archive.ns', 'archive.title']).distinct())

const titlesOnly = async (q: QueryRun, a: AllDeletedArgs): Promise<Listing<never, never, never>> =>
  listed(TITLES.and(await filters(q, a)), {
    keys: [number('archive.ns'), text('archive.title')],
    limit: generatorLimit(a),
    page: row => row,
  })
