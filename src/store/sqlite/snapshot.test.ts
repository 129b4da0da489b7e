import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { migrate } from '../migrate.ts'
import type { Store } from '../store.ts'
import { temporaryFolder } from '../testing.ts'
import { openSqlite } from './open.ts'

const names = async ({ read }: Store) =>
  (await read.selectFrom('actor').select('name').orderBy('id').execute()).map(row => row.name)

const add = ({ transaction }: Store, id: number, name: string) =>
  transaction(tx => tx.insertInto('actor').values({ id, name, account_id: null }).execute())

test('all reads of one turn see the same state', async t => {
  const file = path.join(temporaryFolder(), 'test.db')
  const store = openSqlite(file)
  t.after(() => store.close())
  await migrate(store)
  const other = new Sqlite(file)
  t.after(() => other.close())

  assert.deepEqual(await names(store), [])
  other.prepare(`insert into actor (id, name) values (1, 'From elsewhere')`).run()
  assert.deepEqual(await names(store), [])
  await nextTurn()
  assert.deepEqual(await names(store), ['From elsewhere'])
})

test('writes are visible immediately through any store of the process', async t => {
  const file = path.join(temporaryFolder(), 'test.db')
  const [one, two] = [openSqlite(file), openSqlite(file)]
  t.after(async () => {
    await one.close()
    await two.close()
  })
  await migrate(one)
  assert.deepEqual([await names(one), await names(two)], [[], []])
  await add(one, 1, 'First')
  assert.deepEqual([await names(one), await names(two)], [['First'], ['First']])
  await add(two, 2, 'Second')
  assert.deepEqual(
    [await names(one), await names(two)],
    [
      ['First', 'Second'],
      ['First', 'Second'],
    ],
  )
})
