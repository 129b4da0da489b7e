import type { Caller } from '#accounts/caller.ts'
import { markAllRead } from '#events/inbox/entries.ts'
import type { Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'
import { isIpv4, isIpv6 } from '../site/ip.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'

/**
 * Flags new messages for the owner of a talk page edited by someone else. `seen` is
 * the time of the previous revision, or null for a new page.
 */
export async function noteNewTalk(
  tx: Writer,
  author: string,
  { ns, title }: PageName,
  seen: number | null,
): Promise<void> {
  const name = title.replaceAll('_', ' ')
  if (ns !== NS.userTalk || title.includes('/') || name === author) return
  const owner = await tx.selectFrom('account').where('name', '=', name).select('id').executeTakeFirst()
  if (!owner && !isIpv4(name) && !isIpv6(name)) return
  const person = owner ? { account_id: owner.id, ip: '' } : { account_id: 0, ip: name }
  const flagged = tx.selectFrom('new_talk').where('account_id', '=', person.account_id).where('ip', '=', person.ip)
  if (await flagged.select('ip').limit(1).executeTakeFirst()) return
  await tx
    .insertInto('new_talk')
    .values({ ...person, last_at: seen })
    .execute()
}

/** The caller has seen their talk page, and with it the notifications about it. */
export async function clearNewTalk({ store, clock }: Wiki, { account, name }: Caller): Promise<void> {
  const person = account ? { account_id: account.id, ip: '' } : { account_id: 0, ip: name }
  await store.transaction(async tx => {
    await tx.deleteFrom('new_talk').where('account_id', '=', person.account_id).where('ip', '=', person.ip).execute()
    if (account) await markAllRead(tx, clock, account.id, Number.MAX_SAFE_INTEGER, { kinds: ['talk'] })
  })
}
