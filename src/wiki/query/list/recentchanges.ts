import { type SqlBool, sql } from 'kysely'
import { padded } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { changeTypes, continuation, linkedNamespaces, newerOlder } from '../../api/params/common.ts'
import { boolean, limit, manyOf, oneOf, string, timestamp, user } from '../../api/params/kinds.ts'
import { timeKeys } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { timeRange } from '../../api/query/range.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { type PageName, pagesByName } from '../../content/pages.ts'
import { base36ToHex } from '../../content/sha1-base36.ts'
import { carriesTag } from '../../content/tags.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { canSee, isHidden, isSuppressed } from '../../site/hidden-parts.ts'
import { parseTitle } from '../../site/titles.ts'
import { olderTokens } from '../families/older-tokens.ts'
import {
  type ChangeRow,
  type Condition,
  changeConditions,
  changeMembers,
  readRelated,
  refusePatrolContradictions,
  requirePatrol,
  showChange,
  showPatrol,
} from '../families/recent-changes.ts'
import { NOTHING } from '../families/revision-filters.ts'
import { showFilters } from '../families/show-filters.ts'

const recentChangeMembers = {
  ...changeMembers,
  'patroltoken?': 'string',
  'rcid?': 'integer',
  'redirect?': 'boolean',
  'sha1?': 'string',
  'sha1hidden?': 'boolean',
} as const satisfies Members

type RecentChange = ResultOf<typeof recentChangeMembers>

export const recentchanges = listModule({
  name: 'recentchanges',
  prefix: 'rc',
  classname: 'ApiQueryRecentChanges',
  tag: 'rc',
  generator: true,
  cacheable: a => a.token === undefined && !a.show?.some(mark => mark.endsWith('patrolled')),
  summary: 'List recent changes: edits, new pages and log entries, newest first.',
  helpUrls: [helpPage('Recentchanges')],
  help: {
    examples: [
      ['action=query&list=recentchanges', 'simple'],
      ['action=query&generator=recentchanges&grcshow=!patrolled&prop=info', 'generator'],
    ],
    params: {
      prop: {
        values: [
          'user',
          'userid',
          'comment',
          'parsedcomment',
          'flags',
          'timestamp',
          'title',
          'ids',
          'sizes',
          'redirect',
          'patrolled',
          'loginfo',
          'tags',
          'sha1',
        ],
      },
      token: { words: 'Use meta=tokens instead.' },
      generaterevisions: { words: 'As a generator, return revision ids instead of titles.' },
      slot: { words: 'List only changes to this slot.' },
    },
  },
  result: { recentchanges: [recentChangeMembers] },
  params: {
    start: timestamp(),
    end: timestamp(),
    dir: newerOlder(),
    namespace: linkedNamespaces(),
    user: user(),
    excludeuser: user(),
    tag: string(),
    prop: manyOf(
      [
        'comment',
        'flags',
        'ids',
        'loginfo',
        'parsedcomment',
        'patrolled',
        'redirect',
        'sha1',
        'sizes',
        'tags',
        'timestamp',
        'title',
        'user',
        'userid',
      ],
      { default: ['title', 'timestamp', 'ids'] },
    ),
    token: manyOf(['patrol'], { deprecated: true }),
    show: manyOf([
      '!anon',
      '!autopatrolled',
      '!bot',
      '!minor',
      '!patrolled',
      '!redirect',
      'anon',
      'autopatrolled',
      'bot',
      'minor',
      'patrolled',
      'redirect',
      'unpatrolled',
    ]),
    limit: limit(),
    type: changeTypes(),
    toponly: boolean(),
    title: string(),
    continue: continuation(),
    generaterevisions: boolean(),
    slot: oneOf(['main']),
  },

  async listing(q, a) {
    const title = a.title === undefined ? null : requestedTitle(q, a.title)
    const show = showFilters(a.show)
    refusePatrolContradictions(show)
    const prop = new Set<string>(a.prop)
    const filtersPatrol = [...show].some(flag => flag.endsWith('patrolled'))
    if (filtersPatrol) requirePatrol(q)
    q.requireAtMostOneOf(a, 'user', 'excludeuser')
    if (a.prop.includes('patrolled')) requirePatrol(q)
    const query = CHANGES.and(timeRange('recent_change.timestamp', a))
      .and((await changeConditions(q, a, show)) ?? [NOTHING])
      .and(await ownConditions(q, { ...a, title }, show))
    return listed(query, {
      keys: timeKeys('recent_change'),
      growsAtStart: true,
      items: async rows => {
        const company = await readRelated(q, rows, prop)
        const redirects = await redirectsAmong(q, prop.has('redirect') ? rows : [])
        const hashes = await hashesOf(q, prop.has('sha1') ? rows : [])
        // One token works for all changes; entries that cannot be patrolled get none.
        const tokens = olderTokens(q, a.token)
        return row => {
          const item: RecentChange = showChange(q, row, prop, company)
          if (item.type === 'edit' || item.type === 'new') Object.assign(item, tokens)
          if (prop.has('ids')) item.rcid = row.id
          if (prop.has('redirect')) item.redirect = redirects.has(`${row.ns}:${row.title}`)
          if (prop.has('patrolled')) showPatrol(row, item)
          const revision = hashes.get(row.this_rev)
          if (revision) showHash(q, revision, item)
          if (item.sha1hidden && isSuppressed(row.deleted)) item.suppressed = true
          return item
        }
      },
      page: row => {
        if (a.generaterevisions) return row.this_rev > 0 ? { revision: row.this_rev } : null
        return { ns: row.ns, title: row.title }
      },
    })
  },
})

