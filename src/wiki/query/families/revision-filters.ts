// Conditions shared by lists of live and deleted revisions. Columns are parameters, because the tables differ.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { QueryRun } from '../../api/query/query-run.ts'
import { actorOf } from '../../content/actors.ts'
import { carriesTag } from '../../content/tags.ts'
import { onlyVisible } from '../../site/hidden-parts.ts'

export type Condition = Expression<SqlBool>

/** Matches nothing, for an unknown user or tag. */
export const NOTHING: Condition = sql<SqlBool>`1 = 0`

/** Edits by one user, or by all others. Neither may reveal an author hidden from the caller. */
export async function userConditions(
  q: QueryRun,
  table: string,
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
  return [(await carriesTag(q.db, tag, 'rev_id', revisionColumn)) ?? NOTHING]
}
