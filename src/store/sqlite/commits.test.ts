// Transactions that wait for each other share a commit. What is acknowledged is stored, what failed is not.
import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import type { Store, Writer } from '../store.ts'
import { temporaryStore } from '../testing.ts'

const put = (tx: Writer, key: string, value = '') => tx.insertInto('site_setting').values({ key, value }).execute()

const keys = async ({ read }: Pick<Store, 'read'>) =>
  (await read.selectFrom('site_setting').select('key').where('key', 'like', 'k%').orderBy('key').execute()).map(
    row => row.key,
  )

test('each of many concurrent transactions is stored, or rolled back alone', async () => {
  const store = await temporaryStore('sqlite')
  const outcomes = await Promise.allSettled(
    Array.from({ length: 150 }, (_, i) =>
      store.transaction(async tx => {
        await put(tx, `k${i}`)
        if (i % 10 === 3) throw new Error('not this one')
        // The database refuses the second row, but keeps the first transaction.
        if (i % 10 === 7) await put(tx, `k${i - 1}`)
      }),
    ),
  )
  const expected = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [`k${i}`] : []))
  assert.equal(expected.length, 120)
  assert.deepEqual(await keys(store), expected.sort())
  await store.close()
})

test('an acknowledged transaction can be read by others at once', async () => {
  const store = await temporaryStore('sqlite')
  const elsewhere = new Sqlite((store.address as { file: string }).file, { readonly: true })
  const isThere = elsewhere.prepare('select 1 from site_setting where key = ?').pluck()
  await Promise.all(
    Array.from({ length: 30 }, async (_, i) => {
      await store.transaction(async tx => {
        await put(tx, `k${i}`)
        if (i % 5 === 0) await sleep(1)
      })
      assert.equal(isThere.get(`k${i}`), 1)
    }),
  )
  elsewhere.close()
  await store.close()
})

test('with a full disk, nothing acknowledged is missing and nothing refused is stored', async () => {
  const store = await temporaryStore('sqlite')
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(store.read)
  await store.transaction(tx => sql.raw(`pragma max_page_count = ${pages.rows[0]!.page_count + 40}`).execute(tx))
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) =>
      store.transaction(tx => put(tx, `k${i}`, 'x'.repeat(i % 4 === 0 ? 60_000 : 10))),
    ),
  )
  const expected = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [`k${i}`] : []))
  assert.ok(expected.length < 40)
  assert.deepEqual(await keys(store), expected.sort())
  await store.close()
})

test('many commits are copied into the database while others write, and the file can be closed at any time', async () => {
  const store = await temporaryStore('sqlite')
  const { file } = store.address as { file: string }
  const before = statSync(file).size
  const text = 'x'.repeat(4000)
  const deadline = Date.now() + 20_000
  let written = 0
  const writeSome = async () => {
    await Promise.all(Array.from({ length: 50 }, () => store.transaction(tx => put(tx, `k${written++}`, text))))
    return statSync(`${file}-wal`).size
  }
  // A log that never starts again at its beginning grows with every commit.
  for (let size = 0, calm = 0; calm < 5; ) {
    const next = await writeSome()
    calm = next === size ? calm + 1 : 0
    size = next
    assert.ok(Date.now() < deadline, `after ${written} commits the log still grows: ${size} bytes`)
  }
  assert.ok(statSync(file).size > before + 1_000_000, 'pages have arrived in the database file')
  assert.equal((await keys(store)).length, written)
  await store.transaction(tx => put(tx, 'k-last'))
  await store.close()
  assert.equal(existsSync(`${file}-wal`), false)
})
