import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { storeChecks } from './checks.ts'
import { onEachEngine } from './testing.ts'

onEachEngine('checks of the database', (open, engine) => {
  test('reports sequences that would hand out a used number', async () => {
    const store = await open()
    const check = async () => {
      const { run } = storeChecks.find(({ name }) => name === 'sequences')!
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
    // The state after a copy without sequences.
    await log({ seq: 7 })
    const fault = 'the next row of table change_log would get number 2, but 7 is already in use'
    assert.deepEqual(await check(), engine === 'postgres' ? [fault] : [])
    if (engine === 'postgres')
      await store.transaction(tx => sql`select setval(pg_get_serial_sequence('change_log', 'seq'), 7)`.execute(tx))
    assert.deepEqual(await check(), [])
    assert.deepEqual(await log({}), { seq: 8 })
  })
})
