import assert from 'node:assert/strict'
import { test } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { SqliteConnection } from './connection.ts'

test('caches prepared statements, except those with long lists of values', () => {
  const connection = new SqliteConnection(new BetterSqlite(':memory:'))
  const listOf = (values: number) => `select 1 where 1 in (${Array(values).fill('?').join(', ')})`
  assert.equal(connection.prepare(listOf(50)), connection.prepare(listOf(50)))
  assert.notEqual(connection.prepare(listOf(5000)), connection.prepare(listOf(5000)))
  connection.close()
})

test('evicts the oldest statements when the cache is full', () => {
  const connection = new SqliteConnection(new BetterSqlite(':memory:'))
  const [first, second] = [connection.prepare('select 1'), connection.prepare('select 2')]
  assert.equal(connection.prepare('select 1'), first)
  for (let i = 0; i < 100; i++) connection.prepare(`select ${i} /* ${'x'.repeat(5000)} */`)
  assert.notEqual(connection.prepare('select 2'), second)
  assert.equal(connection.prepare('select 2'), connection.prepare('select 2'))
  connection.close()
})

test('prepares statements again after releasing memory', () => {
  const connection = new SqliteConnection(new BetterSqlite(':memory:'))
  const before = connection.prepare('select 1 as one')
  connection.giveBack()
  assert.notEqual(connection.prepare('select 1 as one'), before)
  assert.deepEqual(connection.all('select 1 as one', []), [{ one: 1 }])
  connection.close()
})
