import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reader } from './store.ts'
import { onEachEngine } from './testing.ts'

onEachEngine('a consistent snapshot', open => {
  const names = async (db: Reader) => (await db.selectFrom('role').select('name').execute()).map(row => row.name)

  test('does not see concurrent writes', async () => {
    const store = await open()
    const add = (name: string) => store.transaction(tx => tx.insertInto('role').values({ name }).execute())
    await add('before')
    const seen = await store.atOneMoment(async db => {
      const first = await names(db)
      await add('meanwhile')
      return [first, await names(db), await names(store.read)]
    })
    assert.deepEqual(seen, [['before'], ['before'], ['before', 'meanwhile']])
    assert.deepEqual(await store.atOneMoment(names), ['before', 'meanwhile'])
  })

  test('passes on errors and leaves nothing open', async () => {
    const store = await open()
    const fail = () => store.atOneMoment(() => Promise.reject(new Error('no')))
    for (let i = 0; i < 10; i++) await assert.rejects(fail(), /^Error: no$/)
    await store.transaction(tx => tx.insertInto('role').values({ name: 'after' }).execute())
    assert.deepEqual(await store.atOneMoment(names), ['after'])
  })
})
