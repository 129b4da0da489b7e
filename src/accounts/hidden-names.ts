import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether an account's name is visible. Suppressors hide offensive names with a `hide_name` block. For queries on the
 * table `account`; callers with the right `hideuser` see all names and skip this condition.
 */
export const nameShows = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (select 1 from block where block.account_id = account.id and block.hide_name = 1
and block.auto = 0 and (block.expires_at is null or block.expires_at > ${now}))`
