import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { SchemaGuard } from '../schema-guard.ts'
import { Checkpoints } from './checkpoints.ts'
import { SqliteConnection } from './connection.ts'
import { sqliteDialect, WriteDriver } from './driver.ts'
import { WalSync } from './wal-sync.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-flush-'))
after(() => rmSync(folder, { recursive: true }))

test('transactions go on while others wait for the disk, and share the next flush', async () => {
  const file = path.join(folder, 'site.sqlite')
  const database = new Sqlite(file)
  database.exec('pragma journal_mode = wal; create table line (id integer primary key)')
  const flushes: (() => void)[] = []
  const log = new WalSync(() => new Promise(resolve => flushes.push(resolve)))
  const checkpoints = new Checkpoints(file, () => {})
  const driver = new WriteDriver(new SqliteConnection(database), new SchemaGuard(), log, checkpoints)
  const db = new Kysely<Record<string, never>>({ dialect: sqliteDialect(driver) })
  const acknowledged: number[] = []
  const write = async (id: number) => {
    await db.transaction().execute(tx => sql`insert into line values (${id})`.execute(tx))
    acknowledged.push(id)
  }
  const committed = () => database.prepare('select count(*) from line').pluck().get()
  const all = [1, 2, 3, 4].map(write)
  for (let i = 0; i < 20; i++) await turn()
  assert.equal(committed(), 4, 'no transaction waits for the disk')
  assert.deepEqual(acknowledged, [], 'nothing is acknowledged before it is on disk')
  assert.equal(flushes.length, 1)
  flushes[0]!()
  for (let i = 0; i < 20; i++) await turn()
  assert.deepEqual(acknowledged, [1])
  assert.equal(flushes.length, 2, 'the others share one flush')
  flushes[1]!()
  await Promise.all(all)
  assert.deepEqual(acknowledged, [1, 2, 3, 4])
  await db.destroy()
  await checkpoints.close()
})
