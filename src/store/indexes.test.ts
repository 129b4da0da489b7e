import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { storeChecks } from './checks.ts'
import { buildMissingIndexes, declaredIndexes, missingIndexes } from './indexes.ts'
import { onEachEngine } from './testing.ts'

onEachEngine('indexes', (open, engine) => {
  test('a new database has all that are declared', async () => {
    const store = await open()
    assert.deepEqual(await missingIndexes(store), [])
    assert.ok(declaredIndexes(engine).length > 100)
  })

  test('those that got lost are named and built', async () => {
    const store = await open()
    const check = async () => {
      const found: string[] = []
      for (const { name, run } of storeChecks) if (name === 'indexes') found.push(...(await run(store)))
      return found
    }
    assert.deepEqual(await check(), [])
    await store.transaction(async tx => {
      await sql`drop index revision_by_page`.execute(tx)
      await sql`drop index page_by_title`.execute(tx)
    })
    const [page, revision] = (await check()).sort()
    assert.match(page!, /^page_by_title of the table page is missing/)
    assert.match(revision!, /^revision_by_page of the table revision is missing.*parlance db migrate/)
    // Two that start at the same time share the work: which of them builds what is a matter of chance.
    const built = await Promise.all([buildMissingIndexes(store), buildMissingIndexes(store)])
    assert.deepEqual(built.flat().sort(), ['page_by_title', 'revision_by_page'])
    assert.deepEqual(await check(), [])
    assert.deepEqual(await buildMissingIndexes(store), [])
  })
})
