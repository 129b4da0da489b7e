import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { editUnit } from '../catalogue/edit-units.ts'
import { languageByCode } from '../catalogue/languages.ts'
import { moveComponent, shareComponent, stopSharing } from '../catalogue/move-component.ts'
import { removeTranslation } from '../catalogue/removal.ts'
import { faults, testCatalogue } from '../catalogue/testing.ts'
import { addTranslation } from '../catalogue/translations.ts'
import { work } from '../catalogue/work.ts'

onEachEngine('totals with moving components', open => {
  test('stay correct during concurrent edits, moves, sharing and new languages', async () => {
    const store = await open()
    const context = { store, clock: manualClock() }
    const sites = [await testCatalogue(context, { slug: 'a' }), await testCatalogue(context, { slug: 'b' })]
    const [home, other] = [sites[0]!, sites[1]!]
    const category = await store.transaction(tx =>
      tx
        .insertInto('project_category')
        .values({ project_id: home.project.id, parent_id: null, name: 'x', slug: 'x', path: 'x' })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    const german = (await languageByCode(store.read, 'de'))!
    const edits = Array.from({ length: 30 }, (_, i) => {
      const { czech, units } = sites[i % 2]!
      const edit = { target: [`Text ${i}`], state: i % 3 === 0 ? 10 : 20 }
      return work(context, null, piece => editUnit(piece, czech, units[[0, 2, 3][i % 3]!]!, edit))
    })
    const moves = Array.from({ length: 10 }, async (_, i) => {
      const component = await store.read
        .selectFrom('component')
        .selectAll()
        .where('id', '=', home.component.id)
        .executeTakeFirstOrThrow()
      await work(context, null, piece => moveComponent(piece, component, i % 2 ? null : category))
      await work<unknown>(context, null, piece =>
        (i % 2 ? shareComponent : stopSharing)(piece, component, other.project),
      )
    })
    const languages = (async () => {
      for (let i = 0; i < 4; i++) {
        const added = await work(context, null, piece => addTranslation(piece, home.component, german))
        await work(context, null, piece => removeTranslation(piece, added))
      }
    })()
    await Promise.all([...edits, ...moves, languages])
    assert.deepEqual(await faults(store), [])
  })
})
