import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type BetterSqlite from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import { KIND, traced } from '#tracing/span.ts'
import { SchemaGuard } from '../schema-guard.ts'
import type { Reader, Store } from '../store.ts'
import { reportingOutcome, type Writing } from '../store-error.ts'
import type { Database } from '../tables/database.ts'
import { Checkpoints } from './checkpoints.ts'
import { SqliteConnection } from './connection.ts'
import { ReadDriver, sqliteDialect, WriteDriver } from './driver.ts'
import { privateFile } from './private-file.ts'
import { WalFile, WalSync } from './wal-sync.ts'

/** How long the log may grow where writers copy it themselves. */
const LOG_PAGES = 8000

function connect(file: string): Sqlite.Database {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  // Commits do not wait for the disk here. `WalSync` waits before they are acknowledged.
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma('mmap_size = 268435456')
  db.pragma('cache_size = -16000')
  // `Checkpoints` does this instead.
  db.pragma('wal_autocheckpoint = 0')
  return db
}

/** Uses a separate connection, because all other reads share the main one. */
async function lookOnce<T>(file: string, look: (db: Reader) => Promise<T>): Promise<T> {
  const own = new Sqlite(file, { readonly: true, timeout: 5000 })
  try {
    own.exec('BEGIN')
    return await look(new Kysely<Database>({ dialect: sqliteDialect(new ReadDriver(new SqliteConnection(own))) }))
  } finally {
    own.close()
  }
}

const bytesOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

export function openSqlite(file: string): Store {
  privateFile(file)
  const writing = connect(file)
  writing.pragma('busy_timeout = 0')
  const reading = connect(file)
  reading.pragma('busy_timeout = 5000')
  reading.pragma('query_only = ON')
  const guard = new SchemaGuard()
  const writer = new SqliteConnection(writing)
  const reader = new SqliteConnection(reading, { onlyReads: true, guard })
  const read = new Kysely<Database>({ dialect: sqliteDialect(new ReadDriver(reader)) })
  const wal = new WalFile(file)
  const log = new WalSync(wal.flush)
  const checkpoints = new Checkpoints(file, () => writing.open && writing.pragma(`wal_autocheckpoint = ${LOG_PAGES}`))
  const write = new Kysely<Database>({ dialect: sqliteDialect(new WriteDriver(writer, guard, log, checkpoints)) })
  const health: Writing = { trouble: null }
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(path.dirname(file))
    return bavail * bsize
  }
  return {
    engine: 'sqlite',
    address: { file },
    read,
    primary: read,
    seeAllWrites: async () => {},
    replicas: () => [],
    refuseWrites: () => {},
    isReadOnly: false,
    transaction: work =>
      traced('transaction', KIND.client, { 'db.system.name': 'sqlite' }, () =>
        reportingOutcome(health, work, run => write.transaction().execute(run)),
      ),
    atOneMoment: look => lookOnce(file, look),
    expectVersion: version => guard.expect(version),
    prepareForBulk: () => bulkSettings(writing, reading, log),
    get writeTrouble() {
      return health.trouble
    },
    freeBytes,
    measure: async () => {
      const [free, databaseBytes, walBytes] = await Promise.all([freeBytes(), bytesOf(file), bytesOf(`${file}-wal`)])
      return { databaseBytes, walBytes, freeBytes: free, connections: null }
    },
    giveBack: () => {
      for (const connection of [reader, writer]) connection.giveBack()
    },
    close: async () => {
      if (reading.open) reader.close()
      if (writing.open) writer.close()
      await checkpoints.close()
      await wal.close()
    },
  }
}

/**
 * Settings for many large transactions that can be resumed after an interruption. More cache for writing, which is
 * random, and less for reading, which is sequential. Commits do not wait for the disk, only
 * checkpoints do: a power failure may lose the last transactions, but never a part of one. No memory mapping, which
 * would count the whole file as memory of this process, and sorting on disk instead of in memory.
 */
const writing = { cache_size: -24_000, mmap_size: 0, temp_store: 1, wal_autocheckpoint: LOG_PAGES }
const reading = { cache_size: -4000, mmap_size: 0 }

/** Returns a function that flushes everything to disk and restores the settings. */
function bulkSettings(writer: BetterSqlite.Database, reader: BetterSqlite.Database, log: WalSync): () => void {
  const undo = [change(writer, writing), change(reader, reading)]
  log.isOff = true
  return () => {
    log.isOff = false
    writer.pragma('wal_checkpoint(PASSIVE)')
    for (const restore of undo) restore()
  }
}

function change(db: BetterSqlite.Database, settings: Readonly<Record<string, number>>): () => void {
  const before = Object.keys(settings).map(name => [name, db.pragma(name, { simple: true })] as const)
  for (const [name, value] of Object.entries(settings)) db.pragma(`${name} = ${value}`)
  return () => {
    for (const [name, value] of before) if (value !== undefined) db.pragma(`${name} = ${value}`)
  }
}
