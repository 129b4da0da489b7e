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

/** Stops the request unless the caller may do this to the page; every reason is told. */
export async function mustBeAllowed(run: ActionRun, action: string, page: PermissionPage): Promise<void> {
  throwAll(await denialsFor(run, [[action, page]]))
}

/** The same for edits and moves: who tries those in spite of a block takes the address they come from with them. */
export async function mustBeAllowedToEdit(run: ActionRun, action: string, page: PermissionPage): Promise<void> {
  throwAll(await denialsToEdit(run, [[action, page]]))
}

export async function denialsToEdit(run: ActionRun, wishes: readonly Wish[]): Promise<ApiMessage[]> {
  const { caller, now } = run
  const denials = await denialsFor(run, wishes)
  const block =
    caller.account && denials.some(({ data }) => data?.blockinfo) && (await callerBlock(run.db, caller, now))
  if (block) for (const { id } of block.parts ?? [block]) await spreadBlock(run.wiki, id, caller.ip, now)
  return denials
}

/** Something to be done to a page. */
type Wish = readonly [action: string, page: PermissionPage]

/** Every reason why the caller may not do all of these, in order and each but once. */
export async function denialsFor(run: ActionRun, wishes: readonly Wish[]): Promise<ApiMessage[]> {
  const found = new Map<string, Denial>()
  for (const [action, page] of wishes)
    for (const denial of (await Permissions.load(run, [page])).denials(action, page)) {
      const same = JSON.stringify([denial.key, denial.params])
      if (!found.has(same)) found.set(same, denial)
    }
  return Promise.all([...found.values()].map(denial => toldDenial(run, denial)))
}

/** Stops the request unless the caller may put another version in the place of a file. */
export async function mustReplaceFile(run: ActionRun, name: string): Promise<void> {
  const page = await readPageState(run.wiki, { ns: NS.file, title: name })
  throwAll(
    await denialsFor(run, [
      ['edit', page],
      ['upload', page],
    ]),
  )
}

/** Stops the request if there is any reason to. */
export function throwAll(messages: readonly ApiMessage[]): void {
  if (messages.length > 0) throw new ApiError(messages)
}

/** For what is done to no page in particular: only a block of the whole site stands against it. */
export async function mustNotBeBlocked(run: ActionRun): Promise<void> {
  const block = await callerBlock(run.db, run.caller, run.now)
  if (!block?.sitewide) return
  const denial = { ...apiMessage(block.auto ? 'apierror-autoblocked' : 'apierror-blocked'), block }
  throw new ApiError([await toldDenial(run, denial)])
}

/** For what is done to a page without any other right that depends on the page. */
export async function mustNotBeBlockedFrom(run: ActionRun, page: PermissionPage): Promise<void> {
  const block = await callerBlock(run.db, run.caller, run.now)
  throwAll(await Promise.all(blockRule(block, run.caller, '', page).map(denial => toldDenial(run, denial))))
}

/** Whether a block keeps the caller from changing a page. */
export async function blocksFrom(run: ActionRun, block: CallerBlock, page: PageName): Promise<boolean> {
  return appliesToPage(block, run.caller, await readPageState(run.wiki, page))
}

/** A block as the error that it is, whatever it covers. */
export const toldBlock = (run: ActionRun, block: CallerBlock): Promise<ApiMessage> =>
  toldDenial(run, { ...apiMessage('apierror-blocked'), block })

async function toldDenial(run: ActionRun, { block, ...message }: Denial): Promise<ApiMessage> {
  if (!block) return message
  const write = await timeWriter({ wiki: run.wiki, run })
  return { ...message, data: { blockinfo: blockFacts(block, write) } }
}
