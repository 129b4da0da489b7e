import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { askLater, runLater } from './run-later.ts'
import { StatementTexts } from './run-text.ts'
import type { Writer } from './store.ts'
import { onEachEngine } from './testing.ts'

const texts = new StatementTexts()
const put = (tx: Writer, key: string) =>
  runLater(
    tx,
    texts.get(tx, 'put', mark => `insert into site_setting (key, value) values (${mark(1)}, 'x')`),
    [key],
  )

onEachEngine('statements that are sent later', open => {
  const keys = async (db: Writer | (typeof store)['read']) =>
    (await db.selectFrom('site_setting').select('key').where('key', 'like', 'k%').orderBy('key').execute()).map(
      ({ key }) => key,
    )
  let store: Awaited<ReturnType<typeof open>>

  test('run before the next statement, and before the commit', async () => {
    store = await open()
    await store.transaction(async tx => {
      await put(tx, 'k1')
      await put(tx, 'k2')
      assert.deepEqual(await keys(tx), ['k1', 'k2'])
      await put(tx, 'k3')
      // A statement without parameters goes another way.
      assert.equal((await sql`select key from site_setting where key = 'k3'`.execute(tx)).rows.length, 1)
      await put(tx, 'k4')
    })
    assert.deepEqual(await keys(store.read), ['k1', 'k2', 'k3', 'k4'])
  })

  test('are rolled back with the rest', async () => {
    await assert.rejects(
      store.transaction(async tx => {
        await put(tx, 'k5')
        await keys(tx)
        await put(tx, 'k6')
        throw new Error('not this one')
      }),
      /not this one/,
    )
    assert.deepEqual(await keys(store.read), ['k1', 'k2', 'k3', 'k4'])
  })

  test('fail the transaction, and the connection goes on', async () => {
    for (let i = 0; i < 12; i++) {
      await assert.rejects(
        store.transaction(async tx => {
          await put(tx, `k9${i}`)
          await put(tx, 'k1')
        }),
      )
      await assert.rejects(
        store.transaction(async tx => {
          await put(tx, 'k1')
          await tx.selectFrom('site_setting').select('value').where('key', '=', `never before ${i}`).execute()
        }),
      )
      assert.deepEqual(
        await store.transaction(tx =>
          tx.selectFrom('site_setting').select('value').where('key', '=', `never before ${i}`).execute(),
        ),
        [],
      )
    }
    assert.deepEqual(await keys(store.read), ['k1', 'k2', 'k3', 'k4'])
  })
})

onEachEngine('rows that arrive later', open => {
  const find = (tx: Writer, key: string) =>
    askLater<{ value: string }>(
      tx,
      texts.get(tx, 'find', mark => `select value from site_setting where key = ${mark(1)}`),
      [key],
    )

  test('are there after the next statement, as of their place in the transaction', async () => {
    const store = await open()
    await store.transaction(async tx => {
      const before = await find(tx, 'k1')
      await put(tx, 'k1')
      const after = await find(tx, 'k1')
      await tx.selectFrom('site_setting').select('key').where('key', '=', 'other').execute()
      assert.deepEqual([before(), after()], [[], [{ value: 'x' }]])
    })
  })

  test('a transaction that only waits is still written, and an empty one ends well', async () => {
    const store = await open()
    assert.equal(await store.transaction(async () => 'nothing'), 'nothing')
    await assert.rejects(
      store.transaction(async () => {
        throw new Error('before any statement')
      }),
      /before any statement/,
    )
    await store.transaction(tx => put(tx, 'k1'))
    const rows = await store.read.selectFrom('site_setting').select('key').where('key', '=', 'k1').execute()
    assert.equal(rows.length, 1)
  })
})
