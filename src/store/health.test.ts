import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { DatabaseHealth } from './health.ts'
import { openPostgres } from './postgres/open.ts'
import type { Store } from './store.ts'
import { NO_POSTGRES, onEachEngine, temporaryStore } from './testing.ts'

/** Counts the transactions of a store. */
function counting(store: Store): { store: Store; transactions: () => number } {
  let transactions = 0
  const own: Store = {
    ...store,
    transaction: work => {
      transactions++
      return store.transaction(work)
    },
    get writeTrouble() {
      return store.writeTrouble
    },
  }
  return { store: own, transactions: () => transactions }
}

onEachEngine('the health of a database', open => {
  test('includes a write, which leaves nothing behind', async () => {
    const { store, transactions } = counting(await open())
    const rows = async () => (await sql`select * from migration`.execute(store.read)).rows
    const before = await rows()
    assert.equal(await new DatabaseHealth(store).trouble(), null)
    assert.equal(transactions(), 1)
    assert.deepEqual(await rows(), before)
  })

  test('questions at the same time share a write, and so do those of a second', async () => {
    const { store, transactions } = counting(await open())
    let now = 0
    const health = new DatabaseHealth(store, { now: () => now })
    await Promise.all(Array.from({ length: 10 }, () => health.trouble()))
    now += 500
    await health.trouble()
    assert.equal(transactions(), 1)
    now += 600
    await health.trouble()
    assert.equal(transactions(), 2)
  })

  test('a server that must not write does not', async () => {
    const { store, transactions } = counting(await open())
    assert.equal(await new DatabaseHealth(store, { writes: false }).trouble(), null)
    assert.equal(transactions(), 0)
  })

  test('waiting for others is no trouble, until it takes too long', async () => {
    const store = await open()
    const others = Promise.withResolvers<void>()
    let now = 0
    const waiting: Store = {
      ...store,
      writeTrouble: null,
      transaction: work => others.promise.then(() => store.transaction(work)),
    }
    const health = new DatabaseHealth(waiting, { now: () => now })
    assert.equal(await health.trouble(), null)
    now += 61_000
    assert.equal(await health.trouble(), 'The database has not accepted a write for 61 s.')
    others.resolve()
    assert.equal(await health.trouble(), null)
  })
})

test('a database that cannot be written is noticed before anyone writes, on SQLite', async () => {
  const store = await temporaryStore('sqlite')
  await store.transaction(tx => sql`pragma query_only = on`.execute(tx))
  assert.equal(await new DatabaseHealth(store).trouble(), 'The database is read-only.')
  assert.equal(await new DatabaseHealth(store, { writes: false }).trouble(), null)
})

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
test('a database that cannot be written is noticed before anyone writes, on PostgreSQL', { skip }, async () => {
  const { address } = await temporaryStore('postgres')
  const url = new URL((address as { database: string }).database)
  url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} -c default_transaction_read_only=on`)
  const store = openPostgres(url.href, 2)
  assert.equal(await new DatabaseHealth(store).trouble(), 'The database is read-only.')
  assert.equal(await new DatabaseHealth(store, { writes: false }).trouble(), null)
  await store.close()
})
