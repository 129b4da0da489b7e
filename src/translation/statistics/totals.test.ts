import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { editUnit } from '../catalogue/edit-units.ts'
import { moveComponent, shareComponent, stopSharing } from '../catalogue/move-component.ts'
import { removeComponent, removeProject, removeTranslation } from '../catalogue/removal.ts'
import { faults, type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { type Work, work } from '../catalogue/work.ts'
import type { Scope } from './places.ts'
import {
  categoryTotals,
  componentTotals,
  languageTotals,
  projectTotals,
  projectTotalsByLanguage,
  siteTotals,
} from './statistics.ts'
import { TotalChanges } from './totals.ts'

onEachEngine('totals', open => {
  let store: Store
  let [one, two]: TestCatalogue[] = []
  const categories: { id: number; path: string }[] = []
  const clock = manualClock()
  const began = clock.now() * 1000
  const write = <T>(task: (piece: Work) => Promise<T>) => work({ store, clock }, null, task)
  const current = (id: number) =>
    store.read.selectFrom('component').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  before(async () => {
    store = await open()
    one = await testCatalogue({ store, clock }, { slug: 'one' })
    two = await testCatalogue({ store, clock }, { slug: 'two' })
    await write(async ({ tx }) => {
      for (const path of ['outer', 'outer/inner', 'outer2'])
        categories.push(
          await tx
            .insertInto('project_category')
            .values({
              project_id: one!.project.id,
              parent_id: path.includes('/') ? categories[0]!.id : null,
              name: path,
              slug: path.slice(path.lastIndexOf('/') + 1),
              path,
            })
            .returning(['id', 'path'])
            .executeTakeFirstOrThrow(),
        )
    })
  })

  test('agree for the site, a project, a component and each language', async () => {
    const { project, component, czech } = one!
    assert.equal((await siteTotals(store.read)).total, 16)
    assert.equal((await siteTotals(store.read)).translations, 4)
    assert.equal((await projectTotals(store.read, project.id)).total_words, 2 * 19)
    assert.equal((await projectTotals(store.read, project.id, czech.language_id)).total_chars, 139)
    assert.equal((await componentTotals(store.read, component.id)).readonly, 4)
    assert.equal((await languageTotals(store.read, czech.language_id)).total, 8)
  })

  test('move with a component into and out of a category', async () => {
    const numbers = () => Promise.all(categories.map(async ({ id }) => (await categoryTotals(store.read, id)).total))
    const { id } = one!.component
    const steps: [to: (typeof categories)[number] | null, expected: number[]][] = [
      [categories[1]!, [8, 8, 0]],
      [categories[0]!, [8, 0, 0]],
      [categories[2]!, [0, 0, 8]],
      [null, [0, 0, 0]],
      [categories[1]!, [8, 8, 0]],
    ]
    for (const [to, expected] of steps) {
      const component = await current(id)
      await write(piece => moveComponent(piece, component, to))
      assert.deepEqual(await numbers(), expected)
      assert.deepEqual(await faults(store), [])
    }
  })

  test('include an edit in every place of its component', async () => {
    clock.advance(60)
    await write(piece => editUnit(piece, one!.czech, one!.units[3]!, { target: ['Děkujeme.'], state: 20 }))
    for (const { id } of categories.slice(0, 2)) {
      const { translated, last_change, recent_changes } = await categoryTotals(store.read, id)
      assert.deepEqual(
        [translated, last_change, recent_changes],
        [5, clock.now() * 1000, 5],
        'four strings were added before',
      )
    }
    assert.deepEqual(await faults(store), [])
  })

  test('count a shared component in both projects but once per language', async () => {
    const component = await current(one!.component.id)
    const { project, czech } = two!
    await write(piece => shareComponent(piece, component, project))
    await write(piece => shareComponent(piece, component, project))
    assert.equal((await projectTotals(store.read, project.id)).total, 16)
    assert.equal((await projectTotals(store.read, project.id, czech.language_id)).translated, 1)
    assert.equal((await languageTotals(store.read, czech.language_id)).total, 8)
    clock.advance(60)
    await write(piece => editUnit(piece, one!.czech, one!.units[0]!, { target: ['Ahoj\n'], state: 20 }))
    assert.equal((await projectTotals(store.read, project.id)).last_change, clock.now() * 1000)
    assert.deepEqual(await faults(store), [])
    await write(piece => stopSharing(piece, component, project))
    assert.equal((await projectTotals(store.read, project.id)).total, 8)
    assert.equal(
      (await projectTotals(store.read, project.id)).last_change,
      began,
      'its own strings are as old as they were',
    )
    assert.deepEqual(await faults(store), [])
  })

  test('stay the same when a translation leaves and returns in one transaction', async () => {
    const { project, czech } = one!
    const scopes: Scope[] = [{ kind: 'project', id: project.id, language_id: 0 }]
    const changes = new TotalChanges()
    changes.add(scopes, { translations: 1, total: 4 }, null, -1)
    changes.add(scopes, { translations: 1, total: 4 }, null)
    await store.transaction(tx => changes.write(tx))
    assert.equal((await projectTotals(store.read, project.id)).total, 8)
    assert.equal((await projectTotals(store.read, project.id, czech.language_id)).total, 4)
    assert.deepEqual(await faults(store), [])
  })

  test('exclude removed content and update the last change', async () => {
    clock.advance(60)
    await write(piece => editUnit(piece, two!.czech, two!.units[0]!, { target: ['Nazdar\n'], state: 20 }))
    const newest = clock.now() * 1000
    assert.equal((await languageTotals(store.read, two!.czech.language_id)).last_change, newest)
    // In one transaction: edited and then removed content leaves nothing behind.
    await write(async piece => {
      await editUnit(piece, two!.czech, two!.units[2]!, { target: ['Zkuste\n'], state: 20 })
      await removeTranslation(piece, two!.czech)
    })
    assert.equal((await languageTotals(store.read, two!.czech.language_id)).last_change, newest - 60_000_000)
    const left = await projectTotalsByLanguage(store.read, two!.project.id)
    assert.deepEqual(
      left.map(each => each.language_id),
      [two!.source.language_id],
    )
    assert.deepEqual(await faults(store), [])
  })

  test('are removed with a project, keeping shared components in their own', async () => {
    const component = await current(one!.component.id)
    await write(piece => shareComponent(piece, component, two!.project))
    await write(piece => removeProject(piece, two!.project))
    assert.equal((await projectTotals(store.read, two!.project.id)).translations, 0)
    assert.equal((await projectTotals(store.read, one!.project.id)).total, 8)
    assert.deepEqual(await faults(store), [])
    await write(piece => removeComponent(piece, component))
    assert.equal((await siteTotals(store.read)).translations, 0)
    assert.deepEqual(await store.read.selectFrom('translation_total').selectAll().execute(), [])
    assert.deepEqual(await faults(store), [])
  })

  test('are reported when changed directly in the database', async () => {
    const { czech } = await testCatalogue({ store, clock }, { slug: 'three' })
    await store.transaction(async tx => {
      await tx.updateTable('translation_total').set({ translated: 7 }).where('kind', '=', 'language').execute()
      await tx.deleteFrom('translation_total').where('kind', '=', 'site').execute()
    })
    const found = await faults(store)
    assert.ok(found.includes(`translation_total language ${czech.language_id} 0: translated is 7, counted 0`))
    assert.ok(found.includes('translation_total site 0 0: total is 0, counted 8'))
  })
})
