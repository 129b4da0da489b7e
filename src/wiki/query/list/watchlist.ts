import { type SqlBool, sql } from 'kysely'
import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { changeTypes, continuation, namespaces, newerOlder } from '../../api/params/common.ts'
import { boolean, limit, manyOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { timeKeys } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { timeRange } from '../../api/query/range.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { actorsById } from '../../content/actors.ts'
import { displayLogs } from '../../content/log-display/display-logs.ts'
import { readLogParams } from '../../content/log-display/read-params.ts'
import { fail } from '../../messages/message.ts'
import { onlyVisible } from '../../site/hidden-parts.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import {
  type ChangeRow,
  type Condition,
  changeConditions,
  changeMembers,
  LOGGED,
  mayPatrol,
  readRelated,
  refusePatrolContradictions,
  requirePatrol,
  showChange,
  showPatrol,
} from '../families/recent-changes.ts'
import { showFilters } from '../families/show-filters.ts'
import { watchlistOwner } from '../families/watchlist-owner.ts'

const watchedChangeMembers = {
  ...changeMembers,
  // Older clients expect the user id here, unless the name is requested.
  'user?': 'string|integer',
  'logdisplay?': 'string',
  'notificationtimestamp?': 'string',
  // False if there is none.
  'expiry?': 'string|boolean',
} as const satisfies Members

type WatchedChange = ResultOf<typeof watchedChangeMembers>

