import type { Caller } from '#accounts/caller.ts'
import type { Wiki } from '../wiki.ts'

/** A field of a form with which people log in, sign up or change what they log in with. */
interface FormField {
  readonly type: 'string' | 'password' | 'checkbox'
  /** Keys of interface messages. */
  readonly label: string
  readonly help: string
  readonly labelNumber?: number
  readonly optional?: true
  readonly sensitive?: true
}

/** What the server needs to know for one way of authentication. Ids are those that clients compare with. */
export interface AuthenticationRequest {
  readonly id: string
  readonly required: 'primary-required' | 'required' | 'optional'
  /** The key of the message that names the way; null where it is no way of its own. */
  readonly provider: string | null
  readonly fields: Readonly<Record<string, FormField>>
}

const username: FormField = { type: 'string', label: 'userlogin-yourname', help: 'authmanager-username-help' }
const secret = (label: string, help: string): FormField => ({ type: 'password', label, help, sensitive: true })
const password = secret('userlogin-yourpassword', 'authmanager-password-help')
const extra = (name: string): FormField => ({
  type: 'string',
  label: `authmanager-${name}-label`,
  help: `authmanager-${name}-help`,
  optional: true,
})

const id = (name: string): string => `MediaWiki\\Auth\\${name}AuthenticationRequest`

/** The id of the request that takes a name and a password. */
export const PASSWORD_REQUEST = id('Password')
/** A password that nobody has chosen, sent by mail. */
export const TEMPORARY_PASSWORD_REQUEST = id('TemporaryPassword')
export const USERNAME_REQUEST = id('Username')
export const USER_DATA_REQUEST = id('UserData')
export const REASON_REQUEST = id('CreationReason')
export const REMEMBER_REQUEST = id('RememberMe')

const byPassword = (fields: AuthenticationRequest['fields']): AuthenticationRequest => ({
  id: PASSWORD_REQUEST,
  required: 'primary-required',
  provider: 'authmanager-provider-password',
  fields,
})

const byMail: AuthenticationRequest = {
  id: TEMPORARY_PASSWORD_REQUEST,
  required: 'primary-required',
  provider: 'authmanager-provider-temporarypassword',
  fields: { mailpassword: { type: 'checkbox', label: 'createaccountmail', help: 'createaccountmail-help' } },
}

const REMEMBER_DAYS = 180

const rememberMe: FormField = {
  type: 'checkbox',
  label: 'userlogin-remembermypassword',
  labelNumber: REMEMBER_DAYS,
  help: 'authmanager-userlogin-remembermypassword-help',
  optional: true,
}

const reason: FormField = {
  type: 'string',
  label: 'createacct-reason',
  help: 'createacct-reason-help',
}

/** The request of MediaWiki's extension of that name, which imported wikis may have. */
const overTitles: AuthenticationRequest = {
  id: 'MediaWiki\\Extension\\TitleBlacklist\\TitleBlacklistAuthenticationRequest',
  required: 'required',
  provider: null,
  fields: {
    ignoreTitleBlacklist: {
      type: 'checkbox',
      label: 'titleblacklist-override',
      help: 'titleblacklist-override-help',
      optional: true,
    },
  },
}

/** Who is asked. */
export interface Asked {
  readonly isLoggedIn: boolean
  /** May give accounts names that the wiki refuses to others. */
  readonly overridesTitles: boolean
}

/** What each step asks for; steps that are not listed ask for nothing. */
export function authenticationRequests(step: string, asked: Asked): readonly AuthenticationRequest[] {
  switch (step) {
    case 'login':
      return [
        byPassword({ username, password }),
        { id: REMEMBER_REQUEST, required: 'optional', provider: null, fields: { rememberMe } },
      ]
    case 'create':
      return [
        ...(asked.isLoggedIn && asked.overridesTitles ? [overTitles] : []),
        // Who makes an account for somebody else need not know its password, and says why.
        ...(asked.isLoggedIn ? [byMail] : []),
        byPassword({ username, password, retype: secret('yourpasswordagain', 'authmanager-retype-help') }),
        { id: USERNAME_REQUEST, required: 'required', provider: null, fields: { username } },
        {
          id: USER_DATA_REQUEST,
          required: 'required',
          provider: null,
          fields: { email: extra('email'), realname: extra('realname') },
        },
        ...(asked.isLoggedIn
          ? [{ id: REASON_REQUEST, required: 'optional' as const, provider: null, fields: { reason } }]
          : []),
      ]
    case 'remove':
      return [byMail]
    case 'change':
      return [
        byPassword({
          password: secret('newpassword', 'authmanager-password-help'),
          retype: secret('retypenew', 'authmanager-retype-help'),
        }),
      ]
    default:
      return []
  }
}

/** What forms about accounts depend on. */
export function askedOf({ wiki, caller }: { readonly wiki: Wiki; readonly caller: Caller }): Asked {
  const extensions = (wiki.site.info.extensions ?? []) as readonly { readonly name?: string }[]
  const hasTitleRules = extensions.some(({ name }) => name === 'TitleBlacklist')
  return {
    isLoggedIn: caller.account !== null,
    overridesTitles: hasTitleRules && (caller.can('tboverride') || caller.can('tboverride-account')),
  }
}
