import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { helpPage } from '../../api/help-page.ts'
import { fail } from '../../api/messages/message.ts'
import { listed, listModule } from '../../api/module.ts'
import { continuation, loggedNamespace, newerOlder } from '../../api/params/common.ts'
import { limit, manyOf, oneOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { isoTimestamp } from '../../api/params/timestamp.ts'
import { timeCursor } from '../../api/query/cursor.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { restrictTimes } from '../../api/query/time-range.ts'
import { afterPrefix } from '../../api/query/title-range.ts'
import { asObject, list, type Row } from '../../api/result/shape.ts'
import { actorOf, actorsById } from '../../content/actors.ts'
import { readLogParams } from '../../content/log-params/read-params.ts'
import { showLogParams } from '../../content/log-params/show-log-params.ts'
import { type PageName, pagesByName } from '../../content/pages.ts'
import { parsedById } from '../../content/parsed-summaries.ts'
import { canSeeInLog, isHidden, isSuppressed, onlyVisible } from '../../content/revision-visibility.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { carriesTag, tagsOf } from '../../content/tags.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { parseTitle } from '../../site/titles.ts'
import { logNames } from '../families/log-names.ts'
import { hiddenLogs } from '../families/log-rights.ts'
import { LOG_ACTIONS, LOG_TYPES } from '../families/log-types.ts'

export const logevents = listModule({
  name: 'logevents',
  prefix: 'le',
  classname: 'ApiQueryLogEvents',
  tag: 'item',
  summary: 'What the logs say: who moved, deleted, protected, blocked or uploaded what, latest first.',
  helpUrls: [helpPage('Logevents')],
  params: {
    prop: manyOf(
      ['comment', 'details', 'ids', 'parsedcomment', 'tags', 'timestamp', 'title', 'type', 'user', 'userid'],
      { default: ['ids', 'title', 'type', 'user', 'timestamp', 'comment', 'details'] },
    ),
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
  },

  async listing(q, a) {
    q.requireAtMostOneOf(a, 'title', 'namespace', 'prefix')
    const after = q.cursor(a.continue, 'timestamp', 'int')
    const filtered = await filter(q, a)
    if (!filtered) return listed([], { item: () => null, next: () => '' })
    const rows = await restrictTimes(filtered, ['log.timestamp', 'log.id'], { ...a, after })
      .selectAll('log')
      .limit(a.limit + 1)
      .execute()
    const prop = new Set(a.prop)
    const wants = (...names: (typeof a.prop)[number][]): boolean => names.some(name => prop.has(name))
    const pages = await pageIds(q, wants('ids') ? rows : [])
    const users = await actorsById(q.db, wants('user', 'userid') ? rows.map(row => row.actor_id) : [])
    const comments = await summaryTexts(q.db, wants('comment', 'parsedcomment') ? rows.map(row => row.summary_id) : [])
    const parsed = await parsedById(q.run, wants('parsedcomment') ? rows : [], comments)
    const tags = await tagsOf(q.db, 'log_id', wants('tags') ? rows.map(row => row.id) : [])
    const names = wants('details') ? await logNames(q) : null

    return listed(rows, {
      item: row => {
        const item: Row = {}
        const sees = (part: 'text' | 'user' | 'comment'): boolean => canSeeInLog(row.deleted, part, q.caller)
        let anyHidden = false
        const mark = (part: 'text' | 'user' | 'comment', flag: string): void => {
          if (!isHidden(row.deleted, part)) return
          item[flag] = true
          anyHidden = true
        }
        if (wants('ids')) item.logid = row.id
        if (wants('title', 'ids') || (wants('details') && row.params !== '')) {
          mark('text', 'actionhidden')
          if (sees('text')) {
            if (wants('title')) Object.assign(item, q.pageName(row.ns, row.title))
            if (wants('ids')) item.pageid = pages.get(`${row.ns}:${row.title}`) ?? 0
            if (wants('ids')) item.logpage = row.page_id ?? 0
            if (names) item.params = showLogParams({ ...row, params: readLogParams(row.params) }, names)
          }
        }
        if (wants('type')) {
          item.type = row.type
          item.action = row.action
        }
        if (wants('user', 'userid')) {
          mark('user', 'userhidden')
          const by = users.get(row.actor_id)
          if (sees('user') && by) {
            if (wants('user')) item.user = by.name
            if (wants('userid')) item.userid = by.account_id ?? 0
            if (by.account_id === null) item.anon = true
          }
        }
        if (wants('timestamp')) item.timestamp = isoTimestamp(row.timestamp)
        if (wants('comment', 'parsedcomment')) {
          mark('comment', 'commenthidden')
          if (sees('comment') && wants('comment')) item.comment = comments.get(row.summary_id) ?? ''
          if (sees('comment') && wants('parsedcomment')) item.parsedcomment = parsed.get(row.id)
        }
        if (wants('tags')) item.tags = list('tag', tags.get(row.id) ?? [])
        if (anyHidden && isSuppressed(row.deleted)) item.suppressed = true
        return asObject(item)
      },
      next: row => timeCursor(row.timestamp, row.id),
    })
  },
})

interface Filters {
  readonly type: string | undefined
  readonly action: string | undefined
  readonly user: string | undefined
  readonly title: string | undefined
  readonly prefix: string | undefined
  readonly namespace: number | undefined
  readonly tag: string | undefined
}

/** The entries asked for, in no order yet; null when there can be none. */
async function filter(q: QueryRun, a: Filters): Promise<SelectQueryBuilder<Database, 'log', object> | null> {
  let query = q.db.selectFrom('log')
  const hidden = hiddenLogs(q.caller)
  if (hidden.length > 0) query = query.where('log.type', 'not in', hidden)
  if (a.action !== undefined) {
    const [type, action] = loggedAction(a.action)
    query = query.where('log.type', '=', type).where('log.action', '=', action)
  } else if (a.type !== undefined) query = query.where('log.type', '=', a.type)
  if (a.tag !== undefined) {
    const tagged = await carriesTag(q.db, a.tag, 'log_id', 'log.id')
    if (!tagged) return null
    query = query.where(tagged)
  }
  if (a.user !== undefined) {
    const actor = await actorOf(q.db, a.user)
    if (!actor) return null
    query = query.where('log.actor_id', '=', actor.id)
    const visible = onlyVisible('log.deleted', 'user', q.caller)
    if (visible) query = query.where(visible)
  }
  const { title, prefix, namespace } = a
  if (title !== undefined) {
    const { ns, title: key } = loggedTitle(q, title)
    query = query.where('log.ns', '=', ns).where('log.title', '=', key)
  }
  if (namespace !== undefined) query = query.where('log.ns', '=', namespace)
  if (prefix !== undefined) {
    if (q.wiki.miserMode) fail('apierror-prefixsearchdisabled')
    const { ns, title: start } = loggedTitle(q, prefix)
    query = query.where('log.ns', '=', ns).where('log.title', '>=', start)
    const end = afterPrefix(start)
    if (end !== null) query = query.where('log.title', '<', end)
  }
  if (title !== undefined || prefix !== undefined || namespace !== undefined) {
    const visible = onlyVisible('log.deleted', 'text', q.caller)
    if (visible) query = query.where(visible)
  }
  return query
}

/** Logs with any number of actions are listed as `type/*`; of those, every action is accepted as it is written. */
function loggedAction(text: string): [type: string, action: string] {
  const slash = text.indexOf('/')
  const type = slash < 0 ? text : text.slice(0, slash)
  const known: readonly string[] = LOG_ACTIONS
  if (!known.includes(text) && !(slash >= 0 && known.includes(`${type}/*`))) {
    fail('apierror-unrecognizedvalue', ['leaction', escapeWikitext(text)], { code: 'unknown_leaction' })
  }
  return [type, text.slice(slash + 1)]
}

function loggedTitle(q: QueryRun, text: string): PageName {
  const title = parseTitle(q.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return { ns: title.ns, title: title.dbkey }
}

/** The pages that have these titles now, whatever page an entry was about. */
async function pageIds(q: QueryRun, rows: readonly PageName[]): Promise<Map<string, number>> {
  const pages = await pagesByName(q.db, rows)
  return new Map(pages.map(page => [`${page.ns}:${page.title}`, page.id]))
}
