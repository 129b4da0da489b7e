import { randomBytes } from 'node:crypto'
import { isIPv6, SocketAddress } from 'node:net'
import type { Jobs } from '#events/jobs.ts'
import { type Clock, seconds } from '#store/clock.ts'
import type { Store, Writer } from '#store/store.ts'
import { type Account, isUsable } from './account.ts'
import type { Accounts } from './accounts.ts'
import { accountByApiKey, touchApiKey } from './api-keys.ts'
import { isBlocked } from './blocked.ts'
import { allowsAddress, type BotPassword, findBotPassword, isExpired } from './bot-passwords.ts'
import { buildCaller, type Caller, type CallerParts } from './caller.ts'
import { CredentialError } from './credential-error.ts'
import type { GroupPermissions } from './group-permissions.ts'
import { type Membership, membershipsOf } from './memberships.ts'
import { touchGrant } from './oauth-grants.ts'
import { type Bearer, findBearer, isAccessToken } from './oauth-tokens.ts'
import { PendingLogins } from './pending-logins.ts'
import { type Audience, isWikiScope, reaches, rightsOfGrants } from './scopes.ts'
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
import { MAX_DEVICE_LENGTH, recordSignIn } from './sign-ins.ts'
import { formText, SignedRequests } from './signed-requests.ts'

/** The parts of a request that identify its sender; a Fastify request qualifies. */
export interface RequestIdentity {
  readonly ip: string
  readonly headers: {
    readonly cookie?: string | undefined
    readonly authorization?: string | undefined
    readonly 'content-type'?: string | undefined
    readonly 'x-parlance-agent'?: string | string[] | undefined
  }
  /** What the signature of OAuth 1.0a covers. */
  readonly method?: string
  readonly url?: string
  readonly body?: unknown
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
  /** For emails about logins; without it, logins are not recorded. */
  readonly jobs?: Jobs
  /** The public address of the site, which signed requests are signed for. */
  readonly siteUrl?: string
}

/** Marks requests that this process makes for an agent. */
export const AGENT_HEADER = 'x-parlance-agent'

/** Stands for superusers among the groups that need a second factor. */
const SUPERUSER = 'superuser'

const keyHeader = /^(?:token|bearer)(?:\s+(.*))?$/is
const signedHeader = /^oauth\s+(.*)$/is

/** Identifies callers, and starts and ends sessions. Credentials are read from the primary: they may be revoked. */
export class Callers {
  readonly #store: Store
  readonly #clock: Clock
  readonly #accounts: Accounts
  readonly #permissions: GroupPermissions
  readonly #secure: boolean
  readonly #secondFactorGroups: readonly string[]
  readonly #jobs: Jobs | null
  readonly #anonymousCaller: Caller
  readonly signedRequests: SignedRequests
  readonly pendingLogins: PendingLogins
  /** The value of `AGENT_HEADER`. Nobody outside this process knows it. */
  readonly agentSecret = randomBytes(16).toString('hex')

  constructor(options: CallersOptions) {
    this.#store = options.store
    this.#clock = options.clock
    this.#accounts = options.accounts
    this.#permissions = options.permissions
    this.#secure = options.secureCookies
    this.#secondFactorGroups = options.secondFactorGroups ?? []
    this.#jobs = options.jobs ?? null
    this.pendingLogins = new PendingLogins(options.store, options.clock, options.accounts)
    this.signedRequests = new SignedRequests(options.store, options.clock, options.siteUrl ?? '')
    this.#anonymousCaller = buildCaller({ ...this.#anonymous(''), name: '' })
  }

