import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { joinGroup } from '#accounts/memberships.ts'
import { JobRunner } from '#events/job-runner.ts'
import { silentLog } from '#events/testing-log.ts'
import { onEachEngine } from '#store/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { type Editor, editor } from '#wiki/editing/testing.ts'
import { openWiki } from '#wiki/open-wiki.ts'
import { customisedFaults } from './customised-check.ts'
import { type TestBridge, testBridge } from './testing.ts'

onEachEngine('edits to interface pages', open => {
  let bridge: TestBridge
  let boss: Editor
  before(async () => {
    bridge = await testBridge(await open())
    await bridge.messages({ 'core/en': { cup: 'Cup', pot: 'Pot' }, 'core/de': { cup: 'Tasse' } })
    const { services } = bridge.rest
    const account = await services.accounts.register({ name: 'Wiki boss' })
    await services.store.transaction(tx => joinGroup(tx, account.id, 'sysop'))
    const anonymous = services.callers.anonymous('127.0.0.1')
    boss = editor(await openWiki(services), await services.callers.logIn(anonymous, account))
  })
  const runJobs = () => {
    const { store, jobs } = bridge.rest.services
    return new JobRunner({ store, jobs, log: silentLog }).drain()
  }

  test('appear immediately; their strings are marked shortly after', async () => {
    await boss.edit('MediaWiki:Cup/de', 'Becher')
    assert.deepEqual(await bridge.shown('de', ['cup']), { cup: 'Becher' })
    assert.ok((await runJobs()) > 0)
    const { store } = bridge.rest.services
    assert.deepEqual(await customisedFaults(store.read), [])
    const unit = await store.read
      .selectFrom('unit')
      .where('context', '=', 'cup')
      .where('flags', '!=', '')
      .select('flags')
      .execute()
    assert.deepEqual(
      unit.map(each => each.flags),
      ['read-only, customised'],
    )
    await boss.edit('MediaWiki:Cup/de', 'Pott')
    assert.deepEqual(await bridge.shown('de', ['cup']), { cup: 'Pott' })
    assert.deepEqual(await faults(store), [])
  })
})
