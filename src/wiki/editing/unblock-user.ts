import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import type { Writer } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { hideName } from './hide-name.ts'
import { storeLogEntry } from './log-entry.ts'
import { blockNumbered, childrenOf, oneAtATime, removeBlocks, type StoredBlock } from './stored-block.ts'
import { userPage } from './user-page.ts'

interface Unblocking {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly block: StoredBlock
  readonly reason: string
  readonly tags: readonly string[]
}

/** Removes a block and its autoblocks. False when it was removed concurrently. */
export async function unblockUser(tx: Writer, wiki: Wiki, order: Unblocking): Promise<boolean> {
  const { caller, now, block, reason, tags } = order
  await oneAtATime(tx)
  if ((await blockNumbered(tx, block.id, now)) === null) return false
  await removeBlocks(tx, [block.id, ...(await childrenOf(tx, block.id))])
  if (block.hide_name === 1 && block.account_id !== null)
    await hideName(tx, { id: block.account_id, name: block.address }, false)
  // The address of an autoblock is private.
  const page = await userPage(tx, block.auto === 1 ? `#${block.id}` : block.address)
  const logId = await storeLogEntry(tx, {
    type: 'block',
    action: 'unblock',
    caller,
    now,
    ...page,
    reason,
    tags,
    found: [{ field: 'ipb_id', values: [String(block.id)] }],
  })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'unblock',
    accountId: caller.account?.id ?? null,
    subject: `${NS.user}:${page.target.title}`,
    data: { block: block.id, log: logId },
  })
  return true
}
