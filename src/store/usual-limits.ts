import { type RawBuilder, sql } from 'kysely'

/**
 * Common limits: round numbers, and one more to detect a next page. Each gets its own prepared statement; all other
 * limits share one with the limit as a parameter.
 */
export const isUsualLimit = (limit: number): boolean =>
  Number.isSafeInteger(limit) && (limit <= 2 || (limit <= 5001 && limit % 10 <= 1))

/**
 * A limit in raw SQL. Common ones become part of the text, because SQLite plans a statement again on each run if its
 * limit is a parameter.
 */
export const limitSql = (limit: number): RawBuilder<unknown> => (isUsualLimit(limit) ? sql.lit(limit) : sql`${limit}`)
