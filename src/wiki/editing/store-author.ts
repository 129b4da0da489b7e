import type { Writer } from '#store/store.ts'

/** An account, an IP address, or a user of another wiki. */
export interface Author {
  readonly account: { readonly id: number } | null
  readonly name: string
}

/** Returns the actor ID, creating an actor on the first action. */
export async function storeAuthor(tx: Writer, { account, name }: Author): Promise<number> {
  const find = () => {
    const actors = tx.selectFrom('actor').select('id')
    return (account ? actors.where('account_id', '=', account.id) : actors.where('name', '=', name)).executeTakeFirst()
  }
  const existing = await find()
  if (existing) return existing.id
  const added = await tx
    .insertInto('actor')
    .values({ account_id: account?.id ?? null, name })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return added.id
  const other = await find()
  if (other) return other.id
  // The name had an actor before it had an account.
  const namesake = tx.updateTable('actor').set({ account_id: account!.id }).where('name', '=', name)
  return (await namesake.returning('id').executeTakeFirstOrThrow()).id
}
