import { type Clock, seconds } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { type Account, isUsable } from './account.ts'
import type { Accounts } from './accounts.ts'
import { fingerprint } from './secrets.ts'
import { type OpenidLogin, type PendingLogin, type Session, setSessionData } from './sessions.ts'

/** Time to enter the second factor or to log in at the provider, in seconds. */
const LIFETIME = 600

/** Logins between the password and the second factor. They are kept in the visitor's session. */
export class PendingLogins {
  readonly #store: Store
  readonly #clock: Clock
  readonly #accounts: Accounts

  constructor(store: Store, clock: Clock, accounts: Accounts) {
    this.#store = store
    this.#clock = clock
    this.#accounts = accounts
  }

  async begin(session: Session, account: Account, remember: boolean): Promise<Session> {
    const state = await this.#state(account.id)
    const pendingLogin: PendingLogin = { account: account.id, remember, at: seconds(this.#clock), state }
    const data = { ...session.data, pendingLogin }
    await this.#store.transaction(tx => setSessionData(tx, session, data))
    return { ...session, data }
  }

  /** Null if there is none, it took too long, or the password was changed meanwhile. */
  async find(session: Session | null): Promise<{ account: Account; remember: boolean } | null> {
    const pending = session?.data.pendingLogin
    const now = seconds(this.#clock)
    if (pending === undefined || pending.at + LIFETIME <= now) return null
    const account = await this.#accounts.byId(this.#store.primary, pending.account)
    if (account === null || !isUsable(account, now)) return null
    return (await this.#state(account.id)) === pending.state ? { account, remember: pending.remember } : null
  }

  /** Keeps what the response of an identity provider is checked with. */
  async leave(session: Session, login: Omit<OpenidLogin, 'at' | 'account'>): Promise<void> {
    const openidLogin = { ...login, at: seconds(this.#clock), account: session.accountId }
    await this.#store.transaction(tx => setSessionData(tx, session, { ...session.data, openidLogin }))
  }

  /** Takes it out of the session: each login can come back once. */
  async comeBack(session: Session | null): Promise<OpenidLogin | null> {
    const { openidLogin, ...data } = session?.data ?? {}
    if (session === null || openidLogin === undefined) return null
    await this.#store.transaction(tx => setSessionData(tx, session, data))
    return openidLogin.at + LIFETIME > seconds(this.#clock) ? openidLogin : null
  }

  async #state(accountId: number): Promise<string> {
    const row = await this.#store.primary
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', accountId)
      .executeTakeFirst()
    return fingerprint(`password of ${accountId}: ${row?.password_hash ?? ''}`)
  }
}
