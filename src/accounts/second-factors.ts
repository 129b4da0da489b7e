import { appendChange } from '#events/change-log.ts'
import type { Clock } from '#store/clock.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import type { Account } from './account.ts'
import { confirmAuthenticator, deleteAuthenticator, findAuthenticator, useCode } from './authenticator.ts'
import type { LoginThrottle } from './login-throttle.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'

/** Longer input is no code. */
const MAX_CODE_LENGTH = 64

export type FactorResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'wrong' }
  | { readonly ok: false; readonly reason: 'throttled'; readonly waitSeconds: number }

/** Whether logging in takes more than a password. */
export async function hasSecondFactor(db: Reader, accountId: number): Promise<boolean> {
  return ((await findAuthenticator(db, accountId))?.confirmedAt ?? null) !== null
}

/** Verifies codes of authenticator apps and recovery codes, and turns the second factor on and off. */
export class SecondFactors {
  readonly #store: Store
  readonly #clock: Clock
  readonly #throttle: LoginThrottle

  constructor(store: Store, clock: Clock, throttle: LoginThrottle) {
    this.#store = store
    this.#clock = clock
    this.#throttle = throttle
  }

  /** Checks a code of the app or a recovery code. Each is accepted once. */
  async check(account: Account, code: string, ip: string): Promise<FactorResult> {
    const typed = code.trim()
    const waitSeconds = await this.#throttle.take(account.name, ip)
    if (waitSeconds > 0) return { ok: false, reason: 'throttled', waitSeconds }
    if (typed.length > MAX_CODE_LENGTH || !(await this.#use(account, typed))) return { ok: false, reason: 'wrong' }
    await this.#throttle.succeeded(account.name, ip)
    return { ok: true }
  }

  async #use(account: Account, code: string): Promise<boolean> {
    const authenticator = await findAuthenticator(this.#store.primary, account.id)
    if (authenticator === null || authenticator.confirmedAt === null) return false
    return this.#store.transaction(async tx => {
      if (await useCode(tx, account.id, authenticator, code.replace(/\s/g, ''), this.#clock)) return true
      if (!(await useRecoveryCode(tx, account.id, code))) return false
      await this.#note(tx, account, account.id, 'recovery-code-used')
      return true
    })
  }

  /** Turns on the authenticator with its first code. Returns the recovery codes, or null if the code is wrong. */
  async confirm(account: Account, code: string): Promise<string[] | null> {
    return this.#store.transaction(async tx => {
      const authenticator = await findAuthenticator(tx, account.id)
      if (authenticator === null || authenticator.confirmedAt !== null) return null
      if (!(await useCode(tx, account.id, authenticator, code.replace(/\s/g, ''), this.#clock))) return null
      if (!(await confirmAuthenticator(tx, account.id, this.#clock))) return null
      await this.#note(tx, account, account.id, 'second-factor-added')
      return replaceRecoveryCodes(tx, account.id)
    })
  }

  async newRecoveryCodes(account: Account): Promise<string[]> {
    return this.#store.transaction(async tx => {
      await this.#note(tx, account, account.id, 'recovery-codes-replaced')
      return replaceRecoveryCodes(tx, account.id)
    })
  }

  /** `by` is null on the command line. Returns false if there was none. */
  async remove(account: Account, by: number | null = account.id): Promise<boolean> {
    return this.#store.transaction(async tx => {
      const had = await hasSecondFactor(tx, account.id)
      await deleteAuthenticator(tx, account.id)
      await deleteRecoveryCodes(tx, account.id)
      if (had) await this.#note(tx, account, by, 'second-factor-removed')
      return had
    })
  }

  async #note(tx: Writer, account: Account, by: number | null, kind: string) {
    await appendChange(tx, this.#clock, { area: 'accounts', kind, accountId: by, subject: account.name })
  }
}
