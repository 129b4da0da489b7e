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

const byPassword = (fields: AuthenticationRequest['fields']): AuthenticationRequest => ({
  id: PASSWORD_REQUEST,
  required: 'primary-required',
  provider: 'authmanager-provider-password',
  fields,
})

const REMEMBER_DAYS = 180

const rememberMe: FormField = {
  type: 'checkbox',
  label: 'userlogin-remembermypassword',
  labelNumber: REMEMBER_DAYS,
  help: 'authmanager-userlogin-remembermypassword-help',
  optional: true,
}

/** What each step asks for; steps that are not listed ask for nothing. */
export const authenticationRequests: Readonly<Record<string, readonly AuthenticationRequest[]>> = {
  login: [
    byPassword({ username, password }),
    { id: id('RememberMe'), required: 'optional', provider: null, fields: { rememberMe } },
  ],
  create: [
    byPassword({ username, password, retype: secret('yourpasswordagain', 'authmanager-retype-help') }),
    { id: id('Username'), required: 'required', provider: null, fields: { username } },
    {
      id: id('UserData'),
      required: 'required',
      provider: null,
      fields: { email: extra('email'), realname: extra('realname') },
    },
  ],
  remove: [
    {
      id: id('TemporaryPassword'),
      required: 'primary-required',
      provider: 'authmanager-provider-temporarypassword',
      fields: { mailpassword: { type: 'checkbox', label: 'createaccountmail', help: 'createaccountmail-help' } },
    },
  ],
  change: [
    byPassword({
      password: secret('newpassword', 'authmanager-password-help'),
      retype: secret('retypenew', 'authmanager-retype-help'),
    }),
  ],
}
