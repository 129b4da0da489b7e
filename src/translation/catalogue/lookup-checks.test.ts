import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { onEachEngine, turnsDuring } from '#store/testing.ts'
import { queryRecorder } from '#store/testing-queries.ts'
import { whileWanted } from '#store/turn.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { editUnit, UnitEdits } from './edit-units.ts'
import { checkWhatIsDue } from './lookup-checks.ts'
import { LOOKUP_JOB } from './lookup-jobs.ts'
import { faults, type TestCatalogue, testCatalogue } from './testing.ts'
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
  const look = () => checkWhatIsDue(api.services, catalogue.project.id, catalogue.czech.language_id)
  const edit = (which: number, target: string, state = 20) =>
    work(api.services, null, piece =>
      editUnit(piece, catalogue.czech, catalogue.units[which]!, { target: [target], state }),
    )

  test('reports and clears two strings with the same translation', async () => {
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

  test('reports a string that lost its translation', async () => {
    await edit(2, 'Třetí')
    await edit(2, '', 0)
    await look()
    assert.deepEqual(await failing(), ['Third: translated'])
    assert.deepEqual(await faults(api.services.store), [])
  })

  /** A project in which every string has one of two translations. */
  const repetitive = async (slug: string, strings: number) => {
    const sources = Array.from({ length: strings }, (_, i) => ({ source: [`Message ${i}`] }))
    const made = await testCatalogue(api.services, { slug, strings: sources })
    await work(api.services, null, async piece => {
      const edits = new UnitEdits(piece, made.czech)
      for (const [i, unit] of made.units.entries()) await edits.add(unit, { target: [`Slovo ${i % 2}`], state: 20 })
      await edits.write()
    })
    return made
  }
  const failed = async ({ czech }: TestCatalogue, check: string) => {
    const rows = await api.services.store.read
      .selectFrom('check_failure')
      .innerJoin('unit', 'unit.id', 'check_failure.unit_id')
      .select('unit_id')
      .where('check_id', '=', check)
      .where('translation_id', '=', czech.id)
      .execute()
    return rows.length
  }

  test('takes linear time for many strings with the same translation', async () => {
    const steps: number[] = []
    for (const strings of [400, 800]) {
      const made = await repetitive(`same-${strings}`, strings)
      const { seen, plugin } = queryRecorder()
      const store = { ...api.services.store, read: api.services.store.read.withPlugin(plugin) }
      let rows = 0
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          rows += result.rows.length
          return result
        },
      }
      const context = { ...api.services, store: { ...store, read: store.read.withPlugin(counting) } }
      const turns = await turnsDuring(() => checkWhatIsDue(context, made.project.id, made.czech.language_id))
      assert.equal(await failed(made, 'reused'), strings)
      assert.ok(turns >= strings / 100, `${turns} turns for ${strings} strings`)
      steps.push(seen.length + rows)
    }
    assert.ok(steps[1]! < steps[0]! * 2.5, `${steps[0]} steps for 400 strings, ${steps[1]} for 800`)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('continues an interrupted run where it stopped', async () => {
    const made = await repetitive('stopped', 900)
    const { store } = api.services
    const where = () =>
      store.read.selectFrom('unit_look').selectAll().where('translation_id', '=', made.czech.id).execute()
    await store.transaction(tx => tx.deleteFrom('unit_look').where('translation_id', '=', made.czech.id).execute())
    await store.transaction(tx =>
      tx
        .insertInto('unit_look')
        .values({ project_id: made.project.id, language_id: made.czech.language_id, translation_id: made.czech.id })
        .execute(),
    )
    const stop = new AbortController()
    const due = () => checkWhatIsDue(api.services, made.project.id, made.czech.language_id, 400)
    const watching = setInterval(async () => {
      const [look] = await where()
      if (look !== undefined && look.reached > 0) stop.abort(new Error('stopped'))
    }, 1)
    await assert.rejects(
      whileWanted(stop.signal, due).finally(() => clearInterval(watching)),
      /stopped/,
    )
    const [look] = await where()
    assert.ok(look!.reached > made.units[0]!.id, 'how far it came is written down')
    await due()
    assert.deepEqual(await where(), [])
    assert.equal(await failed(made, 'reused'), 900)
    assert.deepEqual(await faults(store), [])
  })

  test('queues one comparison per project and language', async () => {
    const { store, jobs } = api.services
    const place = { project_id: catalogue.project.id, language_id: catalogue.czech.language_id }
    const row = { ...place, translation_id: catalogue.czech.id }
    await store.transaction(tx => tx.insertInto('unit_look').values([row, row]).execute())
    await jobs.queueFound(store)
    await jobs.queueFound(store)
    const rows = await store.read.selectFrom('job').select(['kind', 'key', 'version']).execute()
    assert.deepEqual(
      rows.filter(({ kind, key }) => kind === LOOKUP_JOB && key === `${place.project_id}-${place.language_id}`),
      [{ kind: LOOKUP_JOB, key: `${place.project_id}-${place.language_id}`, version: 1 }],
    )
  })
})
