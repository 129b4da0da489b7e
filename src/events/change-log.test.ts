import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { pinnedClock } from '#store/clock.ts'
import { lastChange } from '#store/log-order.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { ChangeFollower } from './change-follower.ts'
import { appendChange, changesAfter } from './change-log.ts'

const clock = pinnedClock('2026-11-15T00:00:00Z')

onEachEngine('the change log', open => {
  let store: Store
  before(async () => {
    store = await open()
  })
  const append = (kind: string, area = 'wiki') =>
    store.transaction(tx => appendChange(tx, clock, { area, kind, subject: 'Page', data: { n: 1 } }))

  test('an empty log has no entries', async () => {
    assert.equal(await lastChange(store.read), 0)
    assert.deepEqual(await changesAfter(store.read, 0, 10), [])
  })

  test('returns entries in order, from any position, optionally for one area', async () => {
    const first = await append('edit')
    await append('unit', 'translation')
    const third = await append('move')
    const all = await changesAfter(store.read, 0, 10)
    assert.deepEqual(
      all.map(change => change.kind),
      ['edit', 'unit', 'move'],
    )
    assert.deepEqual(all[0], {
      seq: first,
      at: 1_794_700_800,
      area: 'wiki',
      kind: 'edit',
      accountId: null,
      subject: 'Page',
      data: { n: 1 },
    })
    const wiki = await changesAfter(store.read, first, 10, 'wiki')
    assert.deepEqual(
      wiki.map(change => change.seq),
      [third],
    )
    assert.equal(await lastChange(store.read), third)
  })

  test('a rolled-back change is not logged', async () => {
    const last = await lastChange(store.read)
    const failing = store.transaction(async tx => {
      await appendChange(tx, clock, { area: 'wiki', kind: 'edit' })
      throw new Error('undone')
    })
    await assert.rejects(failing, /undone/)
    assert.deepEqual(await changesAfter(store.read, last, 10), [])
  })

  test('an open transaction delays no other writer, and readers wait for it or catch up', async t => {
    if (store.engine === 'sqlite') return t.skip('SQLite has one writer at a time')
    const start = await lastChange(store.read)
    const reported: (readonly number[] | null)[] = []
    const follower = new ChangeFollower(numbers => void reported.push(numbers))
    await follower.catchUp(store.read)
    const [appended, finish] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()]
    const slow = store.transaction(async tx => {
      appended.resolve(await appendChange(tx, clock, { area: 'wiki', kind: 'slow' }))
      await finish.promise
    })
    const first = await appended.promise
    const second = await append('quick')
    assert.ok(second > first)
    assert.deepEqual(await changesAfter(store.read, start, 10), [], 'the first one may still be committed')
    await follower.catchUp(store.read)
    finish.resolve()
    await slow
    await follower.catchUp(store.read)
    await follower.catchUp(store.read)
    assert.deepEqual(reported, [null, [second], [first]], 'each entry once, in the order of commits')
    const seen = await changesAfter(store.read, start, 10)
    assert.deepEqual(
      seen.map(change => change.seq),
      [first, second],
    )
  })

  test('several entries of one transaction are numbered in order', async () => {
    const start = await lastChange(store.read)
    const numbers = await store.transaction(async tx => [
      await appendChange(tx, clock, { area: 'wiki', kind: 'a' }),
      await appendChange(tx, clock, { area: 'wiki', kind: 'b' }),
    ])
    assert.deepEqual(
      (await changesAfter(store.read, start, 10)).map(change => change.seq),
      numbers,
    )
  })

  test('a reader that follows the log misses nothing when writers overlap', async () => {
    const start = await lastChange(store.read)
    const seen: number[] = []
    let position = start
    let writing = true
    const follow = async () => {
      for (const { seq } of await changesAfter(store.read, position, 1000)) {
        seen.push(seq)
        position = seq
      }
    }
    const reader = (async () => {
      while (writing) {
        await follow()
        await new Promise(resolve => setImmediate(resolve))
      }
      await follow()
    })()
    const written = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        store.transaction(async tx => {
          const seq = await appendChange(tx, clock, { area: 'wiki', kind: `n${i}` })
          for (let turns = i % 5; turns > 0; turns--) await new Promise(resolve => setImmediate(resolve))
          return seq
        }),
      ),
    )
    writing = false
    await reader
    assert.deepEqual(
      seen,
      [...written].sort((a, b) => a - b),
    )
  })
})
