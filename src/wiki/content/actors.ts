import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'

/** The author of an action: an account, an IP address, or a user of another wiki. */
export interface Actor {
  readonly id: number
  readonly name: string
  readonly account_id: number | null
}

const ACTORS = statement(db => db.selectFrom('actor').select(['id', 'name', 'account_id']))

/** Actors by ID. */
export async function actorsById(db: Reader, ids: Iterable<number>): Promise<Map<number, Actor>> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return new Map()
  return new Map((await ACTORS.where('id', 'in', uniqueIds).all(db)).map(row => [row.id, row]))
}

/**
 * The actor for a user parameter: a name, an address, `prefix>name`, or `#12` for an account ID. Null when the name has
 * never done anything here.
 */
export async function actorOf(db: Reader, reference: string): Promise<Actor | null> {
  const id = /^#(\d{1,15})$/.exec(reference)
  const found = id ? ACTORS.where('account_id', '=', Number(id[1])) : ACTORS.where('name', '=', reference)
  return (await found.all(db))[0] ?? null
}
