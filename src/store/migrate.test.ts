import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { migrate } from './migrate.ts'
import { LAST_BEFORE, SQUASHED } from './migrations/before-0.1.0.ts'
import type { Store } from './store.ts'
import { onEachEngine } from './testing.ts'

const drop = (table: string) => `drop table ${table}`
const UNDO: Readonly<Record<string, readonly string[]>> = {
  '032-idempotency-keys': [drop('idempotency_key')],
  '033-set-aside-strings': ['set_aside_unit', 'set_aside_translation', 'set_aside_change', 'held_file'].map(drop),
  '034-job-queues': ['drop index job_by_queue', 'alter table job drop column queue'],
  '041-file-stores': [drop('file_store')],
  '041-imported-counts': [drop('counter_difference')],
}

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

  test('a database from before version 0.1.0 is brought to it and keeps its rows', async () => {
    const old = await openAsBefore(LAST_BEFORE.map(({ name }) => name))
    assert.deepEqual(await migrate(old), ['0.1.0'])
    assert.deepEqual(await migrate(old), [])
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(old.read)
    assert.deepEqual(rows, [{ name: '0.1.0' }])
    assert.deepEqual(await old.read.selectFrom('category').select('title').execute(), [{ title: 'Kept' }])
    assert.deepEqual(await old.read.selectFrom('job').select('queue').execute(), [])
    assert.deepEqual(await old.read.selectFrom('set_aside_unit').select('id').execute(), [])
  })

  test('and so is one that had some of the last migrations before it', async () => {
    const old = await openAsBefore(['041-file-stores', '041-imported-counts'])
    assert.deepEqual(await migrate(old), ['0.1.0'])
    assert.deepEqual(await old.read.selectFrom('counter_difference').select('what').execute(), [])
  })

  test('a database that is too old to upgrade is refused by name and left alone', async () => {
    const old = await openAsBefore([])
    await old.transaction(tx => sql`delete from migration where name = '031-dismissed-alerts'`.execute(tx))
    await assert.rejects(migrate(old), /too old to upgrade directly: it lacks the migration "031-dismissed-alerts"/)
    assert.deepEqual(await old.read.selectFrom('category').select('title').execute(), [{ title: 'Kept' }])
  })

  /** A database as a version before 0.1.0 left it, without some of its last migrations. */
  async function openAsBefore(lacks: readonly string[]): Promise<Store> {
    const old = await open()
    await old.transaction(async tx => {
      await tx.insertInto('category').values({ title: 'Kept' }).execute()
      for (const name of lacks) for (const statement of UNDO[name]!) await sql.raw(statement).execute(tx)
      await sql`delete from migration`.execute(tx)
      const names = [...SQUASHED, ...LAST_BEFORE.map(({ name }) => name).filter(name => !lacks.includes(name))]
      for (const name of names) await sql`insert into migration (name, applied_at) values (${name}, '')`.execute(tx)
    })
    return old
  }

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
