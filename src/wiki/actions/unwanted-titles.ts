import type { ActionRun } from '../api/action-run.ts'
import { messageOf, type TitleLine, TitleLists } from '../content/blocked-lists/title-lists.ts'
import type { PageName } from '../content/pages.ts'
import type { ApiMessage } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'

const FORBIDDEN = 'titleblacklist-forbidden'

/** Title blacklist errors for a move. */
export async function unwantedMove(run: ActionRun, from: PageName, to: PageName): Promise<ApiMessage[]> {
  const lists = await TitleLists.load(run.wiki)
  const [before, after] = [run.titleText(from.ns, from.title), run.titleText(to.ns, to.title)]
  const line = lists.against(after, 'move', run.caller) ?? lists.against(before, 'edit', run.caller)
  if (line === null) return []
  const key = messageOf(line, 'move')
  return [{ code: key, key, params: [line.raw, before, after] }]
}

/** The error for a blacklisted title in the form used for moves and uploads. */
export function asPlainError(message: ApiMessage): ApiMessage {
  const { code, key, params } = message
  return code === FORBIDDEN ? { code: key, key, params } : message
}

/** Title blacklist error for an account name. There is no override here. */
export async function unwantedAccount(run: ActionRun, name: string): Promise<ApiMessage | null> {
  const lists = await TitleLists.load(run.wiki)
  const line = lists.against(run.titleText(NS.user, name.replaceAll(' ', '_')), 'new-account', run.caller, false)
  return line && accountFault(line, name)
}

function accountFault(line: TitleLine, name: string): ApiMessage {
  const key = messageOf(line, 'new-account')
  const params = [line.raw, name]
  const info = 'TitleBlacklist prevents this username from being created'
  return { code: FORBIDDEN, key, params, data: { message: { key, params }, line: line.raw, info } }
}
