import { type SqlBool, sql } from 'kysely'
import { issueToken } from '#accounts/tokens.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, inModes, newerOlder } from '../../api/params/common.ts'
import { type Args, boolean, limit, manyOf, namespace, string, timestamp, user } from '../../api/params/kinds.ts'
import { listedInGroups, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { inDirection, timeRange } from '../../api/query/range.ts'
import { titleMembers } from '../../api/result/common.ts'
import { DELETED_REVISIONS } from '../../content/revisions.ts'
import { apiMessage, fail } from '../../messages/message.ts'
import { deletedRevisionItems, deletedRevisionMembers } from '../families/deleted-revision-items.ts'
import { checkMayView, TIME_KEYS, TITLE_KEYS } from '../families/deleted-revisions.ts'
import { deletedTitleRange } from '../families/deleted-title-range.ts'
import { type Condition, tagConditions, userConditions } from '../families/revision-filters.ts'
import { checkLimit, limitOf } from '../families/revision-request.ts'

const params = {
  // Mode 1 lists revisions of given titles, mode 2 those of a user, mode 3 all of a namespace.
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
  summary: 'List deleted revisions. Use prop=deletedrevisions or list=alldeletedrevisions instead.',
  helpUrls: [helpPage('Deletedrevs')],
  help: {
    examples: [
      ['action=query&list=deletedrevs&titles={main-page}|{talk-of-main-page}&drprop=user|comment|content', 'mode1'],
      ['action=query&list=deletedrevs&druser=Bob&drlimit=50', 'mode2'],
      ['action=query&list=deletedrevs&drdir=newer&drlimit=50', 'mode3-main'],
      ['action=query&list=deletedrevs&drdir=newer&drlimit=50&drnamespace=1&drunique=', 'mode3-talk'],
    ],
    params: {
      prop: {
        values: [
          'revid',
          'parentid',
          'user',
          'userid',
          'comment',
          'parsedcomment',
          'minor',
          'len',
          'sha1',
          'content',
          'token',
          'tags',
        ],
      },
    },
  },
  result: { deletedrevs: [{ revisions: [deletedRevisionMembers], ...titleMembers, 'token?': 'string' }] },
  params,

  async listing(q, a) {
    q.requireRight('deletedhistory')
    q.run.warnDeprecated(q.path, apiMessage('apiwarn-deprecation-deletedrevs'), 'action=query&list=deletedrevs')
    const mode = modeOf(q, a)
    const prop = new Set(a.prop)
    checkMayView(q, { summaries: prop.has('comment') || prop.has('parsedcomment'), text: prop.has('content') })
    const most = checkLimit(q, limitOf(q, a), prop.has('content'))
    const token = prop.has('token') && q.caller.can('undelete') && issueToken(q.caller, 'csrf', q.wiki.services.clock)
    const query = DELETED_REVISIONS.and(await filters(q, a, 'archive')).and(
      mode === 'user'
        ? timeRange('archive.timestamp', a)
        : mode === 'titles'
          ? [ofTitles(q), ...timeRange('archive.timestamp', a)]
          : [['archive.ns', '=', a.namespace], ...deletedTitleRange(q, [a.namespace], a)],
    )
    return listedInGroups(mode === 'namespace' && a.unique ? query.where(await isFirstOfTitle(q, a)) : query, {
      keys: mode === 'user' ? TIME_KEYS : TITLE_KEYS,
      limit: most,
      items: rows => deletedRevisionItems(q, prop, rows),
      group: {
        tag: 'rev',
        key: row => `${row.ns}:${row.title}`,
        entry: (row, revisions) => ({ revisions, ...q.pageName(row.ns, row.title), ...(token && { token }) }),
      },
    })
  },
})

/** Titles take precedence over a user; each mode rejects the parameters of the others. */
function modeOf(q: QueryRun, a: DeletedrevsArgs): Mode {
  const mode = q.pages.entries.some(({ ns }) => ns >= 0) ? 'titles' : a.user !== undefined ? 'user' : 'namespace'
  const foreign = mode === 'namespace' ? (['start', 'end'] as const) : (['from', 'to', 'prefix'] as const)
  const misplaced = foreign.find(name => a[name] !== undefined)
  if (misplaced && mode === 'namespace') fail('apierror-deletedrevs-param-not-3', [misplaced])
  if (misplaced) fail('apierror-deletedrevs-param-not-1-2', [misplaced])
  if (a.user !== undefined && a.excludeuser !== undefined) fail('user and excludeuser cannot be used together')
  return mode
}

const filters = async (q: QueryRun, a: DeletedrevsArgs, table: string): Promise<Condition[]> => [
  ...(await tagConditions(q, `${table}.rev_id`, a.tag)),
  ...(await userConditions(q, table, a)),
]

const ofTitles = (q: QueryRun): Condition => {
  // Without a cast, PostgreSQL treats parameters in VALUES as text.
  const named = q.pages.entries.filter(({ ns }) => ns >= 0)
  const names = named.map(({ ns, title }) => sql`(cast(${ns} as integer), ${title})`)
  return sql<SqlBool>`(archive.ns, archive.title) in (values ${sql.join(names)})`
}

/** With `unique`, only the first matching revision of each title. */
async function isFirstOfTitle(q: QueryRun, a: DeletedrevsArgs): Promise<Condition> {
  const conditions = [sql`same.ns = archive.ns`, sql`same.title = archive.title`, ...(await filters(q, a, 'same'))]
  return sql<SqlBool>`archive.id = (select same.id from archive as same where ${sql.join(conditions, sql` and `)}
    ${inDirection(a.dir, 'same.timestamp', 'same.id')} limit 1)`
}
