import type { Caller } from '#accounts/caller.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'

const FLAGS = statement(db => db.selectFrom('new_talk').select('account_id'))

/** Whether the caller has new messages on their talk page. */
export async function hasNewTalk(db: Reader, { account, name }: Pick<Caller, 'account' | 'name'>): Promise<boolean> {
  const flags = FLAGS.where('account_id', '=', account?.id ?? 0).where('ip', '=', account ? '' : name)
  return (await flags.all(db)).length > 0
}
