import { type Clock, seconds } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { type Account, isUsable } from './account.ts'
import { canonicalName } from './account-name.ts'
import type { Accounts } from './accounts.ts'
import {
  allowsAddress,
  type BotLogin,
  type BotPassword,
  findBotPassword,
  isExpired,
  splitBotLogin,
  useBotPassword,
  verifyBotPassword,
} from './bot-passwords.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { hashPassword, MAX_PASSWORD_BYTES, verifyPassword, wasteTime } from './passwords.ts'
import { hasSecondFactor } from './second-factors.ts'
import { recordFailure } from './sign-ins.ts'

export type LoginResult =
  | { readonly ok: true; readonly account: Account; readonly botPassword: BotPassword | null }
  | { readonly ok: false; readonly reason: 'wrong' | 'inactive' | 'address' | 'password-too-long' | 'passwords-off' }
  | { readonly ok: false; readonly reason: 'throttled'; readonly waitSeconds: number }
  /** The password is right, and a second factor must follow (`Callers.awaitFactor`). */
  | { readonly ok: false; readonly reason: 'second-factor'; readonly account: Account }

interface LoginInput {
  readonly name: string
  readonly password: string
  readonly ip: string
  /** The User-Agent, for the login history. */
  readonly device?: string | undefined
  /** Whether bot passwords ("Name@app") are accepted. */
  readonly botPasswords?: boolean
}

/** Verifies credentials, slowly by design. It does not start a session: callers do that next. */
export class Login {
  readonly #store: Store
  readonly #clock: Clock
  readonly #accounts: Accounts
  readonly #throttle: LoginThrottle

  readonly #passwords: boolean

  /** `passwords` says whether accounts can log in with their main password. */
  constructor(store: Store, clock: Clock, accounts: Accounts, throttle: LoginThrottle, passwords = true) {
    this.#passwords = passwords
    this.#store = store
    this.#clock = clock
    this.#accounts = accounts
    this.#throttle = throttle
  }

  async check({ name, password, ip, device = '', botPasswords = false }: LoginInput): Promise<LoginResult> {
    if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return { ok: false, reason: 'password-too-long' }
    const bot = botPasswords ? splitBotLogin(name, password) : null
    const owner = canonicalName(bot?.name ?? name)
    const waitSeconds = await this.#throttle.take(owner, ip)
    if (waitSeconds > 0) return { ok: false, reason: 'throttled', waitSeconds }
    const result = (bot && (await this.#checkBot(bot, ip))) ?? (await this.#checkMain(name, password))
    if (result.ok || result.reason === 'second-factor') await this.#throttle.succeeded(owner, ip)
    else if (result.reason === 'wrong') await this.#recordFailure(owner, bot, ip, device)
    return result
  }

  /** In the history of the account, so that its owner sees that someone is guessing. The throttle limits how many. */
  async #recordFailure(owner: string, bot: BotLogin | null, address: string, device: string): Promise<void> {
    const account = await this.#accounts.byName(this.#store.primary, owner)
    if (account === null) return
    const way = bot === null ? 'password' : `bot:${bot.appId}`
    const failure = { accountId: account.id, way, outcome: 'password' as const, address, device }
    await this.#store.transaction(tx => recordFailure(tx, this.#clock, failure))
  }

  /** Null if there is no such bot password: the name may still be a regular account's. */
  async #checkBot({ name, appId, password }: BotLogin, ip: string): Promise<LoginResult | null> {
    const account = await this.#accounts.byName(this.#store.read, name)
    const botPassword = account && (await findBotPassword(this.#store.read, account.id, appId))
    if (!account || !botPassword) return null
    if (!(await verifyBotPassword(botPassword, password))) return { ok: false, reason: 'wrong' }
    if (!isUsable(account, seconds(this.#clock))) return { ok: false, reason: 'inactive' }
    const now = seconds(this.#clock)
    if (!allowsAddress(botPassword, ip) || isExpired(botPassword, now)) return { ok: false, reason: 'address' }
    await this.#store.transaction(tx => useBotPassword(tx, botPassword, now))
    return { ok: true, account, botPassword }
  }

  async #checkMain(name: string, password: string): Promise<LoginResult> {
    if (!this.#passwords) return { ok: false, reason: 'passwords-off' }
    const account = await this.#accounts.byName(this.#store.read, name)
    const hash = account === null ? '' : await this.#passwordHash(account)
    if (account === null || hash === '') {
      await wasteTime(password)
      return { ok: false, reason: 'wrong' }
    }
    const { ok, rehash } = await verifyPassword(password, hash)
    if (!ok) return { ok: false, reason: 'wrong' }
    if (!isUsable(account, seconds(this.#clock))) return { ok: false, reason: 'inactive' }
    const recorded = await this.#recordLogin(account, hash, rehash ? await hashPassword(password) : hash)
    // The stored hash changed meanwhile: the password was changed, or a concurrent login rehashed it. Check again.
    if (!recorded) return this.#checkMain(name, password)
    if (await hasSecondFactor(this.#store.primary, account.id)) return { ok: false, reason: 'second-factor', account }
    return { ok: true, account, botPassword: null }
  }

  async #passwordHash(account: Account): Promise<string> {
    const row = await this.#store.read
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', account.id)
      .executeTakeFirst()
    return row?.password_hash ?? ''
  }

  /** Fails if the stored hash is no longer the one that was checked. */
  async #recordLogin(account: Account, checked: string, password_hash: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#store.transaction(tx =>
      tx
        .updateTable('account')
        .set({ last_login_at: seconds(this.#clock), password_hash })
        .where('id', '=', account.id)
        .where('password_hash', '=', checked)
        .executeTakeFirst(),
    )
    return numUpdatedRows > 0n
  }
}
