import type { Store } from '#store/store.ts'

export interface ConsistencyCheck {
  readonly name: string
  /** One sentence per difference found; none when all is well. */
  run(store: Store): Promise<readonly string[] | Findings>
  /** Sets right what follows from other tables and can be counted anew, for `--fix`. */
  fix?(store: Store): Promise<void>
}

export interface Findings {
  /** What was looked at, and how much of it. */
  readonly compared: readonly string[]
  readonly faults: readonly string[]
  /** What differs for a reason, such as numbers that another program has counted. */
  readonly notes: readonly string[]
}

const owned = ['account_group', 'api_key', 'bot_password', 'session'] as const

/** Rows that let somebody in, though the account they belong to is not there. */
export const accountsCheck: ConsistencyCheck = {
  name: 'accounts',
  async run(store) {
    const found: string[] = []
    for (const table of owned) {
      const rows = await store.read
        .selectFrom(table)
        .select('account_id')
        .distinct()
        .where('account_id', 'is not', null)
        .where('account_id', 'not in', store.read.selectFrom('account').select('id'))
        .orderBy('account_id')
        .execute()
      found.push(...rows.map(row => `${table} has rows of account ${row.account_id}, which is not there`))
    }
    return found
  },
}
