import type { Caller } from '#accounts/caller.ts'
import type { CatalogueKey } from '../messages/catalogue.ts'
import { apiMessage } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import type { Denial, PermissionPage } from './permission-facts.ts'

const KINDS = { css: 'css', javascript: 'js', json: 'json' } as const
type Kind = (typeof KINDS)[keyof typeof KINDS]

/** Interface texts that go to the browser as they are, so that whoever edits them could run scripts. */
const RAW_HTML_MESSAGES: ReadonlySet<string> = new Set(['copyright', 'history_copyright'])

/** Looking at what was deleted, or marking it as seen, changes nothing that could do harm. */
const HARMLESS_FOR_SITE: ReadonlySet<string> = new Set(['patrol', 'deletedhistory', 'deletedtext', 'viewsuppressed'])
/** An administrator must be able to remove abuse from a user's scripts without the right to write them. */
const HARMLESS_FOR_USERS: ReadonlySet<string> = new Set([
  ...HARMLESS_FOR_SITE,
  'delete',
  'deleterevision',
  'suppressrevision',
])

/** Scripts and styles of the site and of users run in other people's browsers: they take rights of their own. */
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
