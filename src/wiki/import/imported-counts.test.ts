import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { seconds } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { checkCounters, mendCounters } from '../content/check-counters.ts'
import { clock, runImport } from './testing.ts'
import { importedSite } from './wiki-site.ts'

const dump = path.join(import.meta.dirname, '../../../test/conformance/corpus/scenario.sql.gz')

const faultsOf = async (store: Store) =>
  (await checkCounters(store.read, await importedSite(store.read), seconds(clock))).faults

onEachEngine('imported counts', open => {
  test('may differ as in the dump, but any other difference is a fault', async () => {
    const store = await open()
    await runImport(store, { files: [dump] })
    const { count } = await store.read
      .selectFrom('counter_difference')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.ok(Number(count) > 0, 'the dump counts more than it holds')
    assert.deepEqual(await faultsOf(store), [])

    const stats = (by: number) =>
      store.transaction(tx =>
        tx
          .updateTable('site_stats')
          .set(eb => ({ articles: eb('articles', '+', by) }))
          .execute(),
      )
    await stats(500)
    assert.match((await faultsOf(store)).join(), /^site statistics: the site has pages .*articles/)
    // Importing the same file again adds nothing and excuses nothing.
    await runImport(store, { files: [dump] })
    assert.equal((await faultsOf(store)).length, 1)
    await stats(-500)
    await store.transaction(tx => tx.updateTable('category').set({ pages: 77 }).where('id', '=', 1).execute())
    assert.match((await faultsOf(store)).join(), /^categories: category .* has 77 /)

    const site = await importedSite(store.read)
    await store.transaction(tx => mendCounters(tx, site, seconds(clock)))
    assert.deepEqual(await faultsOf(store), [])
    await stats(1)
    assert.equal((await faultsOf(store)).length, 1)
  })
})
