import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '#core/testing.ts'
import { lastChange } from '#store/log-order.ts'
import { onEachEngine } from '#store/testing.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { work } from '../catalogue/work.ts'
import { entriesAfter, LoggedChanges } from './log-entries.ts'

const EACH = 1300

onEachEngine('change log entries', open => {
  test('keep their own changes when others write concurrently', async () => {
    const store = await open()
    const context = { store, clock: manualClock() }
    const { project } = await testCatalogue(context)
    const before = await lastChange(store.read)
    const writers = ['a', 'b', 'c']
    await Promise.all(
      writers.map(target =>
        work(context, null, async piece => {
          for (let i = 0; i < EACH; i++) piece.record(ACTION.resourceUpdated, { project_id: project.id }, { target })
        }),
      ),
    )
    const { entries } = await entriesAfter(store.read, before)
    assert.equal(entries.length, writers.length)
    const logged = new LoggedChanges(store.read, entries)
    const targets: string[] = []
    for (const entry of entries) {
      const rows = (await Array.fromAsync(logged.of(entry, [ACTION.resourceUpdated]))).flat()
      assert.equal(rows.length, EACH)
      const [target, ...others] = new Set(rows.map(row => row.target))
      assert.deepEqual(others, [])
      targets.push(target!)
    }
    assert.deepEqual(targets.sort(), writers)
    const none = await Array.fromAsync(logged.of(entries[0]!, [ACTION.commentAdded]))
    assert.deepEqual(none.flat(), [])
  })
})
