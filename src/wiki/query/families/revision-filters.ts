// Conditions that the listings of live and deleted revisions share. They name their columns, because the tables differ.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Direction } from '#store/keyset.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { actorOf } from '../../content/actors.ts'
import { onlyVisible } from '../../content/revision-visibility.ts'
import { tagId } from '../../content/tags.ts'

export type Condition = Expression<SqlBool>

/** Nothing can be found: a user or a tag that does not exist was asked for. */
export const NOTHING: Condition = sql<SqlBool>`1 = 0`

export const directionOf = (dir: 'newer' | 'older'): Direction => (dir === 'newer' ? 'asc' : 'desc')

/** From `start` to `end` in the direction of the list; both included. */
export function timeConditions(
  column: string,
  { dir, start, end }: { dir: 'newer' | 'older'; start: number | undefined; end: number | undefined },
): Condition[] {
  const [first, last] = dir === 'newer' ? [start, end] : [end, start]
  return [
    ...(first === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${first}`]),
    ...(last === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} <= ${last}`]),
  ]
}

/** By one user, or by everybody else. Neither may tell who made a revision whose author is hidden from the caller. */
export async function userConditions(
  q: QueryRun,
  table: 'revision' | 'archive',
  { user, excludeuser }: { user: string | undefined; excludeuser: string | undefined },
): Promise<Condition[]> {
  const name = user ?? excludeuser
  if (name === undefined) return []
  const actor = await actorOf(q.db, name)
  const visible = onlyVisible(`${table}.deleted`, 'user', q.caller)
  const column = sql.ref(`${table}.actor_id`)
  const theirs = actor === null ? NOTHING : sql<SqlBool>`${column} = ${actor.id}`
  const others = actor === null ? [] : [sql<SqlBool>`${column} <> ${actor.id}`]
  return [...(user === undefined ? others : [theirs]), ...(visible ? [visible] : [])]
}

export async function tagConditions(
  q: QueryRun,
  revisionColumn: string,
  tag: string | undefined,
): Promise<Condition[]> {
  if (tag === undefined) return []
  const id = await tagId(q.db, tag)
  if (id === null) return [NOTHING]
  const column = sql.ref(revisionColumn)
  return [sql<SqlBool>`exists (select 1 from change_tag as ct where ct.rev_id = ${column} and ct.tag_id = ${id})`]
}
