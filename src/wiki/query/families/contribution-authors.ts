import { type SqlBool, sql } from 'kysely'
import { afterPrefix } from '#store/keyset.ts'
import { statement } from '#store/statement.ts'
import { badContinue, type Key, type KeyValue, keyOf, looseNumber, text, word } from '../../api/query/keys.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Wanted } from '../../api/query/wanted.ts'
import type { Actor } from '../../content/actors.ts'
import { fail, plaintext } from '../../messages/message.ts'
import { ipHex } from '../../site/ip.ts'
import { addressOfHex, type IpRange, parseIpRange } from '../../site/ip-ranges.ts'
import type { Condition } from './revision-filters.ts'

/** The users whose contributions are listed, one after the other. */
interface Authors {
  /** The user's part of the continue value, before time and revision; empty if there is only one user. */
  readonly keys: readonly Key<{ readonly author: Actor }>[]
  /** Users who can appear in this response, in list order. */
  find(wanted: Wanted): Promise<readonly Actor[]>
  /** Continue position within this user's contributions; undefined to start at the first. */
  after(author: Actor, after: readonly KeyValue[] | undefined): readonly KeyValue[] | undefined
}

interface AuthorArgs {
  readonly user: readonly string[] | undefined
  readonly userids: readonly number[] | undefined
  readonly userprefix: string | undefined
  readonly iprange: string | undefined
}

const ACTORS = statement(db => db.selectFrom('actor').select(['id', 'name', 'account_id']))

/** Null if a single requested user never did anything: then the rest of the request is not even validated. */
export async function contributionAuthors(
  q: QueryRun,
  a: AuthorArgs,
  contributions: () => Promise<readonly Condition[]>,
): Promise<Authors | null> {
  const source = q.requireOneOf(a, 'userprefix', 'userids', 'iprange', 'user')
  if (source === 'iprange') return authorsInRange(q, searchedRange(a.iprange!), contributions)
  if (source === 'userprefix') return authorsByPrefix(a.userprefix!, contributions)
  const users: readonly (string | number)[] = a[source]!
  if (users.length === 0) fail('apierror-paramempty', [q.param(source)], { code: `paramempty_${q.param(source)}` })
  for (const id of a.userids ?? []) if (id <= 0) fail('apierror-invaliduserid', [id])
  const actors = await ACTORS.where('name', 'in', a.user).where('account_id', 'in', a.userids).all(q.db)
  if (users.length > 1) return inActorOrder(actors)
  return actors.length === 0 ? null : theOnly(actors)
}

const theOnly = (actors: readonly Actor[]): Authors => ({
  keys: [],
  find: async () => actors,
  after: (_author, after) => after,
})

const inActorOrder = (found: readonly Actor[]): Authors => ({
  keys: [word('actor'), ofAuthor(looseNumber('actor.id'))],
  find: async wanted =>
    wanted.sorted<Pick<Actor, 'id'>>(
      found,
      (one, other) => one.id - other.id,
      wanted.after && { id: wanted.after[1] as number },
    ) as Actor[],
  after: (author, after) => (author.id === after?.[1] ? after.slice(2) : undefined),
})

/** Part of the continue value, but not a column to sort edits by. */
const ofAuthor = (key: Key<Actor>): Key<{ readonly author: Actor }> => ({
  column: null,
  read: key.read,
  write: row => key.write(row.author),
})

/** A prefix can match very many users, so only those that can appear in this response are read. */
function authorsByPrefix(prefix: string, contributions: () => Promise<readonly Condition[]>): Authors {
  const named = ACTORS.where('name', '>=', prefix).where('name', '<', afterPrefix(prefix) ?? undefined)
  const key = text('actor.name')
  return {
    keys: [word('name'), ofAuthor(key)],
    async find(wanted) {
      const from = wanted.after?.slice(1, 2)
      if ((await wanted.rows(named, [key], 1, from)).length === 0) return []
      const rules = [sql`revision.actor_id = actor.id`, ...(await contributions())]
      const hasAny = sql<SqlBool>`exists (select 1 from revision inner join page on page.id = revision.page_id
        where ${sql.join(rules, sql` and `)})`
      return wanted.rows(named.where(hasAny), [key], wanted.take, from)
    },
    after: (author, after) => (author.name === after?.[1] ? after.slice(2) : undefined),
  }
}

const BROADEST = { 4: 16, 6: 32 } as const

function searchedRange(given: string): IpRange {
  const range = given.includes('/') ? parseIpRange(given) : null
  if (range === null) return fail('apierror-invalidiprange', [plaintext(given)])
  const broadest = BROADEST[range.version]
  if (range.prefix < broadest) fail('apierror-cidrtoobroad', [`IPv${range.version}`, String(broadest)])
  return range
}

const ADDRESSES = statement(db => db.selectFrom('ip_change').select('hex').distinct())
const address = keyOf<string>(String, part => (ipHex(part) === undefined ? badContinue() : part))

/** One IP address after the other, like the names with a prefix. */
function authorsInRange(q: QueryRun, range: IpRange, contributions: () => Promise<readonly Condition[]>): Authors {
  const inRange = ADDRESSES.where('hex', '>=', range.low).where('hex', '<=', range.high)
  return {
    keys: [word('name'), ofAuthor(address('actor.name'))],
    async find(wanted) {
      const rules = [sql`revision.id = ip_change.rev_id`, ...(await contributions())]
      const isListed = sql<SqlBool>`exists (select 1 from revision inner join page on page.id = revision.page_id
        where ${sql.join(rules, sql` and `)})`
      const from = wanted.after && [ipHex(String(wanted.after[1]))!]
      const rows = await wanted.rows(inRange.where(isListed), [text('ip_change.hex')], wanted.take, from)
      if (rows.length === 0) return []
      const names = rows.map(({ hex }) => addressOfHex(hex))
      const actors = await ACTORS.where('name', 'in', names).all(q.db)
      const byName = new Map(actors.map(actor => [actor.name, actor]))
      return names.flatMap(name => byName.get(name) ?? [])
    },
    after: (author, after) => (author.name === after?.[1] ? after.slice(2) : undefined),
  }
}
