import type { Caller } from '#accounts/caller.ts'
import type { Wiki } from '../wiki.ts'

/** A form field for logging in, signing up or changing credentials. */
interface FormField {
  readonly type: 'string' | 'password' | 'checkbox'
  /** Keys of interface messages. */
  readonly label: string
  readonly help: string
  readonly labelNumber?: number
  readonly optional?: true
  readonly sensitive?: true
}

/** The input one authentication method needs. Clients compare the IDs. */
export interface AuthenticationRequest {
  readonly id: string
  readonly required: 'primary-required' | 'required' | 'optional'
  /** Message key for the name of the method; null when it is not a method of its own. */
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

/** ID of the request for a name and a password. */
export const PASSWORD_REQUEST = id('Password')
/** A generated password sent by email. */
export const TEMPORARY_PASSWORD_REQUEST = id('TemporaryPassword')
export const USERNAME_REQUEST = id('Username')
export const USER_DATA_REQUEST = id('UserData')
export const REASON_REQUEST = id('CreationReason')
export const REMEMBER_REQUEST = id('RememberMe')
/** The second step of a login, as MediaWiki's OATHAuth extension has it. Recovery codes go into the same field. */
export const CODE_REQUEST = 'MediaWiki\\Extension\\OATHAuth\\Auth\\TOTPAuthenticationRequest'

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

const byCode: AuthenticationRequest = {
  id: CODE_REQUEST,
  required: 'required',
  provider: null,
  fields: {
    OATHToken: {
      type: 'string',
      label: 'oathauth-auth-token-label',
      help: 'oathauth-auth-token-help',
      sensitive: true,
    },
  },
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

/** The request of MediaWiki's TitleBlacklist extension, which imported wikis may have. */
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

/** The state of the caller that forms depend on. */
export interface Asked {
  readonly isLoggedIn: boolean
  /** May create accounts with blacklisted names. */
  readonly overridesTitles: boolean
}

/** Requests for each step; steps not listed have none. */
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
        // A user who creates an account for someone else may have the password emailed, and can give a reason.
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

/** Requests of the next step, after the password of an account with a second factor. */
export async function continuedRequests({ wiki, caller }: { readonly wiki: Wiki; readonly caller: Caller }) {
  return (await wiki.services.callers.pendingLogins.find(caller.session)) === null ? [] : [byCode]
}

/** Derives the form state from the caller and the site. */
export function askedOf({ wiki, caller }: { readonly wiki: Wiki; readonly caller: Caller }): Asked {
  const extensions = (wiki.site.info.extensions ?? []) as readonly { readonly name?: string }[]
  const hasTitleRules = extensions.some(({ name }) => name === 'TitleBlacklist')
  return {
    isLoggedIn: caller.account !== null,
    overridesTitles: hasTitleRules && (caller.can('tboverride') || caller.can('tboverride-account')),
  }
}
