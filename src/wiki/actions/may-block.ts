import type { ActionRun } from '../api/action-run.ts'
import type { BlockTarget } from '../content/block-target.ts'
import { type CallerBlock, callerBlock } from '../content/caller-block.ts'
import type { CatalogueKey } from '../messages/catalogue.ts'
import { fail } from '../messages/message.ts'

interface Refusal {
  readonly key: CatalogueKey
  readonly block: CallerBlock
}

/**
 * A sitewide block also prevents blocking and unblocking. Two exceptions: the caller's own block, if they set it or
 * have the right for that; and the user who blocked them, so that one account cannot lock out all administrators.
 */
export async function refusalToBlock(run: ActionRun, target: BlockTarget | null): Promise<Refusal | null> {
  const block = await callerBlock(run.db, run.caller, run.now)
  if (!block?.sitewide) return null
  const own = run.caller.account?.id ?? 0
  const account = target?.kind === 'account' ? target.account.id : null
  if (account !== null && account === own) {
    if (block.byId === own || run.caller.can('unblockself')) return null
    return { key: 'ipbnounblockself', block }
  }
  return account !== null && account === block.byId ? null : { key: 'ipbblocked', block }
}

/** Account by id. */
export async function accountNumbered({ db, wiki }: ActionRun, id: number) {
  const account = await wiki.services.accounts.byId(db, id)
  return account ?? fail('apierror-nosuchuserid', [id])
}
