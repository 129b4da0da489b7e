import type { Caller } from '#accounts/caller.ts'
import { apiMessage } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import type { CallerBlock } from './caller-block.ts'
import type { Denial, PermissionPage } from './permission-facts.ts'
import type { ProtectedPage } from './protection.ts'

/** Does a block stand against an action on a page? Reading it never prevents, and who may unblock is asked elsewhere. */
export function blockRule(block: CallerBlock | null, caller: Caller, action: string, page: PermissionPage): Denial[] {
  if (!block || action === 'unblock') return []
  const forbids = (part: CallerBlock) => appliesToAction(part, action) ?? appliesToPage(part, caller, page)
  if (!(block.parts ?? [block]).some(forbids)) return []
  const key = block.auto ? 'apierror-autoblocked' : block.sitewide ? 'apierror-blocked' : 'apierror-blocked-partial'
  return [{ ...apiMessage(key), block }]
}

/** Some actions a block allows or forbids whatever the page; for the others (null) the page decides. */
function appliesToAction(block: CallerBlock, action: string): boolean | null {
  switch (action) {
    case 'createaccount':
      return block.noCreate
    case 'sendemail':
      return block.noEmail
    case 'upload':
      return block.sitewide || block.restrictions!.actions.includes('upload')
    default:
      return block.restrictions?.actions.includes(action) ? true : null
  }
}

/** Whether a block holds for a page, for what neither it nor the action says otherwise. */
export function appliesToPage(block: CallerBlock, caller: Caller, { ns, title, page }: ProtectedPage): boolean {
  if (block.parts) return block.parts.some(part => appliesToPage(part, caller, { ns, title, page }))
  const { restrictions } = block
  const isNamed = page !== null && (restrictions?.pages.some(({ id }) => id === page.id) ?? false)
  if (isNamed) return true
  if (restrictions && !restrictions.namespaces.includes(ns)) return false
  const isOwnTalk = ns === NS.userTalk && title === caller.name.replaceAll(' ', '_')
  return !(isOwnTalk && block.allowsOwnTalk)
}
