import { type Selectable, sql } from 'kysely'
import type { Database } from '#store/tables/database.ts'

/** A person or bot, shared by both APIs. The password hash never leaves `src/accounts`. */
export interface Account {
  readonly id: number
  readonly name: string
  /** The name as its owner typed it; `name` is the wiki's canonical form. */
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

/** SQL expression for `Account.username`. */
export const usernameOf = sql<string>`coalesce(account.username, account.name)`

type AccountRow = Selectable<Database['account']>

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

/** Whether the account is active and has not expired. */
export const isUsable = (account: Account, now: number): boolean =>
  account.isActive && (account.expiresAt === null || account.expiresAt > now)
