import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { foundUnits } from './found-units.ts'
import { testApi } from './testing.ts'

onEachEngine('a search for strings', open => {
  test('has the same pages, however many strings a query looks at', async () => {
    const store = await open()
    const api = await testApi(store)
    await testCatalogue(api.services)
    const query = store.read.selectFrom('unit').selectAll('unit').where('unit.position', '<>', 2).orderBy('unit.id')
    const all = (await query.execute()).map(({ id }) => id)
    assert.ok(all.length > 5)
    for (const atOnce of [1, 3, 10_000]) {
      const rows = foundUnits(store.read, query, async units => units.map(({ id }) => id), atOnce)
      assert.equal(await rows.count(), all.length)
      for (const [limit, offset] of [
        [2, 0],
        [3, 2],
        [100, all.length - 1],
        [5, all.length],
      ] as const)
        assert.deepEqual(await rows.slice(limit, offset), all.slice(offset, offset + limit))
    }
  })
})