  /**
   * Identifies by API key or OAuth token, then by session cookie, else as anonymous. An invalid key throws
   * CredentialError; an expired session makes the caller anonymous. Without credentials, the database is not read.
   *
   * Credentials with scopes are accepted only for the APIs that check them, which name themselves as the audience.
   */
  async identify(request: RequestIdentity, audience: Audience | null = null): Promise<Caller> {
    const { authorization, cookie } = request.headers
    if (authorization !== undefined) {
      const caller = await this.#byHeader(authorization.trim(), request)
      if (caller !== null && !reaches(caller.scopes, audience)) throw new CredentialError('scope')
      if (caller?.via === 'oauth' && audience === 'wiki' && (await this.#isBlocked(caller)))
        throw new CredentialError('blocked')
      if (caller !== null)
        return request.headers[AGENT_HEADER] === this.agentSecret ? { ...caller, isAgent: true } : caller
    }
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
    if (caller.session !== null || caller.via === 'api-key' || caller.via === 'oauth') return caller
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
      /** How the user logged in (`sign-ins.ts`); null if this is no login, only a new session. */
      way?: string | null
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
      const started = await startSession(tx, seconds(this.#clock), { accountId: account.id, lifetime, data })
      const way = bot ? `bot:${bot.appId}` : options.way === undefined ? 'password' : options.way
      const signIn = { accountId: account.id, outcome: 'ok' as const, address: caller.ip, device: options.device ?? '' }
      if (way !== null && this.#jobs) await recordSignIn(tx, this.#clock, this.#jobs, { ...signIn, way })
      return started
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

  /** Null for schemes that are not ours, like those of a proxy. */
  async #byHeader(authorization: string, request: RequestIdentity): Promise<Caller | null> {
    const key = keyHeader.exec(authorization)
    if (key) return this.#byKey((key[1] ?? '').trim(), request.ip)
    const signed = signedHeader.exec(authorization)
    if (!signed) return null
    const { method = '', url = '' } = request
    const { bearer, token } = await this.signedRequests.verify(signed[1]!, { method, url, form: formText(request) })
    return this.#byBearer(bearer, token, request.ip)
  }

  async #byKey(key: string, ip: string): Promise<Caller> {
    if (key === '') throw new CredentialError('no-credentials')
    if (/\s/.test(key)) throw new CredentialError('spaces')
    if (isAccessToken(key)) {
      const bearer = await findBearer(this.#store.primary, 'access', key, seconds(this.#clock))
      if (bearer === null) throw new CredentialError('invalid')
      return this.#byBearer(bearer, key, ip)
    }
    const owner = await accountByApiKey(this.#store.primary, key, seconds(this.#clock))
    if (owner === null || !owner.allows(ip)) throw new CredentialError('invalid')
    const { account, memberships } = owner
    if (!isUsable(account, seconds(this.#clock))) throw new CredentialError('inactive')
    const parts = await this.#withGroups(account, memberships, ip, 'api-key')
    await this.#recordUse(owner.lastUsedAt, (tx, now) => touchApiKey(tx, key, now))
    // Programs do not keep the cookie with the position of their last write.
    await this.#store.seeAllWrites()
    const limited = owner.scopes === null ? {} : limitedTo(owner.scopes)
    return buildCaller({ ...parts, ...limited, tokenSecret: fingerprint(`tokens of ${key}`) })
  }

  /** The user of an application, with the rights that both have. */
  async #byBearer(bearer: Bearer, token: string, ip: string): Promise<Caller> {
    const account = await this.#accounts.byId(this.#store.primary, bearer.accountId)
    if (account === null || !isUsable(account, seconds(this.#clock))) throw new CredentialError('inactive')
    const parts = await this.#ofAccount(account, ip, 'oauth')
    await this.#recordUse(bearer.lastUsedAt, (tx, now) => touchGrant(tx, bearer.grantId, now))
    await this.#store.seeAllWrites()
    return buildCaller({
      ...parts,
      ...limitedTo(bearer.scopes),
      clientId: bearer.client.id,
      tokenSecret: fingerprint(`tokens of ${token}`),
    })
  }

  /** A block ends what applications do for an account on the wiki, even where it leaves the account some rights. */
  #isBlocked({ account }: Caller): Promise<boolean> {
    return isBlocked(this.#store.primary, account!.id, seconds(this.#clock))
  }

  /** At most once an hour, to limit writes. If the write fails, the request still succeeds. */
  async #recordUse(lastUsedAt: number | null, touch: (tx: Writer, now: number) => Promise<void>): Promise<void> {
    const now = seconds(this.#clock)
    if (this.#store.isReadOnly || (lastUsedAt !== null && now - lastUsedAt < 3600)) return
    await this.#store.transaction(tx => touch(tx, now)).catch(() => undefined)
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

  /** Whether a group of the account needs a second factor, so that the last one has to stay. */
  async needsFactor(account: Account): Promise<boolean> {
    const now = seconds(this.#clock)
    const memberships = await membershipsOf(this.#store.primary, account.id, now)
    return this.#factorGroups(account, memberships, now).length > 0
  }

  #factorGroups(account: Account, memberships: readonly Membership[], now: number): string[] {
    if (this.#secondFactorGroups.length === 0) return []
    return [
      ...memberships.map(({ group }) => group),
      ...this.#permissions.implicitGroups(account, now),
      ...(account.isSuperuser ? [SUPERUSER] : []),
    ].filter(group => this.#secondFactorGroups.includes(group))
  }

  /** The account's groups that need a second factor, if it has none. */
  async #withheldGroups(account: Account, memberships: readonly Membership[], now: number): Promise<string[]> {
    const groups = this.#factorGroups(account, memberships, now)
    return groups.length > 0 && (await hasSecondFactor(this.#store.primary, account.id)) ? [] : groups
  }

  #cookie(id: string, session: Session): { setCookies: string[] } {
    return { setCookies: [sessionCookie(id, session, this.#secure)] }
  }
}

const limits = ({ data }: Session): Pick<CallerParts, 'limitRights'> =>
  data.botPassword ? { limitRights: rights => rightsOfGrants(data.botPassword!.grants, rights) } : {}

/** Without a grant of the wiki, no wiki rights are left, not even those of "basic". */
const limitedTo = (scopes: readonly string[]): Pick<CallerParts, 'limitRights' | 'scopes'> => ({
  scopes,
  limitRights: rights => (scopes.some(isWikiScope) ? rightsOfGrants(scopes, rights) : []),
})

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
