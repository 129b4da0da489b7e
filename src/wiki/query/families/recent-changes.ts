// Shared by recentchanges and watchlist: filtering and displaying changes.
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Caller } from '#accounts/caller.ts'
import { among } from '#store/keyset.ts'
import type { Comparison } from '#store/statement.ts'
import type { Database } from '#store/tables/database.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { authorMembers, commentMembers, suppressedMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { list } from '../../api/result/shape.ts'
import { type Actor, actorOf, actorsById } from '../../content/actors.ts'
import { readLogParams } from '../../content/log-display/read-params.ts'
import { parsedById } from '../../content/parsed-summaries.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { tagsOf } from '../../content/tags.ts'
import { fail } from '../../messages/message.ts'
import { canSee, canSeeInLog, isHidden, isSuppressed, onlyVisible } from '../../site/hidden-parts.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { logNames } from './log-names.ts'
import { logParamMembers, showLogParams } from './log-params/show-log-params.ts'
import type { LogNames } from './log-params/show-value.ts'

/** A change that recentchanges and watchlist list. */
export const changeMembers = {
  type: 'string',
  'actionhidden?': 'boolean',
  'ns?': 'integer',
  'title?': 'string',
  'pageid?': 'integer',
  'revid?': 'integer',
  'old_revid?': 'integer',
  'logid?': 'integer',
  'logtype?': 'string',
  'logaction?': 'string',
  'logparams?': logParamMembers,
  ...authorMembers,
  'bot?': 'boolean',
  'new?': 'boolean',
  'minor?': 'boolean',
  'oldlen?': 'integer',
  'newlen?': 'integer',
  'timestamp?': 'string',
  ...commentMembers,
  'tags?': ['string'],
  ...suppressedMembers,
  'patrolled?': 'boolean',
  'unpatrolled?': 'boolean',
  'autopatrolled?': 'boolean',
} as const satisfies Members

type Change = ResultOf<typeof changeMembers>

export type ChangeRow = Selectable<Database['recent_change']>
export type Condition = Expression<SqlBool>

export const LOGGED = 3
const TYPES = { edit: 0, new: 1, log: LOGGED, external: 5, categorize: 6 } as const
const TYPE_NAMES = new Map<number, string>(Object.entries(TYPES).map(([name, type]) => [type, name]))

/** Values of `patrolled`. */
const UNPATROLLED = 0
const AUTOPATROLLED = 2

interface ChangeFilters {
  readonly type: readonly (keyof typeof TYPES)[]
  readonly namespace: readonly number[] | undefined
  readonly user: string | undefined
  readonly excludeuser: string | undefined
}

/** Conditions for the shared parameters; null if no change can match. */
export async function changeConditions(
  q: QueryRun,
  a: ChangeFilters,
  show: ReadonlySet<string>,
  viewer: Pick<Caller, 'can'> = q.caller,
): Promise<(Condition | Comparison)[] | null> {
  const conditions: (Condition | Comparison)[] = [...show].flatMap(flag => FLAGS[flag] ?? [])
  const types = a.type.map(type => TYPES[type])
  if (types.length > 0) conditions.push(['recent_change.type', 'in', types])
  if (a.namespace && a.namespace.length > 0) {
    const [first, ...others] = a.namespace
    conditions.push(others.length === 0 ? ['recent_change.ns', '=', first] : among('recent_change.ns', a.namespace))
  }
  const reference = a.user ?? a.excludeuser
  if (reference !== undefined) {
    const visible = onlyVisible('recent_change.deleted', 'user', viewer)
    if (visible) conditions.push(visible)
    const actor = await actorOf(q.db, reference)
    if (!actor && a.user !== undefined) return null
    if (actor) conditions.push(['recent_change.actor_id', a.user === undefined ? '<>' : '=', actor.id])
  }
  return conditions
}

const isAnonymous = sql<SqlBool>`exists (
  select 1 from actor where actor.id = recent_change.actor_id and actor.account_id is null)`
const FLAGS: Readonly<Record<string, Condition>> = {
  minor: sql`recent_change.minor <> 0`,
  '!minor': sql`recent_change.minor = 0`,
  bot: sql`recent_change.bot <> 0`,
  '!bot': sql`recent_change.bot = 0`,
  anon: isAnonymous,
  '!anon': sql`not ${isAnonymous}`,
  patrolled: sql`recent_change.patrolled <> ${UNPATROLLED}`,
  '!patrolled': sql`recent_change.patrolled = ${UNPATROLLED}`,
  unpatrolled: sql`recent_change.patrolled = ${UNPATROLLED}`,
  autopatrolled: sql`recent_change.patrolled = ${AUTOPATROLLED}`,
  '!autopatrolled': sql`recent_change.patrolled <> ${AUTOPATROLLED}`,
}

/** Only users who patrol may filter by patrol status. */
export const mayPatrol = (viewer: Pick<Caller, 'can'>): boolean => viewer.can('patrol') || viewer.can('patrolmarks')

export function requirePatrol(q: QueryRun): void {
  if (!mayPatrol(q.caller)) fail('apierror-permissiondenied-patrolflag')
}

