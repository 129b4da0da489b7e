import type { Writer } from '#store/store.ts'
import type { Account } from './account.ts'

export type AccountHook = (tx: Writer, account: Account) => Promise<void>

/** Hooks that run in the transaction that creates an account. Other layers register them at startup. */
export class AccountHooks {
  readonly #created: AccountHook[] = []

  onAccountCreated(hook: AccountHook): void {
    this.#created.push(hook)
  }

  async runCreated(tx: Writer, account: Account): Promise<void> {
    for (const hook of this.#created) await hook(tx, account)
  }
}
