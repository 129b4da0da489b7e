import type { ConsistencyCheck } from './services.ts'

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
