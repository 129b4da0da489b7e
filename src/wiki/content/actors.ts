import type { Reader } from '#store/store.ts'
import { template } from '#store/template.ts'

/** Who did something: an account, or an address or a name of another wiki without one. */
export interface Actor {
  readonly id: number
  readonly name: string
  readonly account_id: number | null
}

const byId = template((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('actor').where('id', 'in', ids).select(['id', 'name', 'account_id']),
)

/** Actors by their id. */
export async function actorsById(db: Reader, ids: Iterable<number>): Promise<Map<number, Actor>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  return new Map((await byId(db, { ids: wanted })).map(row => [row.id, row]))
}

/**
 * The actor a user parameter stands for: a name, an address, `prefix>name`, or `#12` for the account with that id.
 * Null when nobody of that name ever did anything here.
 */
export async function actorOf(db: Reader, reference: string): Promise<Actor | null> {
  const id = /^#(\d{1,15})$/.exec(reference)
  const query = db.selectFrom('actor').select(['id', 'name', 'account_id'])
  const found = id ? query.where('account_id', '=', Number(id[1])) : query.where('name', '=', reference)
  return (await found.executeTakeFirst()) ?? null
}
