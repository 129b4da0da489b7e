import { isIPv6, SocketAddress } from 'node:net'
import { type Clock, seconds } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { type Account, isUsable } from './account.ts'
import type { Accounts } from './accounts.ts'
import { accountByApiKey, touchApiKey } from './api-keys.ts'
import { allowsAddress, type BotPassword, findBotPassword, isExpired } from './bot-passwords.ts'
import { buildCaller, type Caller, type CallerParts } from './caller.ts'
import { CredentialError } from './credential-error.ts'
import grants from './grants.json' with { type: 'json' }
import type { GroupPermissions } from './group-permissions.ts'
import { type Membership, membershipsOf } from './memberships.ts'
import { PendingLogins } from './pending-logins.ts'
import { hasSecondFactor } from './second-factors.ts'
import { fingerprint } from './secrets.ts'
import { expiredCookie, sessionCookie, sessionIdIn } from './session-cookie.ts'
import {
  endSession,
  extendSession,
  findSession,
  LIFETIME,
  needsExtension,
  type Session,
  setSessionData,
  startSession,
} from './sessions.ts'

/** The parts of a request that identify its sender; a Fastify request qualifies. */
export interface RequestIdentity {
  readonly ip: string
  readonly headers: { readonly cookie?: string | undefined; readonly authorization?: string | undefined }
}

interface CallersOptions {
  readonly store: Store
  readonly clock: Clock
  readonly accounts: Accounts
  readonly permissions: GroupPermissions
  /** Whether the site is served over https, which makes cookies `Secure`. */
  readonly secureCookies: boolean
  /** Groups whose rights need a second factor; `superuser` stands for superusers. */
  readonly secondFactorGroups?: readonly string[]
}

/** How much of the User-Agent is stored with a session. */
const MAX_DEVICE_LENGTH = 300

/** Stands for superusers among the groups that need a second factor. */
const SUPERUSER = 'superuser'

const keyHeader = /^(?:token|bearer)(?:\s+(.*))?$/is

/** Identifies callers, and starts and ends sessions. Credentials are read from the primary: they may be revoked. */
export class Callers {
  readonly #store: Store
  readonly #clock: Clock
  readonly #accounts: Accounts
  readonly #permissions: GroupPermissions
  readonly #secure: boolean
  readonly #secondFactorGroups: readonly string[]
  readonly #anonymousCaller: Caller
  readonly pendingLogins: PendingLogins

  constructor(options: CallersOptions) {
    this.#store = options.store
    this.#clock = options.clock
    this.#accounts = options.accounts
    this.#permissions = options.permissions
    this.#secure = options.secureCookies
    this.#secondFactorGroups = options.secondFactorGroups ?? []
    this.pendingLogins = new PendingLogins(options.store, options.clock, options.accounts)
    this.#anonymousCaller = buildCaller({ ...this.#anonymous(''), name: '' })
  }

  /**
   * Identifies by API key, then by session cookie, else as anonymous. An invalid API key throws CredentialError; an
   * expired session makes the caller anonymous. Without credentials, the database is not read.
   */
  async identify(request: RequestIdentity): Promise<Caller> {
    const { authorization, cookie } = request.headers
    const key = authorization === undefined ? null : keyHeader.exec(authorization.trim())
    if (key) return this.#byKey((key[1] ?? '').trim(), request.ip)
    const id = sessionIdIn(cookie)
    const caller = id === null ? null : await this.#bySession(id, request.ip)
    return caller ?? this.anonymous(request.ip)
  }

  /** Bot passwords grant wiki rights only: outside the wiki, their holder is anonymous. */
  beyondWiki(caller: Caller): Caller {
    return caller.session?.data.botPassword ? this.anonymous(caller.ip) : caller
  }

