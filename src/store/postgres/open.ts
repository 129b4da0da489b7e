import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { KIND, traced } from '#tracing/span.ts'
import { currentReading, readFromPrimary } from '../reading.ts'
import { SchemaGuard } from '../schema-guard.ts'
import type { Store, StoreOptions } from '../store.ts'
import { reportingOutcome, StoreUnavailable, type Writing } from '../store-error.ts'
import type { Database } from '../tables/database.ts'
import { Connections } from './connections.ts'
import { Hosts } from './hosts.ts'
import { PrimaryWatch } from './primary-watch.ts'
import { Probe } from './probe.ts'
import { openReplicas } from './replicas.ts'
import { POSITION } from './transaction-statements.ts'

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
export function openPostgres(url: string, maxConnections = 10, options: StoreOptions = {}): Store {
  const { onEvent = () => {} } = options
  const guard = new SchemaGuard()
  const common = { max: maxConnections, types: numbersAsNumbers, application_name: 'parlance' }
  const hosts = new Hosts(url, host => onEvent({ kind: 'host-changed', host }))
  const settings = options.replicas?.urls.length ? options.replicas : null
  const connections = new Connections({ ...common, hosts, reportsPosition: settings !== null }, guard)
  const probe = new Probe(() => hosts.current, numbersAsNumbers)
  const watch = settings !== null || hosts.canMove ? new PrimaryWatch({ hosts, connections, probe }) : null
  const replicas = settings && openReplicas(settings, common, guard, watch!, onEvent)
  const kysely = (pool: PostgresPool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const reads = connections.pool({ retry: true })
  const primary = kysely(reads)
  const read = replicas === null ? primary : kysely(replicas.route(reads))
  const write = kysely(connections.pool({ retry: false }))
  const writing: Writing = { trouble: null }
  let isReadOnly = false
  return {
    engine: 'postgres',
    address: { database: url },
    read,
    primary,
    async transaction(work) {
      if (isReadOnly) throw new StoreUnavailable('read-only', null)
      readFromPrimary()
      return traced('transaction', KIND.client, { 'db.system.name': 'postgresql' }, () =>
        reportingOutcome(writing, work, run => write.transaction().execute(run)),
      )
    },
    atOneMoment: look => write.transaction().setIsolationLevel('repeatable read').execute(look),
    async seeAllWrites() {
      const reading = currentReading()
      if (replicas === null || reading === undefined || reading.isOnPrimary) return
      const { rows } = await sql<{ position: number }>`select ${sql.raw(POSITION)} as position`.execute(primary)
      reading.require(rows[0]!.position)
    },
    replicas: () => replicas?.status() ?? [],
    refuseWrites: () => {
      isReadOnly = true
    },
    get isReadOnly() {
      return isReadOnly
    },
    expectVersion: version => guard.expect(version),
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
    async close() {
      watch?.end()
      await Promise.all([connections.end(), replicas?.end()])
    },
  }
}
