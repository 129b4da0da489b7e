import type { ActionRun } from '../api/action-run.ts'
import { callerBlock } from '../content/caller-block.ts'
import { type ApiMessage, apiMessage } from '../messages/message.ts'
import { throwAll } from './may-change.ts'

/** Stops the request if the caller may not put tags on what they do. */
export async function checkTags(run: ActionRun, tags: readonly string[]): Promise<void> {
  throwAll(await tagFaults(run, tags))
}

/** Why the caller may put no tags on what they do. Which tags there are for that is settled when the request is read. */
export async function tagFaults(run: ActionRun, tags: readonly string[]): Promise<ApiMessage[]> {
  if (tags.length === 0) return []
  const { caller, db, now } = run
  if (!caller.can('applychangetags')) return [apiMessage('tags-apply-no-permission')]
  const block = await callerBlock(db, caller, now)
  return block?.sitewide ? [apiMessage('tags-apply-blocked', [caller.name])] : []
}
