import type { Reader } from '#store/store.ts'

/** Whether an account is blocked on the whole wiki. Partial blocks concern single pages. */
export async function isBlocked(db: Reader, accountId: number, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('block')
    .select('id')
    .where('account_id', '=', accountId)
    .where('auto', '=', 0)
    .where('sitewide', '=', 1)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
