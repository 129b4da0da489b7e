import type { Caller } from '#accounts/caller.ts'
import type { CatalogueKey } from '../messages/catalogue.ts'
import { apiMessage } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import type { Denial, PermissionPage } from './permission-facts.ts'

const KINDS = { css: 'css', javascript: 'js', json: 'json' } as const
type Kind = (typeof KINDS)[keyof typeof KINDS]

/** Messages output as raw HTML: editing them amounts to running scripts. */
const RAW_HTML_MESSAGES: ReadonlySet<string> = new Set(['copyright', 'history_copyright'])

/** Viewing deleted content and patrolling cannot do harm. */
const HARMLESS_FOR_SITE: ReadonlySet<string> = new Set(['patrol', 'deletedhistory', 'deletedtext', 'viewsuppressed'])
/** Administrators can remove abuse from user scripts without the right to edit them. */
const HARMLESS_FOR_USERS: ReadonlySet<string> = new Set([
  ...HARMLESS_FOR_SITE,
  'delete',
  'deleterevision',
  'suppressrevision',
])

/** Scripts and styles run in other people's browsers, so changing them requires additional rights. */
export function scriptRules(caller: Caller, action: string, page: PermissionPage): Denial[] {
  const kind = KINDS[page.model as keyof typeof KINDS] as Kind | undefined
  const key = page.ns === NS.mediawiki ? siteRule(caller, action, page, kind) : userRule(caller, action, page, kind)
  return key === null ? [] : [apiMessage(key, [action])]
}

function siteRule(
  caller: Caller,
  action: string,
  { title }: PermissionPage,
  kind: Kind | undefined,
): CatalogueKey | null {
  if (HARMLESS_FOR_SITE.has(action)) return null
  if (kind && !caller.can(`editsite${kind}`)) return `site${kind}protected`
  const message = (title.split('/')[0] ?? '').replace(/^./u, letter => letter.toLowerCase())
  const mayEditHtml = caller.can('editsitecss') && caller.can('editsitejs')
  return RAW_HTML_MESSAGES.has(message) && !mayEditHtml ? 'siterawhtmlprotected' : null
}

function userRule(
  caller: Caller,
  action: string,
  { ns, title }: PermissionPage,
  kind: Kind | undefined,
): CatalogueKey | null {
  if (!kind || ns !== NS.user || !title.includes('/') || HARMLESS_FOR_USERS.has(action)) return null
  if (caller.can(`edituser${kind}`)) return null
  if (!title.startsWith(`${caller.name.replaceAll(' ', '_')}/`)) return `custom${kind}protected`
  return caller.can(`editmyuser${kind}`) ? null : `mycustom${kind}protected`
}
