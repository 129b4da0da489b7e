import { oncePerRequest } from '#store/request-reads.ts'
import { statement } from '#store/statement.ts'
import type { Reader, Writer } from '#store/store.ts'

/** The account's explicitly set options, without defaults. */
export const optionsOf = (db: Reader, accountId: number): Promise<ReadonlyMap<string, string | null>> =>
  db.isTransaction
    ? readOptions(db, accountId)
    : oncePerRequest(`options ${accountId}`, () => readOptions(db, accountId))

const OPTIONS = statement(db => db.selectFrom('account_option').select(['name', 'value']).orderBy('name'))

async function readOptions(db: Reader, accountId: number): Promise<ReadonlyMap<string, string | null>> {
  const rows = await OPTIONS.where('account_id', '=', accountId).all(db)
  return new Map(rows.map(row => [row.name, row.value]))
}

/** One option for several accounts, for example the gender of each user on a page of results. */
export async function optionOfAll(
  db: Reader,
  accountIds: readonly number[],
  name: string,
): Promise<Map<number, string | null>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('account_option')
    .select(['account_id', 'value'])
    .where('name', '=', name)
    .where('account_id', 'in', accountIds)
    .execute()
  return new Map(rows.map(row => [row.account_id, row.value]))
}

/** Sets options; `null` resets one to its default. */
export async function setOptions(
  tx: Writer,
  accountId: number,
  options: Iterable<readonly [string, string | null]>,
): Promise<void> {
  for (const [name, value] of options) {
    if (value === null) {
      await tx.deleteFrom('account_option').where('account_id', '=', accountId).where('name', '=', name).execute()
      continue
    }
    await tx
      .insertInto('account_option')
      .values({ account_id: accountId, name, value })
      .onConflict(conflict => conflict.columns(['account_id', 'name']).doUpdateSet({ value }))
      .execute()
  }
}

export async function resetOptions(tx: Writer, accountId: number): Promise<void> {
  await tx.deleteFrom('account_option').where('account_id', '=', accountId).execute()
}