const CHANGES = statement(db => db.selectFrom('recent_change').selectAll('recent_change'))

interface OwnFilters {
  readonly title: PageName | null
  readonly tag: string | undefined
  readonly toponly: boolean
  readonly slot: string | undefined
}

/** Conditions for parameters that the watchlist does not have. */
async function ownConditions(q: QueryRun, a: OwnFilters, show: ReadonlySet<string>): Promise<Condition[]> {
  const conditions: Condition[] = []
  if (a.title)
    conditions.push(sql<SqlBool>`recent_change.ns = ${a.title.ns} and recent_change.title = ${a.title.title}`)
  if (a.tag !== undefined) conditions.push((await carriesTag(q.db, a.tag, 'rc_id', 'recent_change.id')) ?? NOTHING)
  if (a.toponly) conditions.push(pageIs(sql<SqlBool>`page.latest_rev = recent_change.this_rev`))
  if (show.has('redirect')) conditions.push(pageIs(sql<SqlBool>`page.is_redirect = 1`))
  if (show.has('!redirect')) conditions.push(sql<SqlBool>`not ${pageIs(sql<SqlBool>`page.is_redirect = 1`)}`)
  if (a.slot !== undefined) conditions.push(touchesSlot(a.slot))
  return conditions
}

function requestedTitle(q: QueryRun, text: string): PageName {
  const title = parseTitle(q.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return { ns: title.ns, title: title.dbkey }
}

const pageIs = (condition: Condition): Condition => sql<SqlBool>`exists (
  select 1 from page where page.ns = recent_change.ns and page.title = recent_change.title and ${condition})`

/** Edits that added, changed or removed the content of a slot. */
const touchesSlot = (role: string): Condition => sql<SqlBool>`recent_change.type in (0, 1) and coalesce(
  (select content_id from slot where revision_id = recent_change.this_rev and role = ${role}), 0) <> coalesce(
  (select content_id from slot where revision_id = recent_change.last_rev and role = ${role}), 0)`

/** Titles that are currently redirects. */
async function redirectsAmong(q: QueryRun, rows: readonly ChangeRow[]): Promise<Set<string>> {
  const pages = await pagesByName(q.db, rows)
  return new Set(pages.filter(page => page.is_redirect === 1).map(page => `${page.ns}:${page.title}`))
}

interface Hashed {
  readonly id: number
  readonly sha1: string
  readonly deleted: number
}

async function hashesOf(q: QueryRun, rows: readonly ChangeRow[]): Promise<Map<number, Hashed>> {
  const ids = rows.map(row => row.this_rev).filter(id => id > 0)
  if (ids.length === 0) return new Map()
  const revisions = await q.db
    .selectFrom('revision')
    .where('id', 'in', padded(ids))
    .select(['id', 'sha1', 'deleted'])
    .execute()
  return new Map(revisions.map(row => [row.id, row]))
}

function showHash(q: QueryRun, { sha1, deleted }: Hashed, item: RecentChange): void {
  if (isHidden(deleted, 'text')) item.sha1hidden = true
  if (canSee(deleted, 'text', q.caller)) item.sha1 = base36ToHex(sha1)
}
