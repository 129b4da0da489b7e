import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import { deliver } from '#events/inbox/deliver.ts'
import type { Reader, Writer } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { storeLogEntry } from './log-entry.ts'

/** What someone is thanked for: `rev-12` or `log-3`, as the Thanks extension stores it. */
export type ThankedFor = `${'rev' | 'log'}-${number}`

/** Field of `log_search` that finds thanks by what they are for. */
const FIELD = 'thankid'

interface Thanks {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly recipient: { readonly id: number; readonly name: string }
  readonly subject: ThankedFor
  /** The page of the edit. */
  readonly page: { readonly id: number | null; readonly ns: number; readonly title: string }
  /** The edit; null for a logged action. */
  readonly revision: number | null
}

/** Whether the caller has thanked for this before. */
export async function hasThanked(db: Reader, caller: Caller, subject: ThankedFor): Promise<boolean> {
  const earlier = await db
    .selectFrom('log_search')
    .innerJoin('log', 'log.id', 'log_search.log_id')
    .innerJoin('actor', 'actor.id', 'log.actor_id')
    .where('log_search.field', '=', FIELD)
    .where('log_search.value', '=', subject)
    .where('actor.account_id', '=', caller.account?.id ?? 0)
    .select('log.id')
    .executeTakeFirst()
  return earlier !== undefined
}

/** Logs thanks and puts them into the inbox of the recipient. The log names both people, but not the edit. */
export async function thankAuthor(
  tx: Writer,
  wiki: Wiki,
  { caller, now, recipient, subject, page, revision }: Thanks,
): Promise<void> {
  const target = { ns: NS.user, title: recipient.name.replaceAll(' ', '_') }
  const logId = await storeLogEntry(tx, {
    type: 'thanks',
    action: 'thank',
    caller,
    now,
    target,
    pageId: 0,
    reason: '',
    found: [{ field: FIELD, values: [subject] }],
    amongChanges: false,
  })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'thank',
    accountId: caller.account?.id ?? null,
    subject: `${page.ns}:${page.title}`,
    data: { log: logId, recipient: recipient.id, for: subject },
  })
  const thanks = { account: recipient.id, kind: 'thanks', area: 'wiki', event: `thanks/${logId}` } as const
  const about = { page: page.id, revision, log: logId }
  await deliver(tx, wiki.clock, [{ ...thanks, actor: caller.account?.id ?? null, ...about }])
}
