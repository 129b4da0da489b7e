import type { Caller } from '#accounts/caller.ts'
import { apiMessage } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import type { CallerBlock } from './caller-block.ts'
import type { Denial, PermissionPage } from './permission-facts.ts'
import type { ProtectedPage } from './protection.ts'

/**
 * Denies an action on a page because of a block. Blocks never prevent
 * reading; permission to unblock is checked elsewhere.
 */
export function blockRule(block: CallerBlock | null, caller: Caller, action: string, page: PermissionPage): Denial[] {
  if (!block || action === 'unblock') return []
  const forbids = (part: CallerBlock) => appliesToAction(part, action) ?? appliesToPage(part, caller, page)
  if (!(block.parts ?? [block]).some(forbids)) return []
  const key = block.auto ? 'apierror-autoblocked' : block.sitewide ? 'apierror-blocked' : 'apierror-blocked-partial'
  return [{ ...apiMessage(key), block }]
}

/** Whether a block forbids an action regardless of the page; null when it depends on the page. */
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

/** Whether a block covers a page, if neither the block nor the action decides. */
export function appliesToPage(block: CallerBlock, caller: Caller, { ns, title, page }: ProtectedPage): boolean {
  if (block.parts) return block.parts.some(part => appliesToPage(part, caller, { ns, title, page }))
  const { restrictions } = block
  const isNamed = page !== null && (restrictions?.pages.some(({ id }) => id === page.id) ?? false)
  if (isNamed) return true
  if (restrictions && !restrictions.namespaces.includes(ns)) return false
  const isOwnTalk = ns === NS.userTalk && title === caller.name.replaceAll(' ', '_')
  return !(isOwnTalk && block.allowsOwnTalk)
}
