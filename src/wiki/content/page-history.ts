import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '#accounts/caller.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { HIDDEN, onlyVisible } from '../site/hidden-parts.ts'
import { type RevisionRow, selectRevisions } from './revisions.ts'

/** A selection of the revisions of a page. `reverted` selects those that revert others, as in MediaWiki. */
export type HistoryFilter = 'anonymous' | 'bot' | 'minor' | 'reverted'

export interface HistoryScope {
  readonly pageId: number
  readonly filter: HistoryFilter | null
  /** Groups whose members are bots. */
  readonly botGroups: readonly string[]
  /** Seconds since 1970: memberships may have ended. */
  readonly now: number
}

type Place = Pick<RevisionRow, 'timestamp' | 'id'>
type Builder = ExpressionBuilder<Database, 'revision'>

const REVERTING = ['mw-rollback', 'mw-undo', 'mw-manual-revert']

/** Some revisions of a page on one side of a revision, nearest first; without one, the newest. */
export async function historyOf(
  db: Reader,
  scope: HistoryScope,
  caller: Caller,
  limit: number,
  beside: { readonly place: Place; readonly side: 'older' | 'newer' } | null,
): Promise<RevisionRow[]> {
  const isNewer = beside?.side === 'newer'
  let query = selectRevisions(db).where('revision.page_id', '=', scope.pageId)
  // A list of anonymous or bot edits would reveal who made one whose author is hidden.
  const visible =
    scope.filter === 'anonymous' || scope.filter === 'bot' ? onlyVisible('revision.deleted', 'user', caller) : null
  if (visible !== null) query = query.where(visible)
  if (scope.filter !== null) query = query.where(eb => filtered(eb as unknown as Builder, scope))
  if (beside !== null) query = query.where(besides(beside.place, isNewer ? '>' : '<'))
  const direction = isNewer ? 'asc' : 'desc'
  return query.orderBy('revision.timestamp', direction).orderBy('revision.id', direction).limit(limit).execute()
}

/** Revisions after or before one in the history of its page. */
const besides = ({ timestamp, id }: Place, operator: '<' | '>'): Expression<SqlBool> => {
  const compare = sql.raw(operator)
  return sql<SqlBool>`(revision.timestamp ${compare} ${timestamp} or (revision.timestamp = ${timestamp} and revision.id ${compare} ${id}))`
}

function filtered(eb: Builder, { filter, botGroups, now }: HistoryScope): Expression<SqlBool> {
  if (filter === 'minor') return eb('revision.minor', '<>', 0)
  if (filter === 'anonymous')
    return eb.exists(
      eb
        .selectFrom('actor')
        .select('actor.id')
        .whereRef('actor.id', '=', 'revision.actor_id')
        .where('account_id', 'is', null),
    )
  if (filter === 'reverted')
    return eb.exists(
      eb
        .selectFrom('change_tag')
        .innerJoin('tag_def', 'tag_def.id', 'change_tag.tag_id')
        .select('change_tag.id')
        .whereRef('change_tag.rev_id', '=', 'revision.id')
        .where('tag_def.name', 'in', REVERTING),
    )
  return eb.exists(
    eb
      .selectFrom('actor')
      .innerJoin('account_group', 'account_group.account_id', 'actor.account_id')
      .select('actor.id')
      .whereRef('actor.id', '=', 'revision.actor_id')
      .where('account_group.group_name', 'in', botGroups.length > 0 ? botGroups : [''])
      .where(or => or.or([or('account_group.expires_at', 'is', null), or('account_group.expires_at', '>=', now)])),
  )
}

interface Between {
  readonly from: Place
  readonly to: Place
}

/** The number of revisions, up to `most`. Those with hidden texts, and edits of hidden authors, do not count. */
export async function countHistory(
  db: Reader,
  scope: HistoryScope,
  most: number,
  between: Between | null,
): Promise<number> {
  const { filter } = scope
  const bits = filter === 'anonymous' || filter === 'bot' ? HIDDEN.text | HIDDEN.user : HIDDEN.text
  let query = db.selectFrom('revision').where('revision.page_id', '=', scope.pageId).select('revision.id')
  if (filter !== 'reverted') query = query.where(sql<SqlBool>`(revision.deleted & ${sql.lit(bits)}) = 0`)
  if (filter !== null) query = query.where(eb => filtered(eb as unknown as Builder, scope))
  if (between !== null) query = query.where(besides(between.from, '>')).where(besides(between.to, '<'))
  return countRows(db, query.limit(most))
}

/** The number of authors who are not hidden, up to `most`. */
export async function countAuthors(db: Reader, pageId: number, most: number, between: Between | null): Promise<number> {
  let query = db
    .selectFrom('revision')
    .where('revision.page_id', '=', pageId)
    .where(sql<SqlBool>`(revision.deleted & ${sql.lit(HIDDEN.user)}) = 0`)
    .select('revision.actor_id as id')
    .distinct()
  if (between !== null) query = query.where(besides(between.from, '>')).where(besides(between.to, '<'))
  return countRows(db, query.limit(most))
}

type Countable = Parameters<Reader['selectFrom']>[0] extends never ? never : { as(alias: 'rows'): unknown }

async function countRows(db: Reader, query: Countable): Promise<number> {
  const { n } = await db
    .selectFrom(query.as('rows') as never)
    .select(eb => (eb as unknown as Builder).fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Sizes of revisions by ID. */
export async function revisionSizes(db: Reader, ids: readonly number[]): Promise<Map<number, number | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('revision').where('id', 'in', ids).select(['id', 'length']).execute()
  return new Map(rows.map(row => [row.id, row.length]))
}

/** When something was last logged about a page; null if never. Seconds since 1970. */
export async function lastLogged(db: Reader, pageId: number): Promise<number | null> {
  const row = await db
    .selectFrom('log')
    .where('page_id', '=', pageId)
    .select(eb => eb.fn.max('timestamp').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}
