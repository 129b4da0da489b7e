import { type Clock, seconds } from '#store/clock.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Store, Writer } from '#store/store.ts'
import { fingerprint } from './secrets.ts'
import { DEFAULT_RULES, type ThrottleRule } from './throttle-rules.ts'

/**
 * Counts attempts in the database, so that all workers and servers share the counts and restarts do not reset them.
 * Attempts count before the password is checked, so concurrent guesses cannot bypass the limit.
 */
export class LoginThrottle {
  readonly #store: Store
  readonly #clock: Clock
  readonly #rules: readonly ThrottleRule[]
  readonly #scope: string

  /** Each `scope` has separate counts; the empty scope is logging in. */
  constructor(store: Store, clock: Clock, rules: readonly ThrottleRule[] = DEFAULT_RULES, scope = '') {
    this.#store = store
    this.#clock = clock
    this.#rules = rules
    this.#scope = scope
  }

  #key(rule: ThrottleRule, name: string, ip: string): string {
    const subject = { 'account+ip': `${name}\n${ip}`, ip, account: name }[rule.per]
    // Hashed because people sometimes type their password into the name field.
    return `${this.#scope}${rule.per}:${rule.seconds}:${fingerprint(subject)}`
  }

  /** Sorted by key, so that concurrent logins cannot deadlock. */
  #counts(name: string, ip: string): { rule: ThrottleRule; key: string }[] {
    return this.#rules.map(rule => ({ rule, key: this.#key(rule, name, ip) })).sort((a, b) => (a.key < b.key ? -1 : 1))
  }

  /** Counts one attempt. Returns 0, or the number of seconds to wait after too many. */
  async take(name: string, ip: string): Promise<number> {
    if (this.#rules.length === 0) return 0
    const now = seconds(this.#clock)
    try {
      await this.#store.transaction(async tx => {
        for (const { rule, key } of this.#counts(name, ip)) {
          const { attempts, resets_at } = await count(tx, key, now, now + rule.seconds)
          if (attempts > rule.attempts) throw new TooMany(resets_at - now)
        }
      })
    } catch (error) {
      // Roll back: a rejected attempt must not add to the other counts, or one address could lock out an account.
      if (error instanceof TooMany) return error.wait
      throw error
    }
    await this.#store.transaction(tx => deleteExpired(tx, now))
    return 0
  }

  /** After a successful login, resets the account's counts and takes this attempt off the address's count. */
  async succeeded(name: string, ip: string): Promise<void> {
    if (this.#rules.length === 0) return
    await this.#store.transaction(async tx => {
      for (const { rule, key } of this.#counts(name, ip)) {
        if (rule.per !== 'ip') await tx.deleteFrom('login_attempt').where('key', '=', key).execute()
        else
          await tx
            .updateTable('login_attempt')
            .set(eb => ({ attempts: eb('attempts', '-', 1) }))
            .where('key', '=', key)
            .where('attempts', '>', 0)
            .execute()
      }
    })
  }
}

class TooMany extends Error {
  readonly wait: number

  constructor(wait: number) {
    super('too many attempts')
    this.wait = wait
  }
}

/** Increments a count, or restarts it at 1 once its period has ended. */
async function count(tx: Writer, key: string, now: number, resetsAt: number) {
  return tx
    .insertInto('login_attempt')
    .values({ key, attempts: 1, resets_at: resetsAt })
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet(eb => {
        const over = eb('login_attempt.resets_at', '<=', now)
        const plusOne = eb('login_attempt.attempts', '+', 1)
        return {
          attempts: eb.case().when(over).then(1).else(plusOne).end(),
          resets_at: eb.case().when(over).then(resetsAt).else(eb.ref('login_attempt.resets_at')).end(),
        }
      }),
    )
    .returning(['attempts', 'resets_at'])
    .executeTakeFirstOrThrow()
}

/** Deletes a batch of expired counts. Skips locked rows. */
async function deleteExpired(tx: Writer, now: number): Promise<void> {
  const expired = tx.selectFrom('login_attempt').select('key').where('resets_at', '<=', now).limit(100)
  const rows = await lockRows(tx, expired, 'skip').execute()
  const keys = rows.map(row => row.key)
  if (keys.length > 0) await tx.deleteFrom('login_attempt').where('key', 'in', keys).execute()
}
