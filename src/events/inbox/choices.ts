import type { Reader } from '#store/store.ts'
import { type InboxKind, KIND_NAMES, OFF, optionOf } from './kinds.ts'

/** The kinds that an account has turned off. */
export async function kindsOff(db: Reader, account: number): Promise<ReadonlySet<InboxKind>> {
  const rows = await db
    .selectFrom('account_option')
    .select('name')
    .where('account_id', '=', account)
    .where('name', 'in', KIND_NAMES.map(optionOf))
    .where('value', '=', OFF)
    .execute()
  return new Set(KIND_NAMES.filter(kind => rows.some(row => row.name === optionOf(kind))))
}

/** The options that turn all kinds on or off. */
export const optionsFor = (on: ReadonlySet<string>): [name: string, value: string | null][] =>
  KIND_NAMES.map(kind => [optionOf(kind), on.has(kind) ? null : OFF])
