import type { Writer } from '#store/store.ts'
import type { Account } from './account.ts'

export type AccountHook = (tx: Writer, account: Account) => Promise<void>

/** What else happens, in the same transaction, when an account comes into being. Other floors add their part at start. */
export class AccountHooks {
  readonly #created: AccountHook[] = []

  onAccountCreated(hook: AccountHook): void {
    this.#created.push(hook)
  }

  async runCreated(tx: Writer, account: Account): Promise<void> {
    for (const hook of this.#created) await hook(tx, account)
  }
}
