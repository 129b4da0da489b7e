// What the wiki's streams need to know about change log entries, read together.
import type { Selectable } from 'kysely'
import type { LoggedChange } from '#events/change-log.ts'
import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { type Actor, actorsById } from '../content/actors.ts'
import { type PageRow, pagesById } from '../content/pages.ts'
import { REVISIONS, type RevisionRow } from '../content/revisions.ts'
import { slotsOf } from '../content/slots.ts'
import { summaryTexts } from '../content/summaries.ts'

export type ChangeRow = Selectable<Database['recent_change']>
export type LogRow = Selectable<Database['log']>

export interface ChangeFacts {
  /** By revision. */
  readonly revisions: ReadonlyMap<number, RevisionRow>
  /** Content model by revision. */
  readonly models: ReadonlyMap<number, string>
  /** Recent changes by revision and by log entry. */
  readonly byRevision: ReadonlyMap<number, ChangeRow>
  readonly byLog: ReadonlyMap<number, ChangeRow>
  readonly logs: ReadonlyMap<number, LogRow>
  readonly pages: ReadonlyMap<number, PageRow>
  readonly actors: ReadonlyMap<number, Actor>
  /** Groups by account. */
  readonly groups: ReadonlyMap<number, readonly string[]>
  readonly summaries: ReadonlyMap<number, string>
}

export const logOf = ({ data }: LoggedChange): number => Number(data.log ?? data.entry ?? 0)

export async function readChanges(db: Reader, entries: readonly LoggedChange[]): Promise<ChangeFacts> {
  const ids = (name: string) => [...new Set(entries.flatMap(({ data }) => Number(data[name]) || []))]
  const logIds = [...new Set(entries.flatMap(entry => logOf(entry) || []))]
  const revisionIds = ids('revision')
  const revisions = revisionIds.length === 0 ? [] : await REVISIONS.where('revision.id', 'in', revisionIds).all(db)
  const edits = await recentChanges(db, 'this_rev', revisionIds)
  const logged = await recentChanges(db, 'log_id', logIds)
  const logs =
    logIds.length === 0 ? [] : await db.selectFrom('log').where('id', 'in', padded(logIds)).selectAll().execute()
  const slots = await slotsOf(db, revisionIds)
  const rows = [...revisions, ...edits, ...logged, ...logs]
  const actors = await actorsById(
    db,
    rows.map(row => row.actor_id),
  )
  return {
    revisions: new Map(revisions.map(row => [row.id, row])),
    models: new Map([...slots].map(([id, list]) => [id, list.find(slot => slot.role === 'main')?.model ?? 'wikitext'])),
    byRevision: new Map(edits.map(row => [row.this_rev, row])),
    byLog: new Map(logged.map(row => [row.log_id, row])),
    logs: new Map(logs.map(row => [row.id, row])),
    pages: new Map((await pagesById(db, ids('page'))).map(row => [row.id, row])),
    actors,
    groups: await groupsOf(
      db,
      [...actors.values()].flatMap(({ account_id }) => account_id ?? []),
    ),
    summaries: await summaryTexts(
      db,
      rows.map(row => row.summary_id),
    ),
  }
}

/** Edits and new pages; other changes with a revision belong to a log entry. */
const EDITS = [0, 1]

async function recentChanges(db: Reader, column: 'this_rev' | 'log_id', ids: readonly number[]): Promise<ChangeRow[]> {
  if (ids.length === 0) return []
  const query = db.selectFrom('recent_change').where(column, 'in', padded(ids)).selectAll()
  return (column === 'this_rev' ? query.where('type', 'in', EDITS) : query).orderBy('id').execute()
}

async function groupsOf(db: Reader, accountIds: readonly number[]): Promise<Map<number, string[]>> {
  const groups = new Map<number, string[]>()
  if (accountIds.length === 0) return groups
  const rows = await db
    .selectFrom('account_group')
    .where('account_id', 'in', padded([...new Set(accountIds)]))
    .select(['account_id', 'group_name'])
    .orderBy('group_name')
    .execute()
  for (const { account_id, group_name } of rows) groups.set(account_id, [...(groups.get(account_id) ?? []), group_name])
  return groups
}
