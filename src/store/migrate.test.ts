import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from './migrate.ts'
import type { Store } from './store.ts'
import { onEachEngine } from './testing.ts'

onEachEngine('the schema', open => {
  let store: Store
  before(async () => {
    store = await open()
  })

  test('migrating twice does nothing', async () => {
    assert.deepEqual(await migrate(store), [])
  })

  test('rejects a database of a newer version without changing it', async () => {
    await assert.rejects(
      store.transaction(async tx => {
        await sql`insert into migration (name, applied_at) values ('999-future', '')`.execute(tx)
        await migrate({ ...store, read: tx, transaction: work => work(tx) })
      }),
      /newer version of Parlance \(it has the migration "999-future"\)/,
    )
    assert.deepEqual(await migrate(store), [])
  })

  test('text is ordered by its UTF-8 bytes', async () => {
    const words = ['ё', 'Ё', 'a', 'B', 'я', '😀', 'ﬀ', '0', '"']
    await store.transaction(async tx => {
      for (const [i, title] of words.entries()) {
        await tx
          .insertInto('link_target')
          .values({ id: i + 1, ns: 0, title })
          .execute()
      }
    })
    const rows = await store.read.selectFrom('link_target').select('title').orderBy('ns').orderBy('title').execute()
    const byBytes = [...words].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    assert.deepEqual(
      rows.map(row => row.title),
      byBytes,
    )
  })

  test('rolls back a transaction that throws', async () => {
    const add = store.transaction(async tx => {
      await tx.insertInto('category').values({ title: 'Half_done' }).execute()
      throw new Error('stop')
    })
    await assert.rejects(add, /stop/)
    assert.deepEqual(await store.read.selectFrom('category').selectAll().execute(), [])
  })

  test('concurrent writers wait instead of failing', async () => {
    await store.transaction(tx => tx.insertInto('site_stats').values({ id: 1 }).execute())
    const one = () =>
      store.transaction(async tx => {
        await tx
          .updateTable('site_stats')
          .set(eb => ({ edits: eb('edits', '+', 1) }))
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, one))
    const row = await store.read.selectFrom('site_stats').select('edits').executeTakeFirstOrThrow()
    assert.equal(row.edits, 20)
  })
})
