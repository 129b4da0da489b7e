import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether an account's name shows: oversight hides names that are an offence by themselves, with a block that says so. For
 * queries that have the table `account` in them. Those with the right `hideuser` see them all the same.
 */
export const nameShows = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (select 1 from block where block.account_id = account.id and block.hide_name = 1
and block.auto = 0 and (block.expires_at is null or block.expires_at > ${now}))`
