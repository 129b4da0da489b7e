import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { Store } from '../store.ts'
import type { Database } from '../tables/database.ts'
import { throwIfUnwanted } from '../turn.ts'

const MAX_NAMES = 2048
const INT8 = 20
const NUMERIC = 1700
/** How a transaction ends is not for whoever wants it no more to stop. */
const ENDS = new Set<unknown>(['commit', 'rollback'])

/** Our integers stay below 2^53, so bigint columns and sums arrive as plain numbers. */
export const numbersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)) as never,
}

/** Names each statement after its text, so that the server parses and plans it once per connection. */
function nameStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (sql: string): string | undefined => {
    const known = names.get(sql)
    if (known !== undefined || names.size >= MAX_NAMES) return known
    const name = createHash('sha1').update(sql).digest('base64url')
    names.set(sql, name)
    return name
  }
  return {
    options: {} as PostgresPool['options'],
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      const query = (sql: unknown, parameters?: readonly unknown[]) => {
        if (!ENDS.has(sql)) throwIfUnwanted()
        if (typeof sql !== 'string' || parameters === undefined || parameters.length === 0) {
          return client.query(sql as string, parameters as unknown[])
        }
        const name = nameOf(sql)
        return client.query({ text: sql, values: parameters as unknown[], ...(name && { name }) })
      }
      return { query, release: () => client.release() } as unknown as PostgresPoolClient
    },
  }
}

export function openPostgres(url: string, maxConnections = 10): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    types: numbersAsNumbers,
    application_name: 'parlance',
  })
  pool.on('error', () => {}) // an idle connection that the server closes is replaced at the next use
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: nameStatements(pool) }) })
  return {
    engine: 'postgres',
    address: { database: url },
    read: db,
    transaction: work => db.transaction().execute(work),
    atOneMoment: look => db.transaction().setIsolationLevel('repeatable read').execute(look),
    prepareForBulk: () => () => {},
    close: () => db.destroy(),
  }
}
