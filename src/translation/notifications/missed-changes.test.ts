import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock, testServices } from '#core/testing.ts'
import { appendChange } from '#events/change-log.ts'
import type { Log } from '#events/log.ts'
import { beginState, readState } from '#events/mail/state.ts'
import { deleteOldChanges } from '#events/old-changes.ts'
import { seconds } from '#store/clock.ts'
import { lastChange } from '#store/log-order.ts'
import { onEachEngine } from '#store/testing.ts'
import { followChangeLog } from './follow.ts'

onEachEngine('notifications about deleted changes', open => {
  test('report once that entries are missing, and go on behind them', async () => {
    const store = await open()
    const clock = manualClock()
    const events: unknown[] = []
    const log = ((event: string, fields: object) => events.push([event, fields])) as Log
    const services = { ...(await testServices(store, clock)), log }
    const append = (area: string) => store.transaction(tx => appendChange(tx, clock, { area, kind: 'nothing' }))
    await append('translation')
    const position = await lastChange(store.read)
    await store.transaction(tx => beginState(tx, 'followed', String(position)))
    await append('translation')
    const missed = await lastChange(store.read)
    clock.advance(60)
    // Entries of other areas are not its concern.
    await append('wiki')
    clock.advance(60)
    await append('wiki')
    await deleteOldChanges(store, seconds(clock), 100)
    await followChangeLog(services)
    const fields = { follower: 'notifications', after: position, deleted: missed }
    assert.deepEqual(events, [['notification.entries_missed', fields]])
    assert.equal(await readState(store.read, 'followed'), String(await lastChange(store.read)))
    await followChangeLog(services)
    assert.equal(events.length, 1)
  })
})
