import { type Kysely, PostgresAdapter } from 'kysely'

/** Which engine a reader or an open transaction talks to, for the few statements that differ. */
export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter
