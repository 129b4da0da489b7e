import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { checkAgainstOthers } from './lookup-checks.ts'
import { faults, type TestCatalogue, testCatalogue } from './testing.ts'
import { editUnit } from './units.ts'
import { work } from './work.ts'

onEachEngine('checks that compare strings', open => {
  let api: TestApi
  let catalogue: TestCatalogue
  before(async () => {
    api = await testApi(await open())
    catalogue = await testCatalogue(api.services, {
      strings: [{ source: ['One thing'] }, { source: ['Another thing'] }, { source: ['Third'] }],
    })
  })

  const failing = async () => {
    const rows = await api.services.store.read
      .selectFrom('check_failure')
      .innerJoin('unit', 'unit.id', 'check_failure.unit_id')
      .select(['check_id', 'source'])
      .where('unit.translation_id', '=', catalogue.czech.id)
      .orderBy('source')
      .orderBy('check_id')
      .execute()
    return rows.map(row => `${row.source}: ${row.check_id}`)
  }
  const look = () => checkAgainstOthers(api.services, catalogue.project.id, catalogue.czech.language_id)
  const edit = (which: number, target: string, state = 20) =>
    work(api.services, null, piece =>
      editUnit(piece, catalogue.czech, catalogue.units[which]!, { target: [target], state }),
    )

  test('two strings with one translation are found, counted, and cleared again', async () => {
    await edit(0, 'Věc')
    await edit(1, 'Věc')
    await look()
    assert.deepEqual(await failing(), ['Another thing: reused', 'One thing: reused'])
    assert.equal((await api.send('GET', '/api/languages/cs/statistics/')).json.failing, 2)
    await edit(1, 'Jiná věc')
    assert.deepEqual(
      await failing(),
      ['Another thing: reused', 'One thing: reused'],
      'an edit leaves them to the next look',
    )
    await look()
    assert.deepEqual(await failing(), [])
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('a string that lost its translation is found', async () => {
    await edit(2, 'Třetí')
    await edit(2, '', 0)
    await look()
    assert.deepEqual(await failing(), ['Third: translated'])
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('edits ask for one look per project and language', async () => {
    const jobs = await api.services.store.read.selectFrom('job').select(['kind', 'key']).execute()
    assert.deepEqual(
      jobs
        .filter(job => job.kind === 'translation-lookup-checks')
        .map(job => job.key)
        .includes(`${catalogue.project.id}-${catalogue.czech.language_id}`),
      true,
    )
    assert.equal(new Set(jobs.map(job => job.key)).size, jobs.length)
  })
})
