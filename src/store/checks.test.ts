import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { storeChecks } from './checks.ts'
import { onEachEngine } from './testing.ts'

onEachEngine('checks of the database', (open, engine) => {
  test('numbers are not handed out twice, and where they would be that is said', async () => {
    const store = await open()
    const check = async () => {
      const { run } = storeChecks.find(({ name }) => name === 'numbers to come')!
      return run(store)
    }
    const log = (entry: { seq?: number }) =>
      store.transaction(tx =>
        tx
          .insertInto('change_log')
          .values({ ...entry, at: 0, area: 'wiki', kind: 'edit' })
          .returning('seq')
          .executeTakeFirstOrThrow(),
      )
    assert.deepEqual(await check(), [])
    assert.deepEqual(await log({}), { seq: 1 })
    assert.deepEqual(await check(), [])
    // As a copy that forgets the sequences leaves it.
    await log({ seq: 7 })
    const forgotten = 'the next row of the table change_log would get the number 2, but 7 is taken already'
    assert.deepEqual(await check(), engine === 'postgres' ? [forgotten] : [])
    if (engine === 'postgres')
      await store.transaction(tx => sql`select setval(pg_get_serial_sequence('change_log', 'seq'), 7)`.execute(tx))
    assert.deepEqual(await check(), [])
    assert.deepEqual(await log({}), { seq: 8 })
  })
})
