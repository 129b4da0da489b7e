import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { missingIndexes } from '#store/indexes.ts'
import type { Reader } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { deferIndexes, restoreIndexes } from './deferred-indexes.ts'

const DUMP = [{ file: 'dump.sql', kind: 'sql', compression: 'none' }] as const

/** Queries that join several tables, each in a different order. */
const reads: ((db: Reader) => Promise<unknown>)[] = [
  db => db.selectFrom('page_prop').innerJoin('page', 'page.id', 'page_prop.page_id').select('page.id').execute(),
  db => db.selectFrom('page').innerJoin('interwiki_link', 'from_id', 'page.id').select('page.id').execute(),
  db => db.selectFrom('log').innerJoin('revision', 'revision.id', 'log.id').select('log.id').execute(),
]

onEachEngine('deferred indexes', open => {
  test('are dropped and rebuilt without breaking concurrent queries', async () => {
    const store = await open()
    let isOver = false
    const reading = reads.map(async read => {
      while (!isOver) {
        await read(store.read)
        await setImmediate()
      }
    })
    const importing = async () => {
      for (let round = 0; round < 3; round++) {
        await deferIndexes(store, DUMP)
        assert.notDeepEqual(await missingIndexes(store), [])
        await restoreIndexes(store)
      }
      isOver = true
    }
    await Promise.all([importing(), ...reading])
    assert.deepEqual(await missingIndexes(store), [])
  })
})
