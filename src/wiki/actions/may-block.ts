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
 * Who is blocked from the whole site blocks and unblocks nobody, with two exceptions: their own block, if they made it or have
 * a right of its own; and the one who blocked them, so that nobody can block all administrators at once.
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

/** The account with this number. */
export async function accountNumbered({ db, wiki }: ActionRun, id: number) {
  const account = await wiki.services.accounts.byId(db, id)
  return account ?? fail('apierror-nosuchuserid', [id])
}
