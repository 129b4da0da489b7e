import { appendChange } from '#events/change-log.ts'
import type { Clock } from '#store/clock.ts'
import { holdRows } from '#store/lock-rows.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import type { Account } from './account.ts'
import { confirmAuthenticator, deleteAuthenticator, findAuthenticator, useCode } from './authenticator.ts'
import type { LoginThrottle } from './login-throttle.ts'
import {
  addPasskey,
  deletePasskey,
  deletePasskeys,
  hasPasskey,
  MAX_PASSKEYS,
  type Passkey,
  passkeysOf,
  usePasskey,
} from './passkeys.ts'
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { recordFailure } from './sign-ins.ts'
import type { NewCredential, Verified } from './webauthn.ts'

/** Longer input is no code. */
const MAX_CODE_LENGTH = 64

export type FactorResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'wrong' }
  | { readonly ok: false; readonly reason: 'throttled'; readonly waitSeconds: number }

/** Whether logging in takes more than a password. */
export const hasSecondFactor = async (db: Reader, accountId: number): Promise<boolean> =>
  (await hasAuthenticator(db, accountId)) || (await hasPasskey(db, accountId))

const hasAuthenticator = async (db: Reader, accountId: number): Promise<boolean> =>
  ((await findAuthenticator(db, accountId))?.confirmedAt ?? null) !== null

/** `last`: a group needs a second factor, and this is the only one. */
export type Removal = 'removed' | 'absent' | 'last'

/** Verifies codes of authenticator apps and recovery codes, and adds and removes factors. */
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
  async check(account: Account, code: string, ip: string, device = ''): Promise<FactorResult> {
    const typed = code.trim()
    const waitSeconds = await this.#throttle.take(account.name, ip)
    if (waitSeconds > 0) return { ok: false, reason: 'throttled', waitSeconds }
    if (typed.length > MAX_CODE_LENGTH || !(await this.#use(account, typed))) {
      const failure = { accountId: account.id, way: 'code', outcome: 'code' as const, address: ip, device }
      await this.#store.transaction(tx => recordFailure(tx, this.#clock, failure))
      return { ok: false, reason: 'wrong' }
    }
    await this.#throttle.succeeded(account.name, ip)
    return { ok: true }
  }

  async #use(account: Account, code: string): Promise<boolean> {
    const authenticator = await findAuthenticator(this.#store.primary, account.id)
    const app = authenticator?.confirmedAt === null ? null : authenticator
    return this.#store.transaction(async tx => {
      if (app !== null && (await useCode(tx, account.id, app, code.replace(/\s/g, ''), this.#clock))) return true
      if (!(await useRecoveryCode(tx, account.id, code))) return false
      await this.#note(tx, account, account.id, 'recovery-code-used')
      return true
    })
  }

  /** Turns on the authenticator with its first code. Returns new recovery codes, or null if the code is wrong. */
  async confirm(account: Account, code: string): Promise<string[] | null> {
    return this.#store.transaction(async tx => {
      const authenticator = await findAuthenticator(tx, account.id)
      if (authenticator === null || authenticator.confirmedAt !== null) return null
      if (!(await useCode(tx, account.id, authenticator, code.replace(/\s/g, ''), this.#clock))) return null
      if (!(await confirmAuthenticator(tx, account.id, this.#clock))) return null
      await this.#note(tx, account, account.id, 'second-factor-added')
      return firstRecoveryCodes(tx, account.id)
    })
  }

  /** Adds a passkey. Returns new recovery codes, or null if it is registered already or there are too many. */
  async addPasskey(
    account: Account,
    name: string,
    { id, publicKey, signCount, transports, canLogIn }: NewCredential['credential'],
  ): Promise<string[] | null> {
    return this.#store.transaction(async tx => {
      await holdAccount(tx, account.id)
      if ((await passkeysOf(tx, account.id)).length >= MAX_PASSKEYS) return null
      const passkey = { id, publicKey, signCount, transports, canLogIn, accountId: account.id, name }
      if (!(await addPasskey(tx, this.#clock, passkey))) return null
      await this.#note(tx, account, account.id, 'passkey-added')
      return firstRecoveryCodes(tx, account.id)
    })
  }

  /** Records the use of a passkey; false if its counter shows a copy of the authenticator. */
  async usePasskey(account: Account, { passkey, signCount }: Verified): Promise<boolean> {
    return this.#store.transaction(async tx => {
      if (await usePasskey(tx, this.#clock, passkey, signCount)) return true
      await this.#note(tx, account, null, 'passkey-copied')
      return false
    })
  }

  async newRecoveryCodes(account: Account): Promise<string[]> {
    return this.#store.transaction(async tx => {
      await this.#note(tx, account, account.id, 'recovery-codes-replaced')
      return replaceRecoveryCodes(tx, account.id)
    })
  }

  /** Removes all factors of a user who lost them. `by` is null on the command line. Returns false if there was none. */
  async remove(account: Account, by: number | null = account.id): Promise<boolean> {
    return this.#store.transaction(async tx => {
      const had = await hasSecondFactor(tx, account.id)
      await deleteAuthenticator(tx, account.id)
      await deletePasskeys(tx, account.id)
      await deleteRecoveryCodes(tx, account.id)
      if (had) await this.#note(tx, account, by, 'second-factor-removed')
      return had
    })
  }

  /** `isRequired` keeps the last factor. A setup that was not finished can always be cancelled. */
  async removeAuthenticator(account: Account, isRequired: boolean): Promise<Removal> {
    return this.#store.transaction(async tx => {
      await holdAccount(tx, account.id)
      const had = await hasAuthenticator(tx, account.id)
      const others = await hasPasskey(tx, account.id)
      if (had && isRequired && !others) return 'last'
      await deleteAuthenticator(tx, account.id)
      if (!others) await deleteRecoveryCodes(tx, account.id)
      if (had) await this.#note(tx, account, account.id, 'second-factor-removed')
      return had ? 'removed' : 'absent'
    })
  }

  async removePasskey(account: Account, passkey: Passkey, isRequired: boolean): Promise<Removal> {
    return this.#store.transaction(async tx => {
      await holdAccount(tx, account.id)
      const others = (await passkeysOf(tx, account.id)).length > 1 || (await hasAuthenticator(tx, account.id))
      if (isRequired && !others) return 'last'
      if (!(await deletePasskey(tx, passkey))) return 'absent'
      if (!others) await deleteRecoveryCodes(tx, account.id)
      await this.#note(tx, account, account.id, 'passkey-removed')
      return 'removed'
    })
  }

  async #note(tx: Writer, account: Account, by: number | null, kind: string) {
    await appendChange(tx, this.#clock, { area: 'accounts', kind, accountId: by, subject: account.name })
  }
}

/** So that two requests cannot each remove what they take for the last but one. */
const holdAccount = (tx: Writer, id: number): Promise<void> =>
  holdRows(tx, tx.selectFrom('account').select('id').where('id', '=', id))

/** Recovery codes come with the first factor. Later factors leave them as they are. */
const firstRecoveryCodes = async (tx: Writer, accountId: number): Promise<string[]> =>
  (await countRecoveryCodes(tx, accountId)) > 0 ? [] : replaceRecoveryCodes(tx, accountId)
