import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { storeChecks } from './checks.ts'
import { buildMissingIndexes, declaredIndexes, missingIndexes } from './indexes.ts'
import { onEachEngine } from './testing.ts'

onEachEngine('indexes', (open, engine) => {
  test('a new database has all declared indexes', async () => {
    const store = await open()
    assert.deepEqual(await missingIndexes(store), [])
    assert.ok(declaredIndexes(engine).length > 100)
  })

  test('reports and rebuilds missing indexes', async () => {
    const store = await open()
    const check = async () => {
      const faults: string[] = []
      for (const { name, run } of storeChecks) if (name === 'indexes') faults.push(...(await run(store)))
      return faults
    }
    assert.deepEqual(await check(), [])
    await store.transaction(async tx => {
      await sql`drop index revision_by_page`.execute(tx)
      await sql`drop index page_by_title`.execute(tx)
    })
    const [page, revision] = (await check()).sort()
    assert.match(page!, /^index page_by_title of table page is missing/)
    assert.match(revision!, /^index revision_by_page of table revision is missing.*parlance db migrate/)
    // Two concurrent starts share the work; which one builds which index is random.
    const built = await Promise.all([buildMissingIndexes(store), buildMissingIndexes(store)])
    assert.deepEqual(built.flat().sort(), ['page_by_title', 'revision_by_page'])
    assert.deepEqual(await check(), [])
    assert.deepEqual(await buildMissingIndexes(store), [])
  })
})
