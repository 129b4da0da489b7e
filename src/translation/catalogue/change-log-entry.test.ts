import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { findChanges } from '#events/change-log.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { ACTION } from './change-actions.ts'
import { editUnit } from './edit-units.ts'
import { type TestCatalogue, testCatalogue } from './testing.ts'
import { work } from './work.ts'

onEachEngine('the change log entry of a piece of work', open => {
  let api: TestApi
  let catalogue: TestCatalogue
  before(async () => {
    api = await testApi(await open())
    catalogue = await testCatalogue(api.services, { strings: [{ source: ['One'] }, { source: ['Two'] }] })
  })
  const last = async () => {
    const { changes } = await findChanges(api.services.store.read, { area: 'translation' }, null, 1)
    return changes[0]!
  }

  const edit = (target: string, ...which: number[]) =>
    work(api.services, null, async piece => {
      for (const each of which)
        await editUnit(piece, catalogue.czech, catalogue.units[each]!, { target: [target + each], state: 10 })
    })

  test('names the action of a single change, and counts several', async () => {
    await edit('Slovo', 0)
    const { data: one } = await last()
    assert.deepEqual([one.count, one.action, one.first === one.last], [1, ACTION.added, true])
    await edit('Jiné', 0, 1)
    const { data: two } = await last()
    assert.deepEqual([two.count, Number(two.last) - Number(two.first)], [2, 1])
    assert.deepEqual(['action' in two, 'runs' in two], [false, false])
  })

  test('is not written when nothing changed', async () => {
    const before = await last()
    await work(api.services, null, async () => undefined)
    assert.equal((await last()).seq, before.seq)
  })
})
