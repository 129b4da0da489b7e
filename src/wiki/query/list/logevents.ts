import type { Caller } from '#accounts/caller.ts'
import { afterPrefix } from '#store/keyset.ts'
import { type RowOf, some, statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, loggedNamespace, newerOlder } from '../../api/params/common.ts'
import { type Args, limit, manyOf, oneOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { timeKeys } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { timeRange } from '../../api/query/range.ts'
import { authorMembers, commentMembers, suppressedMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { asObject, list } from '../../api/result/shape.ts'
import { actorOf } from '../../content/actors.ts'
import { readLogParams } from '../../content/log-display/read-params.ts'
import type { PageName } from '../../content/pages.ts'
import { parsedById } from '../../content/parsed-summaries.ts'
import { carriesTag, tagsOf } from '../../content/tags.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import {
  canSeeInLog,
  type HiddenPart,
  isHidden,
  isSuppressed,
  LOG_RIGHTS,
  onlyVisible,
} from '../../site/hidden-parts.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { parseTitle } from '../../site/titles.ts'
import { logNames } from '../families/log-names.ts'
import { logParamMembers, showLogParams } from '../families/log-params/show-log-params.ts'
import { LOG_ACTIONS, LOG_TYPES } from '../families/log-types.ts'

const params = {
  prop: manyOf(['comment', 'details', 'ids', 'parsedcomment', 'tags', 'timestamp', 'title', 'type', 'user', 'userid'], {
    default: ['ids', 'title', 'type', 'user', 'timestamp', 'comment', 'details'],
  }),
  type: oneOf(LOG_TYPES),
  action: oneOf(LOG_ACTIONS, { open: true }),
  start: timestamp(),
  end: timestamp(),
  dir: newerOlder(),
  user: user(),
  title: string(),
  namespace: loggedNamespace(),
  prefix: string(),
  tag: string(),
  limit: limit(),
  continue: continuation(),
}
type LogArgs = Args<typeof params>

const entryMembers = {
  'logid?': 'integer',
  'actionhidden?': 'boolean',
  'ns?': 'integer',
  'title?': 'string',
  'pageid?': 'integer',
  'logpage?': 'integer',
  'params?': logParamMembers,
  'type?': 'string',
  'action?': 'string',
  ...authorMembers,
  'timestamp?': 'string',
  ...commentMembers,
  'tags?': ['string'],
  ...suppressedMembers,
} as const satisfies Members

type Entry = ResultOf<typeof entryMembers>

export const logevents = listModule({
  name: 'logevents',
  prefix: 'le',
  classname: 'ApiQueryLogEvents',
  tag: 'item',
  cacheable: true,
  summary: 'List log entries, newest first.',
  helpUrls: [helpPage('Logevents')],
  help: {
    examples: [['action=query&list=logevents', 'simple']],
    params: {
      prop: {
        values: ['ids', 'title', 'type', 'user', 'userid', 'timestamp', 'comment', 'parsedcomment', 'details', 'tags'],
      },
      action: { words: 'List only entries with this action.' },
    },
  },
  result: { logevents: [entryMembers] },
  params,

  async listing(q, a) {
    q.requireAtMostOneOf(a, 'title', 'namespace', 'prefix')
    const query = await wantedEntries(q, a)
    return query && listed(query, { keys: timeKeys('log'), items: rows => logItems(q, new Set(a.prop), rows) })
  },
})

const ENTRIES = statement(db =>
  db
    .selectFrom('log')
    .leftJoin('actor', 'actor.id', 'log.actor_id')
    .leftJoin('summary', 'summary.id', 'log.summary_id')
    // The page that has this title now, whichever page the entry was about.
    .leftJoin('page', join => join.onRef('page.ns', '=', 'log.ns').onRef('page.title', '=', 'log.title'))
    .selectAll('log')
    .select(['actor.name as actor_name', 'actor.account_id as actor_account'])
    .select(['summary.text as comment', 'page.id as current_page']),
)
type LogRow = RowOf<typeof ENTRIES>

async function logItems(q: QueryRun, wanted: ReadonlySet<LogArgs['prop'][number]>, rows: readonly LogRow[]) {
  const [ids, title, type, user, userid, timestamp, comment, parsedcomment, details, tags] = (
    ['ids', 'title', 'type', 'user', 'userid', 'timestamp', 'comment', 'parsedcomment', 'details', 'tags'] as const
  ).map(name => wanted.has(name))
  const comments = new Map(parsedcomment ? rows.map(row => [row.summary_id, row.comment ?? '']) : [])
  const parsed = await parsedById(q.run, parsedcomment ? rows : [], comments)
  const tagged = await tagsOf(q.db, 'log_id', tags ? rows.map(row => row.id) : [])
  const names = details ? await logNames(q, rows) : null
  return (row: LogRow): Entry => {
    const item: Entry = {}
    const sees = (part: HiddenPart): boolean => row.deleted === 0 || canSeeInLog(row.deleted, part, q.caller)
    let anyHidden = false
    const mark = (part: HiddenPart, flag: 'actionhidden' | 'userhidden' | 'commenthidden'): void => {
      if (!isHidden(row.deleted, part)) return
      item[flag] = true
      anyHidden = true
    }
    if (ids) item.logid = row.id
    if (title || ids || (details && row.params !== '')) {
      mark('text', 'actionhidden')
      if (sees('text')) {
        if (title) {
          item.ns = row.ns
          item.title = q.titleText(row.ns, row.title)
        }
        if (ids) item.pageid = row.current_page ?? 0
        if (ids) item.logpage = row.page_id ?? 0
        if (names) item.params = showLogParams({ ...row, params: readLogParams(row.params) }, names)
      }
    }
    if (type) {
      item.type = row.type
      item.action = row.action
    }
    if (user || userid) {
      mark('user', 'userhidden')
      if (sees('user') && row.actor_name !== null) {
        if (user) item.user = row.actor_name
        if (userid) item.userid = row.actor_account ?? 0
        if (row.actor_account === null) item.anon = true
      }
    }
    if (timestamp) item.timestamp = isoTimestamp(row.timestamp)
    if (comment || parsedcomment) {
      mark('comment', 'commenthidden')
      if (sees('comment') && comment) item.comment = row.comment ?? ''
      if (sees('comment') && parsedcomment) item.parsedcomment = parsed.get(row.id)
    }
    if (tags) item.tags = list('tag', tagged.get(row.id) ?? [])
    if (anyHidden && isSuppressed(row.deleted)) item.suppressed = true
    return asObject(item)
  }
}

/** Null if the tag or user does not exist. */
async function wantedEntries(q: QueryRun, a: LogArgs) {
  const [type, action] = a.action === undefined ? [a.type, undefined] : loggedAction(a.action)
  const tagged = a.tag === undefined ? undefined : await carriesTag(q.db, a.tag, 'log_id', 'log.id')
  const actor = a.user === undefined ? undefined : await actorOf(q.db, a.user)
  const { ns, title, titleFrom, titleTo } = titleFilter(q, a)
  if (tagged === null || actor === null) return null
  return (
    ENTRIES.where('log.type', 'not in', some(hiddenLogs(q.caller)))
      .where('log.type', '=', type)
      .where('log.action', '=', action)
      .where('log.actor_id', '=', actor?.id)
      .where('log.ns', '=', ns)
      .where('log.title', '=', title)
      .where('log.title', '>=', titleFrom)
      .where('log.title', '<', titleTo)
      // Filtering by a user or title must not reveal entries that hide it.
      .where(actor && onlyVisible('log.deleted', 'user', q.caller))
      .where(ns === undefined ? null : onlyVisible('log.deleted', 'text', q.caller))
      .and(timeRange('log.timestamp', a))
      .where(tagged)
  )
}

/** Requested namespace and titles. */
function titleFilter(q: QueryRun, { title, prefix, namespace }: LogArgs) {
  const none = { ns: namespace, title: undefined, titleFrom: undefined, titleTo: undefined }
  if (title !== undefined) return { ...none, ...loggedTitle(q, title) }
  if (prefix === undefined) return none
  if (q.wiki.miserMode) fail('apierror-prefixsearchdisabled')
  const { ns, title: start } = loggedTitle(q, prefix)
  return { ...none, ns, titleFrom: start, titleTo: afterPrefix(start) ?? undefined }
}

/** Logs with arbitrary actions are listed as `type/*`; any action of those is accepted. */
function loggedAction(text: string): [type: string, action: string] {
  const slash = text.indexOf('/')
  const type = slash < 0 ? text : text.slice(0, slash)
  const listedActions: readonly string[] = LOG_ACTIONS
  if (!listedActions.includes(text) && !(slash >= 0 && listedActions.includes(`${type}/*`))) {
    fail('apierror-unrecognizedvalue', ['leaction', escapeWikitext(text)], { code: 'unknown_leaction' })
  }
  return [type, text.slice(slash + 1)]
}

function loggedTitle(q: QueryRun, text: string): PageName {
  const title = parseTitle(q.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return { ns: title.ns, title: title.dbkey }
}

/** Log types the caller may not read. */
const hiddenLogs = (caller: Caller): string[] => Object.keys(LOG_RIGHTS).filter(type => !caller.can(LOG_RIGHTS[type]!))