export const watchlist = listModule({
  name: 'watchlist',
  prefix: 'wl',
  classname: 'ApiQueryWatchlist',
  tag: 'item',
  generator: true,
  summary: 'List recent changes to watched pages.',
  helpUrls: [helpPage('Watchlist')],
  help: {
    examples: [
      ['action=query&list=watchlist', 'simple'],
      ['action=query&list=watchlist&wlprop=ids|title|timestamp|user|comment', 'props'],
      ['action=query&list=watchlist&wlprop=ids|title|timestamp|user|comment|expiry', 'expiry'],
      ['action=query&list=watchlist&wlallrev=&wlprop=ids|title|timestamp|user|comment', 'allrev'],
      ['action=query&generator=watchlist&prop=info', 'generator'],
      ['action=query&generator=watchlist&gwlallrev=&prop=revisions&rvprop=timestamp|user', 'generator-rev'],
      ['action=query&list=watchlist&wlowner=Example&wltoken=123ABC', 'wlowner'],
    ],
    params: {
      allrev: { words: 'Include all revisions of a page, not only the latest.' },
      prop: {
        values: [
          'ids',
          'title',
          'flags',
          'user',
          'userid',
          'comment',
          'parsedcomment',
          'timestamp',
          'patrol',
          'sizes',
          'notificationtimestamp',
          'loginfo',
          'tags',
          'expiry',
        ],
      },
      type: { values: ['edit', 'new', 'log', 'external', 'categorize'] },
      token: { words: "Watchlist token from the owner's preferences." },
    },
  },
  result: { watchlist: [watchedChangeMembers] },
  params: {
    allrev: boolean(),
    start: timestamp(),
    end: timestamp(),
    namespace: namespaces(),
    user: user(),
    excludeuser: user(),
    dir: newerOlder(),
    limit: limit(),
    prop: manyOf(
      [
        'comment',
        'expiry',
        'flags',
        'ids',
        'loginfo',
        'notificationtimestamp',
        'parsedcomment',
        'patrol',
        'sizes',
        'tags',
        'timestamp',
        'title',
        'user',
        'userid',
      ],
      { default: ['ids', 'title', 'flags'], settingvalues: { expiry: 'watchlistExpiry' } },
    ),
    show: manyOf([
      '!anon',
      '!autopatrolled',
      '!bot',
      '!minor',
      '!patrolled',
      '!unread',
      'anon',
      'autopatrolled',
      'bot',
      'minor',
      'patrolled',
      'unread',
    ]),
    type: changeTypes(),
    owner: user({ subtypes: ['name'] }),
    token: string({ sensitive: true }),
    continue: continuation(),
  },

  async listing(q, a) {
    const owner = await watchlistOwner(q, a)
    const prop = new Set<string>(q.isGenerator ? [] : a.prop)
    if (prop.has('patrol') && !mayPatrol(q.caller)) fail('apierror-permissiondenied-patrolflag', [], { code: 'patrol' })
    const show = showFilters(a.show)
    refusePatrolContradictions(show)
    if (show.has('patrolled') || show.has('!patrolled')) requirePatrol(q)
    q.requireAtMostOneOf(a, 'user', 'excludeuser')
    // The owner's rights decide which changes are listed, the caller's rights what is shown of each.
    const permitted = mayPatrol(owner) ? show : new Set([...show].filter(flag => !flag.endsWith('patrolled')))
    const conditions = await changeConditions(q, a, permitted, owner)
    if (!conditions) return null
    // A hidden log title would otherwise be revealed to users who watch the page.
    const visible = onlyVisible('recent_change.deleted', 'text', owner)
    if (visible) conditions.push(sql<SqlBool>`(recent_change.type <> ${LOGGED} or ${visible})`)
    if (!a.allrev) conditions.push(isLatest)
    if (show.has('unread')) conditions.push(isUnread)
    if (show.has('!unread')) conditions.push(sql<SqlBool>`(watch.notified_at is null or not ${isUnread})`)
    const query = WATCHED.where('watch.account_id', '=', owner.id)
      .where(sql<SqlBool>`(watch.expires_at is null or watch.expires_at > ${q.now})`)
      .and(timeRange('recent_change.timestamp', a))
      .and(conditions)
    return listed(query, {
      keys: timeKeys('recent_change'),
      items: async rows => {
        const company = await readRelated(q, rows, prop)
        const sentences = await logSentences(q, prop.has('loginfo') ? rows : [])
        return row => {
          const item: WatchedChange = showChange(q, row, prop, company)
          if (!prop.has('user') && 'userid' in item) item.user = item.userid
          if ('user' in item) item.anon ??= false
          if ('logid' in item) item.logdisplay = sentences.get(row.id)
          if (prop.has('patrol')) showPatrol(row, item)
          if (prop.has('notificationtimestamp')) {
            item.notificationtimestamp = row.notified_at === null ? '' : isoTimestamp(row.notified_at)
          }
          if (prop.has('expiry')) item.expiry = row.expires_at === null ? false : isoTimestamp(row.expires_at)
          return item
        }
      },
      page: row => (a.allrev ? { revision: row.this_rev } : { id: row.page_id }),
    })
  },
})

const WATCHED = statement(db =>
  db
    .selectFrom('recent_change')
    .innerJoin('watch', join =>
      join.onRef('watch.ns', '=', 'recent_change.ns').onRef('watch.title', '=', 'recent_change.title'),
    )
    .selectAll('recent_change')
    .select(['watch.notified_at', 'watch.expires_at']),
)

/** Log entries rendered as sentences, by change. */
async function logSentences(q: QueryRun, changes: readonly ChangeRow[]): Promise<Map<number, string>> {
  const rows = changes.filter(row => row.type === LOGGED)
  const performers = await actorsById(
    q.db,
    rows.map(row => row.actor_id),
  )
  const entries = rows.map(row => ({
    ...row,
    type: row.log_type ?? '',
    action: row.log_action ?? '',
    params: readLogParams(row.params ?? ''),
    performer: performers.get(row.actor_id) ?? { name: '', account_id: null },
  }))
  const html = await displayLogs(q.run, entries)
  return new Map(rows.map((row, index) => [row.id, html[index]!]))
}

/** Log entries have no revision that could be the latest. */
const isLatest: Condition = sql<SqlBool>`(recent_change.type = ${LOGGED} or exists (
  select 1 from page where page.id = recent_change.page_id and page.latest_rev = recent_change.this_rev))`

const isUnread: Condition = sql<SqlBool>`recent_change.timestamp >= watch.notified_at`
