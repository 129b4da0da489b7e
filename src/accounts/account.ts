import { type Selectable, sql } from 'kysely'
import type { AccountTable } from '#store/tables/accounts.ts'

/** One person or bot, the same for both APIs. The password hash never leaves `src/accounts`. */
export interface Account {
  readonly id: number
  readonly name: string
  /** The name as its owner spelt it: `name` is what the wiki makes of it. */
  readonly username: string
  readonly realName: string
  readonly email: string
  /** Timestamps are seconds since 1970. */
  readonly emailConfirmedAt: number | null
  readonly registeredAt: number | null
  readonly editCount: number
  readonly isSuperuser: boolean
  readonly isActive: boolean
  readonly isBot: boolean
  readonly expiresAt: number | null
  readonly lastLoginAt: number | null
  readonly touchedAt: number | null
}

/** The same in a query over accounts. */
export const usernameOf = sql<string>`coalesce(account.username, account.name)`

type AccountRow = Selectable<AccountTable>

export const accountFromRow = (row: Omit<AccountRow, 'password_hash'>): Account => ({
  id: row.id,
  name: row.name,
  username: row.username ?? row.name,
  realName: row.real_name,
  email: row.email,
  emailConfirmedAt: row.email_confirmed_at,
  registeredAt: row.registered_at,
  editCount: row.edit_count,
  isSuperuser: row.is_superuser === 1,
  isActive: row.is_active === 1,
  isBot: row.is_bot === 1,
  expiresAt: row.expires_at,
  lastLoginAt: row.last_login_at,
  touchedAt: row.touched_at,
})

/** Whether somebody may act as this account now. */
export const isUsable = (account: Account, now: number): boolean =>
  account.isActive && (account.expiresAt === null || account.expiresAt > now)
