import type { Store } from '#store/store.ts'

export interface ConsistencyCheck {
  readonly name: string
  /** Returns one sentence per problem. */
  run(store: Store): Promise<readonly string[] | Findings>
  /** Recomputes derived data from other tables, for `--fix`. */
  fix?(store: Store): Promise<void>
}

export interface Findings {
  /** What was checked, with counts. */
  readonly compared: readonly string[]
  readonly faults: readonly string[]
  /** Harmless differences, for example counts imported from another program. */
  readonly notes: readonly string[]
}

const owned = [
  'account_group',
  'api_key',
  'bot_password',
  'session',
  'account_identity',
  'oauth_client',
  'oauth_grant',
  'authenticator',
  'recovery_code',
  'passkey',
  'sign_in',
  'webhook',
] as const

/** Finds credentials and memberships whose account no longer exists. */
export const accountsCheck: ConsistencyCheck = {
  name: 'accounts',
  async run(store) {
    const faults: string[] = []
    for (const table of owned) {
      const rows = await store.read
        .selectFrom(table)
        .select('account_id')
        .distinct()
        .where('account_id', 'is not', null)
        .where('account_id', 'not in', store.read.selectFrom('account').select('id'))
        .orderBy('account_id')
        .execute()
      faults.push(...rows.map(row => `${table} has rows for account ${row.account_id}, which does not exist`))
    }
    return faults
  },
}
