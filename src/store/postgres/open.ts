import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { SchemaGuard } from '../schema-guard.ts'
import type { Store } from '../store.ts'
import { reportingOutcome, type Writing } from '../store-error.ts'
import type { Database } from '../tables/database.ts'
import { Connections } from './connections.ts'

const INT8 = 20
const NUMERIC = 1700

/** Our integers stay below 2^53, so bigint columns and sums can be plain numbers. */
export const numbersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)) as never,
}

/**
 * Reads are retried on a new connection when theirs breaks. Transactions are not: only their callers know whether they
 * can be repeated.
 */
export function openPostgres(url: string, maxConnections = 10): Store {
  const guard = new SchemaGuard()
  const connections = new Connections(
    { connectionString: url, max: maxConnections, types: numbersAsNumbers, application_name: 'parlance' },
    guard,
  )
  const read = new Kysely<Database>({ dialect: new PostgresDialect({ pool: connections.pool({ retry: true }) }) })
  const write = new Kysely<Database>({ dialect: new PostgresDialect({ pool: connections.pool({ retry: false }) }) })
  const writing: Writing = { trouble: null }
  return {
    engine: 'postgres',
    address: { database: url },
    read,
    transaction: work => reportingOutcome(writing, work, run => write.transaction().execute(run)),
    atOneMoment: look => write.transaction().setIsolationLevel('repeatable read').execute(look),
    expectMigrations: migrations => guard.expect(migrations),
    prepareForBulk: () => () => {},
    get writeTrouble() {
      return writing.trouble
    },
    freeBytes: async () => null,
    measure: async () => {
      const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(read)
      return { databaseBytes: rows[0]!.bytes, walBytes: null, freeBytes: null, connections: connections.numbers }
    },
    giveBack: () => {},
    close: () => connections.end(),
  }
}
