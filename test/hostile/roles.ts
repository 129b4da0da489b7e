// Senders of the requests: a visitor, a user and an administrator, with all kinds of credentials.
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { createBotPassword, findBotPassword } from '#accounts/bot-passwords.ts'
import type { Caller } from '#accounts/caller.ts'
import grants from '#accounts/grants.json' with { type: 'json' }
import { ANONYMOUS_TOKEN, issueToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'

export const ROLES = [
  'visitor',
  'user-cookie',
  'user-key',
  'user-bot',
  'admin-cookie',
  'admin-key',
  'admin-bot',
] as const
export type RoleName = (typeof ROLES)[number]

export interface Role {
  readonly name: RoleName
  readonly headers: Readonly<Record<string, string>>
  /** For writes. */
  readonly token: string
}

export const VISITOR: Role = { name: 'visitor', headers: {}, token: ANONYMOUS_TOKEN }

const APP = 'hostile'
const ADMINISTRATORS = ['bureaucrat', 'interface-admin', 'sysop']

/** Creates new accounts, because requests may have renamed, locked or deleted the previous ones. */
export async function freshRoles(services: Services, round: number): Promise<Role[]> {
  const user = await rolesOf(services, 'user', `Hostile user ${round}`)
  const admin = await rolesOf(services, 'admin', `Hostile administrator ${round}`)
  return [VISITOR, ...user, ...admin]
}

async function rolesOf(services: Services, kind: 'user' | 'admin', name: string): Promise<Role[]> {
  const { accounts, callers, store, clock } = services
  const rights = kind === 'admin' ? { groups: ADMINISTRATORS, isSuperuser: true } : {}
  const account = await accounts.register({ name, ...rights })
  const visitor = callers.anonymous('127.0.0.1')
  const key = await store.transaction(tx => regenerateApiKey(tx, account.id, clock))
  await store.transaction(tx => createBotPassword(tx, account.id, APP, Object.keys(grants)))
  const botPassword = await findBotPassword(store.read, account.id, APP)
  const withKey: Record<string, string> = { authorization: `Token ${key}` }
  const byKey = await callers.identify({ ip: '127.0.0.1', headers: withKey })
  const role = (how: 'cookie' | 'key' | 'bot', caller: Caller, headers = cookieOf(caller)): Role => ({
    name: `${kind}-${how}`,
    headers,
    token: issueToken(caller, 'csrf', clock),
  })
  return [
    role('cookie', await callers.logIn(visitor, account)),
    role('key', byKey, withKey),
    role('bot', await callers.logIn(visitor, account, { botPassword })),
  ]
}

const cookieOf = (caller: Caller): Record<string, string> => ({
  cookie: caller.setCookies.map(cookie => cookie.split(';')[0]).join('; '),
})
