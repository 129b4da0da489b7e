import { type Clock, seconds } from '#store/clock.ts'
import { padded } from '#store/keyset.ts'
import type { Reader, Writer } from '#store/store.ts'

export interface Muted {
  readonly thread: string
  readonly title: string
}

/** Keys "account thread" of the muted threads among those given. */
export async function mutedAmong(
  db: Reader,
  accounts: readonly number[],
  threads: readonly string[],
): Promise<Set<string>> {
  const named = [...new Set(threads.filter(thread => thread !== ''))]
  const muted = new Set<string>()
  const AT_ONCE = 500
  for (let i = 0; i < named.length; i += AT_ONCE) {
    const rows = await db
      .selectFrom('inbox_mute')
      .select(['account_id', 'thread'])
      .where('account_id', 'in', padded(accounts))
      .where('thread', 'in', padded(named.slice(i, i + AT_ONCE)))
      .execute()
    for (const { account_id, thread } of rows) muted.add(`${account_id} ${thread}`)
  }
  return muted
}

/** Mutes a thread: no further entries, except those addressed to the account in person. */
export async function mute(tx: Writer, clock: Clock, account: number, thread: string, title: string): Promise<void> {
  await tx
    .insertInto('inbox_mute')
    .values({ account_id: account, thread, title, muted_at: seconds(clock) })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function unmute(tx: Writer, account: number, thread: string): Promise<void> {
  await tx.deleteFrom('inbox_mute').where('account_id', '=', account).where('thread', '=', thread).execute()
}

const MOST_LISTED = 200

/** The muted threads of an account, the latest first. */
export async function mutedThreads(db: Reader, account: number): Promise<Muted[]> {
  return db
    .selectFrom('inbox_mute')
    .select(['thread', 'title'])
    .where('account_id', '=', account)
    .orderBy('muted_at', 'desc')
    .orderBy('thread')
    .limit(MOST_LISTED)
    .execute()
}
