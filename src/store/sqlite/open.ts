import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Store } from '../store.ts'
import type { Database } from '../tables/database.ts'
import { bulkSettings } from './bulk-settings.ts'
import { SqliteConnection } from './connection.ts'
import { ReadDriver, sqliteDialect, WriteDriver } from './driver.ts'

function connect(file: string): SqliteConnection {
  const db = new Sqlite(file)
  db.pragma('journal_mode = WAL')
  // NORMAL, the build's default, may lose an acknowledged write when the power fails.
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma('mmap_size = 268435456')
  db.pragma('cache_size = -16000')
  return new SqliteConnection(db)
}

export function openSqlite(file: string): Store {
  mkdirSync(path.dirname(file), { recursive: true })
  const writer = connect(file)
  writer.db.pragma('busy_timeout = 0')
  const reader = connect(file)
  reader.db.pragma('busy_timeout = 5000')
  reader.db.pragma('query_only = ON')
  const read = new Kysely<Database>({ dialect: sqliteDialect(new ReadDriver(reader)) })
  const write = new Kysely<Database>({ dialect: sqliteDialect(new WriteDriver(writer)) })
  return {
    engine: 'sqlite',
    read,
    transaction: work => write.transaction().execute(work),
    prepareForBulk: () => bulkSettings(writer.db, reader.db),
    close: async () => {
      await read.destroy()
      await write.destroy()
      // Kysely leaves a connection alone that it never used.
      reader.db.close()
      writer.db.close()
    },
  }
}
