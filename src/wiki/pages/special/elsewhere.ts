import type { TextKey } from '#html/texts/index.ts'
import { errorPage } from '../error-page.ts'
import type { Outcome } from '../page.ts'
import type { Visit } from '../visit.ts'

/** URL of the equivalent of a MediaWiki special page; null if a required target is missing. */
type Way = (visit: Visit, sub: string) => string | null

const fixed =
  (address: string): Way =>
  () =>
    address
const returnAddress = (visit: Visit): string => {
  const target = visit.search.get('returnto')
  return target ? visit.address(target) : '/index.php'
}
const login: Way = visit => `/accounts/login/?next=${encodeURIComponent(returnAddress(visit))}`
/** `Special:PageHistory/Title` is `action=history` of the title. */
const view =
  (query: Readonly<Record<string, string>>): Way =>
  (visit, sub) =>
    sub === '' ? null : visit.address(sub, query)
/** Pages about the current user, who must be logged in. */
const own =
  (way: (visit: Visit, name: string) => string): Way =>
  visit =>
    visit.caller.account === null ? login(visit, '') : way(visit, visit.caller.name)
const special =
  (name: string, sub?: string): Way =>
  visit =>
    visit.special(name, sub)

const WAYS: Readonly<Record<string, Way>> = {
  Userlogin: login,
  Userlogout: fixed('/account/'),
  CreateAccount: fixed('/accounts/register/'),
  Preferences: fixed('/account/'),
  ChangeEmail: fixed('/account/'),
  ChangePassword: fixed('/account/security/'),
  ChangeCredentials: fixed('/account/security/'),
  RemoveCredentials: fixed('/account/security/'),
  LinkAccounts: fixed('/account/security/'),
  UnlinkAccounts: fixed('/account/security/'),
  BotPasswords: fixed('/account/keys/'),
  PasswordReset: fixed('/accounts/reset-password/'),
  ApiHelp: (_, sub) =>
    `/api.php?action=help${sub === '' ? '' : `&modules=${encodeURIComponent(sub.replaceAll('_', ' '))}`}`,
  ApiSandbox: fixed('/sandbox'),
  EditPage: view({ action: 'edit' }),
  NewSection: view({ action: 'edit', section: 'new' }),
  PageHistory: view({ action: 'history' }),
  PageInfo: view({ action: 'info' }),
  Purge: view({ action: 'purge' }),
  ProtectPage: view({ action: 'protect' }),
  DeletePage: view({ action: 'delete' }),
  PermanentLink: (visit, sub) => (/^\d+$/.test(sub) ? `${visit.site.script}?oldid=${sub}` : null),
  Diff: (visit, sub) => {
    const [, from, to] = /^(\w+)(?:\/(\w+))?$/.exec(sub) ?? []
    if (from === undefined) return null
    return `${visit.site.script}?${to === undefined ? `diff=${from}` : `oldid=${from}&diff=${to}`}`
  },
  PageData: (visit, sub) => (sub === '' ? null : visit.address(sub.replace(/^main\//, ''))),
  Filepath: (visit, sub) => (sub === '' ? null : visit.special('Redirect', `file/${sub}`)),
  MyLanguage: (visit, sub) => (sub === '' ? visit.address(visit.site.mainPage) : visit.address(sub)),
  Mypage: own((visit, name) => visit.address(`User:${name}`)),
  Mytalk: own((visit, name) => visit.address(`User talk:${name}`)),
  Mycontributions: own((visit, name) => visit.special('Contributions', name)),
  Myuploads: own((visit, name) => visit.special('Listfiles', name)),
  AllMyUploads: own((visit, name) => visit.special('Listfiles', name)),
  Confirmemail: fixed('/account/'),
  Invalidateemail: fixed('/account/'),
  Mute: fixed('/account/notifications/'),
  Listgrants: fixed('/account/keys/'),
  OAuthConsumerRegistration: fixed('/account/applications/own/'),
  OAuthListConsumers: fixed('/applications/'),
  OAuthManageConsumers: fixed('/admin/applications/'),
  OAuthManageMyGrants: fixed('/account/applications/'),
  Listadmins: special('Listusers', 'sysop'),
  Listbots: special('Listusers', 'bot'),
}

/** Unsupported special pages and the reasons. */
const CANNOT: Readonly<Record<string, TextKey>> = {
  Lockdb: 'wiki.lock_elsewhere',
  Unlockdb: 'wiki.lock_elsewhere',
  RunJobs: 'wiki.jobs_elsewhere',
  JavaScriptTest: 'wiki.no_script_tests',
  ResetTokens: 'wiki.no_tokens',
}

/** Names of extensions whose pages exist here even if the wiki does not list them. */
const OF_EXTENSIONS = Object.keys(WAYS).filter(name => name.startsWith('OAuth'))

/** The canonical name of such a page; undefined for other names. */
export const extensionPage = (name: string): string | undefined =>
  OF_EXTENSIONS.find(each => each.toLowerCase() === name.toLowerCase())

/** Whether visitors of a private wiki may follow it: only to log in. */
export const leadsToLogin = (name: string): boolean => ['Userlogin', 'CreateAccount', 'PasswordReset'].includes(name)

/** Handles special pages without a page here: redirects to the equivalent, or explains. Covers every known name. */
export function elsewhere(visit: Visit, name: string, sub: string): Outcome {
  const { t } = visit.reader
  const shown = visit.specialTitle(name).replaceAll('_', ' ')
  const address = WAYS[name]?.(visit, sub)
  if (address) return { go: address, status: 302 }
  const why = CANNOT[name]
  if (why !== undefined) return errorPage(404, shown, t('wiki.not_here', { name: shown, why: t(why) }))
  return errorPage(404, shown, t('wiki.no_special_yet', { name: shown }))
}
