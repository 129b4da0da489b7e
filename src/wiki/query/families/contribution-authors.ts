import { type SqlBool, sql } from 'kysely'
import { afterPrefix, type Direction, padded } from '#store/keyset.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Actor } from '../../content/actors.ts'
import { fail } from '../../messages/message.ts'
import type { Condition } from './revision-filters.ts'

/** Whose contributions are listed, one user after the other. */
export interface Authors {
  readonly actors: readonly Actor[]
  /** What a continue value says of a user before time and revision: nothing, when there is only one. */
  key(actor: Actor): string
  /** Where the list goes on within this user's contributions; undefined when it begins with their first. */
  after(actor: Actor): readonly [timestamp: number, revisionId: number] | undefined
}

interface AuthorArgs {
  readonly user: readonly string[] | undefined
  readonly userids: readonly number[] | undefined
  readonly userprefix: string | undefined
  readonly continue: string | undefined
  readonly limit: number
}

export async function contributionAuthors(
  q: QueryRun,
  a: AuthorArgs,
  direction: Direction,
  contributions: () => Promise<readonly Condition[]>,
): Promise<Authors> {
  const source = q.requireOneOf(a, 'userprefix', 'userids', 'user')
  if (source === 'userprefix') return authorsByPrefix(q, a, direction, contributions)
  const given: readonly (string | number)[] = a[source]!
  if (given.length === 0) fail('apierror-paramempty', [q.param(source)], { code: `paramempty_${q.param(source)}` })
  for (const id of a.userids ?? []) if (id <= 0) fail('apierror-invaliduserid', [id])
  const select = q.db.selectFrom('actor').select(['id', 'name', 'account_id'])
  const actors = await (source === 'user'
    ? select.where('name', 'in', padded(a.user!)).execute()
    : select.where('account_id', 'in', padded(a.userids!)).execute())
  if (given.length === 1) {
    const after = actors.length === 0 ? undefined : q.cursor(a.continue, 'timestamp', 'int')
    return { actors, key: () => '', after: () => after }
  }
  return inActorOrder(q, a, direction, actors)
}

function inActorOrder(q: QueryRun, a: AuthorArgs, direction: Direction, found: readonly Actor[]): Authors {
  const cursor = q.cursor(a.continue, 'string', 'loose', 'timestamp', 'int')
  if (cursor && cursor[0] !== 'actor') fail('apierror-badcontinue')
  const sign = direction === 'asc' ? 1 : -1
  return {
    actors: found
      .filter(actor => !cursor || (actor.id - cursor[1]) * sign >= 0)
      .sort((one, other) => (one.id - other.id) * sign),
    key: actor => `actor|${actor.id}|`,
    after: actor => (actor.id === cursor?.[1] ? [cursor[2], cursor[3]] : undefined),
  }
}

/** A prefix can fit very many users, so only as many are read as can have something in this answer. */
async function authorsByPrefix(
  q: QueryRun,
  a: AuthorArgs,
  direction: Direction,
  contributions: () => Promise<readonly Condition[]>,
): Promise<Authors> {
  const cursor = q.cursor(a.continue, 'string', 'string', 'timestamp', 'int')
  if (cursor && cursor[0] !== 'name') fail('apierror-badcontinue')
  const past = afterPrefix(a.userprefix!)
  let query = q.db.selectFrom('actor').select(['id', 'name', 'account_id']).where('name', '>=', a.userprefix!)
  if (past !== null) query = query.where('name', '<', past)
  if (cursor) query = query.where('name', direction === 'asc' ? '>=' : '<=', cursor[1])
  const anybody = await query.limit(1).execute()
  const wanted = anybody.length === 0 ? [] : await contributions()
  const hasAny = sql<SqlBool>`exists (select 1 from revision inner join page on page.id = revision.page_id
    where ${sql.join([sql`revision.actor_id = actor.id`, ...wanted], sql` and `)})`
  return {
    actors: await query
      .where(hasAny)
      .orderBy('name', direction)
      .limit(a.limit + 1)
      .execute(),
    key: actor => `name|${actor.name}|`,
    after: actor => (actor.name === cursor?.[1] ? [cursor[2], cursor[3]] : undefined),
  }
}