/** Rejects unpatrolled combined with patrolled or autopatrolled. */
export function refusePatrolContradictions(show: ReadonlySet<string>): void {
  const besides = ['patrolled', '!patrolled', 'autopatrolled'] as const
  if (show.has('unpatrolled') && besides.some(flag => show.has(flag))) fail('apierror-show')
  if (show.has('!patrolled') && show.has('autopatrolled')) fail('apierror-show')
}

/** Data read along with the changes. */
interface RelatedData {
  readonly users: Map<number, Actor>
  readonly comments: Map<number, string>
  /** Comments as HTML, by change. */
  readonly parsed: Map<number, string>
  readonly tags: Map<number, string[]>
  /** Null if log details are not shown. */
  readonly names: LogNames | null
}

export async function readRelated(
  q: QueryRun,
  rows: readonly ChangeRow[],
  prop: ReadonlySet<string>,
): Promise<RelatedData> {
  const wants = (...names: string[]): boolean => names.some(name => prop.has(name))
  const comments = await summaryTexts(q.db, wants('comment', 'parsedcomment') ? rows.map(row => row.summary_id) : [])
  return {
    users: await actorsById(q.db, wants('user', 'userid') ? rows.map(row => row.actor_id) : []),
    comments,
    parsed: await parsedById(q.run, wants('parsedcomment') ? rows : [], comments),
    tags: await tagsOf(q.db, 'rc_id', wants('tags') ? rows.map(row => row.id) : []),
    names: wants('loginfo') ? await logNames(q, rows) : null,
  }
}

/** Whether the caller may see the target of a change: log entries can hide even the title. */
const seesAction = (q: QueryRun, row: ChangeRow): boolean =>
  row.type !== LOGGED || canSeeInLog(row.deleted, 'text', q.caller)

/** Fields of a change that both modules share. */
export function showChange(q: QueryRun, row: ChangeRow, prop: ReadonlySet<string>, company: RelatedData): Change {
  const item: Change = { type: TYPE_NAMES.get(row.type) ?? String(row.type) }
  if (
    row.type === LOGGED &&
    isHidden(row.deleted, 'text') &&
    (prop.has('title') || prop.has('ids') || prop.has('loginfo'))
  )
    item.actionhidden = true
  if (seesAction(q, row)) showAction(q, row, prop, item, company)
  if (prop.has('user') || prop.has('userid')) showUser(q, row, prop, item, company)
  if (prop.has('flags')) {
    item.bot = row.bot !== 0
    item.new = row.type === TYPES.new
    item.minor = row.minor !== 0
  }
  if (prop.has('sizes')) {
    item.oldlen = row.old_length ?? 0
    item.newlen = row.new_length ?? 0
  }
  if (prop.has('timestamp')) item.timestamp = isoTimestamp(row.timestamp)
  if (prop.has('comment') || prop.has('parsedcomment')) {
    if (isHidden(row.deleted, 'comment')) item.commenthidden = true
    if (canSee(row.deleted, 'comment', q.caller)) {
      if (prop.has('comment')) item.comment = company.comments.get(row.summary_id) ?? ''
      if (prop.has('parsedcomment')) item.parsedcomment = company.parsed.get(row.id)
    }
  }
  if (prop.has('tags')) item.tags = list('tag', company.tags.get(row.id) ?? [])
  const anyHidden = item.actionhidden || item.userhidden || item.commenthidden
  if (anyHidden && isSuppressed(row.deleted)) item.suppressed = true
  return item
}

function showAction(q: QueryRun, row: ChangeRow, prop: ReadonlySet<string>, item: Change, company: RelatedData): void {
  if (prop.has('title')) {
    item.ns = row.ns
    item.title = q.titleText(row.ns, row.title)
  }
  if (prop.has('ids')) {
    item.pageid = row.page_id
    item.revid = row.this_rev
    item.old_revid = row.last_rev
  }
  if (!company.names || row.type !== LOGGED) return
  const entry = { type: row.log_type ?? '', action: row.log_action ?? '', timestamp: row.timestamp }
  item.logid = row.log_id
  item.logtype = entry.type
  item.logaction = entry.action
  item.logparams = showLogParams({ ...entry, params: readLogParams(row.params ?? '') }, company.names)
}

function showUser(q: QueryRun, row: ChangeRow, prop: ReadonlySet<string>, item: Change, { users }: RelatedData): void {
  if (isHidden(row.deleted, 'user')) item.userhidden = true
  const by = users.get(row.actor_id)
  if (!by || !canSee(row.deleted, 'user', q.caller)) return
  if (prop.has('user')) item.user = by.name
  if (prop.has('userid')) item.userid = by.account_id ?? 0
  if (by.account_id === null) item.anon = true
}

export function showPatrol(row: ChangeRow, item: Pick<Change, 'patrolled' | 'unpatrolled' | 'autopatrolled'>): void {
  item.patrolled = row.patrolled !== UNPATROLLED
  item.unpatrolled = row.patrolled === UNPATROLLED
  item.autopatrolled = row.patrolled === AUTOPATROLLED
}
