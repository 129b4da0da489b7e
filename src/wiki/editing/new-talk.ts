import type { Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'
import { isIpv4, isIpv6 } from '../site/ip.ts'
import { NS } from '../site/namespaces.ts'

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
