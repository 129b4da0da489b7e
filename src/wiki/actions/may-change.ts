import type { ActionRun } from '../api/action-run.ts'
import { callerBlock } from '../content/caller-block.ts'
import type { Denial, PermissionPage } from '../content/permission-facts.ts'
import { Permissions } from '../content/permissions.ts'
import { ApiError, type ApiMessage, apiMessage } from '../messages/message.ts'
import { blockFacts, timeWriter } from '../query/families/people.ts'

/** Stops the request unless the caller may do this to the page; every reason is told. */
export async function mustBeAllowed(run: ActionRun, action: string, page: PermissionPage): Promise<void> {
  const denials = (await Permissions.load(run, [page])).denials(action, page)
  if (denials.length > 0) throw new ApiError(await Promise.all(denials.map(denial => toldDenial(run, denial))))
}

/** For what is done to no page in particular: only a block of the whole site stands against it. */
export async function mustNotBeBlocked(run: ActionRun): Promise<void> {
  const block = await callerBlock(run.db, run.caller, run.now)
  if (!block?.sitewide) return
  const denial = { ...apiMessage(block.auto ? 'apierror-autoblocked' : 'apierror-blocked'), block }
  throw new ApiError([await toldDenial(run, denial)])
}

async function toldDenial(run: ActionRun, { block, ...message }: Denial): Promise<ApiMessage> {
  if (!block) return message
  const write = await timeWriter({ wiki: run.wiki, run })
  return { ...message, data: { blockinfo: blockFacts(block, write) } }
}
