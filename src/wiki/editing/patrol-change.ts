import type { Selectable } from 'kysely'
import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import type { Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { Wiki } from '../wiki.ts'
import { storeLogEntry } from './log-entry.ts'

interface Patrol {
  readonly caller: Caller
  readonly now: number
  readonly change: Selectable<Database['recent_change']>
  readonly tags: readonly string[]
  /** Whether the change is patrolled as a side effect of another action. */
  readonly auto: boolean
}

/** Marks a change as patrolled and logs it. A change that is already patrolled stays as it is. */
export async function patrolChange(tx: Writer, wiki: Wiki, { caller, now, change, tags, auto }: Patrol): Promise<void> {
  const updated = await tx
    .updateTable('recent_change')
    .set({ patrolled: 1 })
    .where('id', '=', change.id)
    .where('patrolled', '=', 0)
    .executeTakeFirst()
  if (Number(updated.numUpdatedRows) === 0) return
  const logId = await storeLogEntry(tx, {
    type: 'patrol',
    action: auto ? 'autopatrol' : 'patrol',
    caller,
    now,
    target: change,
    pageId: change.page_id,
    reason: '',
    tags,
    amongChanges: false,
    params: { '4::curid': change.this_rev, '5::previd': change.last_rev, '6::auto': auto ? 1 : 0 },
  })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'patrol',
    accountId: caller.account?.id ?? null,
    subject: `${change.ns}:${change.title}`,
    data: { change: change.id, log: logId },
  })
}