  /** A caller for background work on behalf of an account; null if the account is gone or inactive. */
  async actingFor(account: number): Promise<Caller | null> {
    const row = await this.#accounts.byId(this.#store.primary, account)
    if (row === null || !isUsable(row, seconds(this.#clock))) return null
    return buildCaller(await this.#ofAccount(row, '127.0.0.1', 'nothing'))
  }

  /** A caller without credentials. */
  anonymous(ip: string): Caller {
    return { ...this.#anonymousCaller, ip, name: ipName(ip) }
  }

  /** Starts an anonymous session. Visitors get one only when something must be remembered, like a login token. */
  async withSession(caller: Caller): Promise<Caller> {
    if (caller.session !== null || caller.via === 'api-key') return caller
    const { id, session } = await this.#store.transaction(tx => startSession(tx, seconds(this.#clock)))
    return { ...caller, session, tokenSecret: session.secret, ...this.#cookie(id, session) }
  }

  /** Starts a session under a new id, which prevents session fixation. */
  async logIn(
    caller: Caller,
    account: Account,
    options: {
      remember?: boolean
      botPassword?: BotPassword | null
      device?: string | undefined
      openid?: string
    } = {},
  ): Promise<Caller> {
    const bot = options.botPassword
    const data = {
      ...(bot && { botPassword: { appId: bot.appId, token: bot.token, grants: bot.grants } }),
      ...(options.openid !== undefined && { openid: options.openid }),
      opened: { address: caller.ip, device: (options.device ?? '').slice(0, MAX_DEVICE_LENGTH) },
    }
    const lifetime = options.remember ? LIFETIME.remembered : LIFETIME.loggedIn
    const { id, session } = await this.#store.transaction(async tx => {
      if (caller.session) await endSession(tx, caller.session)
      return startSession(tx, seconds(this.#clock), { accountId: account.id, lifetime, data })
    })
    const parts = await this.#ofAccount(account, caller.ip, 'session')
    return buildCaller({ ...parts, session, ...limits(session), ...this.#cookie(id, session) })
  }

  /** Remembers in the session that the password was right, until the second factor follows. */
  async awaitFactor(caller: Caller, account: Account, remember = false): Promise<Caller> {
    const waiting = await this.withSession(caller)
    return { ...waiting, session: await this.pendingLogins.begin(waiting.session!, account, remember) }
  }

  /** Remembers in the session that the visitor has left for an identity provider. */
  async awaitProvider(caller: Caller, login: Parameters<PendingLogins['leave']>[1]): Promise<Caller> {
    const waiting = await this.withSession(caller)
    await this.pendingLogins.leave(waiting.session!, login)
    return waiting
  }

  /** Records that the owner of this session has just proved their identity. */
  async prove({ session }: Caller): Promise<void> {
    if (session === null) return
    const data = { ...session.data, provenAt: seconds(this.#clock) }
    await this.#store.transaction(tx => setSessionData(tx, session, data))
  }

  async logOut(caller: Caller): Promise<Caller> {
    const { session } = caller
    if (session) await this.#store.transaction(tx => endSession(tx, session))
    return buildCaller({ ...this.#anonymous(caller.ip), setCookies: [expiredCookie(this.#secure)] })
  }

  async #byKey(key: string, ip: string): Promise<Caller> {
    if (key === '') throw new CredentialError('no-credentials')
    if (/\s/.test(key)) throw new CredentialError('spaces')
    const owner = await accountByApiKey(this.#store.primary, key, seconds(this.#clock))
    if (owner === null || !owner.allows(ip)) throw new CredentialError('invalid')
    const { account, memberships } = owner
    if (!isUsable(account, seconds(this.#clock))) throw new CredentialError('inactive')
    const parts = await this.#withGroups(account, memberships, ip, 'api-key')
    await this.#recordUse(key, owner.lastUsedAt)
    // Programs do not keep the cookie with the position of their last write.
    await this.#store.seeAllWrites()
    return buildCaller({ ...parts, tokenSecret: fingerprint(`tokens of ${key}`) })
  }

  /** At most once an hour, to limit writes. If the write fails, the request still succeeds. */
  async #recordUse(key: string, lastUsedAt: number | null): Promise<void> {
    const now = seconds(this.#clock)
    if (this.#store.isReadOnly || (lastUsedAt !== null && now - lastUsedAt < 3600)) return
    await this.#store.transaction(tx => touchApiKey(tx, key, now)).catch(() => undefined)
  }

  async #bySession(id: string, ip: string): Promise<Caller | null> {
    const now = seconds(this.#clock)
    const session = await findSession(this.#store.primary, id, now)
    if (session === null) return null
    const extended = needsExtension(session, now) && (await this.#extend(session, now))
    const cookies = extended ? this.#cookie(id, session) : {}
    if (session.accountId === null) return buildCaller({ ...this.#anonymous(ip), session, ...cookies })
    const account = await this.#accounts.byId(this.#store.primary, session.accountId)
    if (account === null || !isUsable(account, now) || !(await this.#botPasswordIsValid(session, ip))) return null
    const parts = await this.#ofAccount(account, ip, 'session')
    return buildCaller({ ...parts, session, ...limits(session), ...cookies })
  }

  /** Extends a session. If the write fails (full disk), the request still succeeds. */
  async #extend(session: Session, now: number): Promise<boolean> {
    if (this.#store.isReadOnly) return false
    return this.#store
      .transaction(tx => extendSession(tx, session, now))
      .then(
        () => true,
        () => false,
      )
  }

  async #botPasswordIsValid({ accountId, data }: Session, ip: string): Promise<boolean> {
    if (!data.botPassword) return true
    const bot = await findBotPassword(this.#store.primary, accountId!, data.botPassword.appId)
    if (bot === null || isExpired(bot, seconds(this.#clock))) return false
    return bot.token === data.botPassword.token && allowsAddress(bot, ip)
  }

  #anonymous(ip: string): CallerParts {
    const now = seconds(this.#clock)
    return { account: null, name: ipName(ip), ip, via: 'nothing', permissions: this.#permissions, now }
  }

  async #ofAccount(account: Account, ip: string, via: Caller['via']): Promise<CallerParts> {
    const memberships = await membershipsOf(this.#store.primary, account.id, seconds(this.#clock))
    return this.#withGroups(account, memberships, ip, via)
  }

  async #withGroups(
    account: Account,
    memberships: readonly Membership[],
    ip: string,
    via: Caller['via'],
  ): Promise<CallerParts> {
    const now = seconds(this.#clock)
    const withheldGroups = await this.#withheldGroups(account, memberships, now)
    const isSuperuser = account.isSuperuser && !withheldGroups.includes(SUPERUSER)
    return {
      account: { ...account, isSuperuser },
      name: account.name,
      ip,
      via,
      permissions: this.#permissions,
      memberships,
      withheldGroups,
      now,
    }
  }

  /** The account's groups that need a second factor, if it has none. */
  async #withheldGroups(account: Account, memberships: readonly Membership[], now: number): Promise<string[]> {
    if (this.#secondFactorGroups.length === 0) return []
    const groups = [
      ...memberships.map(({ group }) => group),
      ...this.#permissions.implicitGroups(account, now),
      ...(account.isSuperuser ? [SUPERUSER] : []),
    ].filter(group => this.#secondFactorGroups.includes(group))
    return groups.length > 0 && (await hasSecondFactor(this.#store.primary, account.id)) ? [] : groups
  }

  #cookie(id: string, session: Session): { setCookies: string[] } {
    return { setCookies: [sessionCookie(id, session, this.#secure)] }
  }
}

const limits = ({ data }: Session): Pick<CallerParts, 'limitRights'> =>
  data.botPassword ? { limitRights: rights => rightsOfGrants(data.botPassword!.grants, rights) } : {}

/** A grant is a named set of rights that a user can delegate to a program. */
export const GRANTS: Readonly<Record<string, readonly string[]>> = grants

/** The owner's rights that a bot password's grants include. The grant "basic" is implied. */
export function rightsOfGrants(names: readonly string[], ownRights: readonly string[]): string[] {
  const granted = new Set(['basic', ...names].flatMap(name => (Object.hasOwn(GRANTS, name) ? GRANTS[name]! : [])))
  return ownRights.filter(right => granted.has(right))
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** The name of an unregistered user. IPv6 addresses are spelled as in MediaWiki: eight upper-case groups, no `::`. */
export function ipName(ip: string): string {
  if (!ip.includes(':')) return ip
  const v4 = mapped.exec(ip)?.[1]
  if (v4 !== undefined) return v4
  if (!isIPv6(ip)) return ip
  const short = new SocketAddress({ address: ip.replace(/%.*$/, ''), family: 'ipv6' }).address
  const [head = '', tail] = short.split('::')
  const groups = (text: string) => text.split(':').filter(group => group !== '')
  const before = groups(head)
  const after = groups(tail ?? '')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].join(':').toUpperCase()
}
