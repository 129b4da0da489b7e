import { type Kysely, PostgresAdapter } from 'kysely'

/** For the few statements that differ between the engines. */
export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter
