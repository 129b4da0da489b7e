import type { ActionRun } from '../api/action-run.ts'
import { callerBlock } from '../content/caller-block.ts'
import { type ApiMessage, apiMessage } from '../messages/message.ts'
import { throwAll } from './may-change.ts'

/** Throws if the caller may not apply tags to their own changes. */
export async function checkTags(run: ActionRun, tags: readonly string[]): Promise<void> {
  throwAll(await tagFaults(run, tags))
}

/** Reasons why the caller may not apply tags. Which tags exist is checked when the request is parsed. */
export async function tagFaults(run: ActionRun, tags: readonly string[]): Promise<ApiMessage[]> {
  if (tags.length === 0) return []
  const { caller, db, now } = run
  if (!caller.can('applychangetags')) return [apiMessage('tags-apply-no-permission')]
  const block = await callerBlock(db, caller, now)
  return block?.sitewide ? [apiMessage('tags-apply-blocked', [caller.name])] : []
}
