import type { ActionRun } from '../api/action-run.ts'
import { type CallerBlock, callerBlock } from '../content/caller-block.ts'
import type { PageName } from '../content/pages.ts'
import { appliesToPage, blockRule } from '../content/permission-blocks.ts'
import type { Denial, PermissionPage } from '../content/permission-facts.ts'
import { Permissions } from '../content/permissions.ts'
import { spreadBlock } from '../editing/autoblock.ts'
import { readPageState } from '../editing/page-state.ts'
import { ApiError, type ApiMessage, apiMessage } from '../messages/message.ts'
import { blockFacts, timeWriter } from '../query/families/people.ts'
import { NS } from '../site/namespaces.ts'

/** Throws every reason why the caller may not perform the action on the page. */
export async function mustBeAllowed(run: ActionRun, action: string, page: PermissionPage): Promise<void> {
  throwAll(await denialsFor(run, [[action, page]]))
}

/** The same for edits and moves, which also trigger the autoblock of a blocked user. */
export async function mustBeAllowedToEdit(run: ActionRun, action: string, page: PermissionPage): Promise<void> {
  throwAll(await denialsToEdit(run, [[action, page]]))
}

export async function denialsToEdit(run: ActionRun, wishes: readonly Attempt[]): Promise<ApiMessage[]> {
  const { caller, now } = run
  const denials = await denialsFor(run, wishes)
  const block =
    caller.account && denials.some(({ data }) => data?.blockinfo) && (await callerBlock(run.db, caller, now))
  if (block) for (const { id } of block.parts ?? [block]) await spreadBlock(run.wiki, id, caller.ip, now)
  return denials
}

/** An action to be performed on a page. */
type Attempt = readonly [action: string, page: PermissionPage]

/** All distinct reasons, in order, why the caller may not perform these actions. */
export async function denialsFor(run: ActionRun, attempts: readonly Attempt[]): Promise<ApiMessage[]> {
  const unique = new Map<string, Denial>()
  for (const [action, page] of attempts)
    for (const denial of (await Permissions.load(run, [page])).denials(action, page)) {
      const same = JSON.stringify([denial.key, denial.params])
      if (!unique.has(same)) unique.set(same, denial)
    }
  return Promise.all([...unique.values()].map(denial => denialError(run, denial)))
}

/** Throws unless the caller may upload a new version of a file. */
export async function mustReplaceFile(run: ActionRun, name: string): Promise<void> {
  const page = await readPageState(run.wiki, { ns: NS.file, title: name })
  throwAll(
    await denialsFor(run, [
      ['edit', page],
      ['upload', page],
    ]),
  )
}

/** Throws if there are any messages. */
export function throwAll(messages: readonly ApiMessage[]): void {
  if (messages.length > 0) throw new ApiError(messages)
}

/** For actions without a target page: only a sitewide block prevents them. */
export async function mustNotBeBlocked(run: ActionRun): Promise<void> {
  const block = await callerBlock(run.db, run.caller, run.now)
  if (!block?.sitewide) return
  const denial = { ...apiMessage(block.auto ? 'apierror-autoblocked' : 'apierror-blocked'), block }
  throw new ApiError([await denialError(run, denial)])
}

/** For actions on a page that need no other page-related right. */
export async function mustNotBeBlockedFrom(run: ActionRun, page: PermissionPage): Promise<void> {
  const block = await callerBlock(run.db, run.caller, run.now)
  throwAll(await Promise.all(blockRule(block, run.caller, '', page).map(denial => denialError(run, denial))))
}

/** Whether a block prevents the caller from editing a page. */
export async function blocksFrom(run: ActionRun, block: CallerBlock, page: PageName): Promise<boolean> {
  return appliesToPage(block, run.caller, await readPageState(run.wiki, page))
}

/** The error for a block, regardless of its scope. */
export const blockError = (run: ActionRun, block: CallerBlock): Promise<ApiMessage> =>
  denialError(run, { ...apiMessage('apierror-blocked'), block })

async function denialError(run: ActionRun, { block, ...message }: Denial): Promise<ApiMessage> {
  if (!block) return message
  const write = await timeWriter({ wiki: run.wiki, run })
  return { ...message, data: { blockinfo: blockFacts(block, write) } }
}
