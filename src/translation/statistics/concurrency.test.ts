import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { manualClock } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { addComment } from '../catalogue/comments.ts'
import { editUnit } from '../catalogue/edit-units.ts'
import { suggest } from '../catalogue/suggestions.ts'
import { faults, type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { work } from '../catalogue/work.ts'
import { languageTotals } from './statistics.ts'

onEachEngine('counters under concurrency', open => {
  let store: Store
  let catalogue: TestCatalogue
  const clock = manualClock()
  before(async () => {
    store = await open()
    catalogue = await testCatalogue({ store, clock })
  })

  test('stay correct with forty people editing the same four strings', async () => {
    const { czech, units } = catalogue
    const single = [units[0]!, units[2]!, units[3]!]
    const hand = (i: number) =>
      work({ store, clock }, null, async piece => {
        const unit = single[i % single.length]!
        if (i % 4 === 0) await suggest(piece, czech, unit, [`Návrh ${i}`])
        else if (i % 4 === 1) await addComment(piece, czech, unit, `Poznámka ${i}`)
        else await editUnit(piece, czech, unit, { target: [`Překlad ${i}`], state: i % 4 === 2 ? 20 : 10 })
      })
    await Promise.all(Array.from({ length: 40 }, (_, i) => hand(i)))
    assert.deepEqual(await faults(store), [])
    const totals = await languageTotals(store.read, czech.language_id)
    assert.equal(totals.total, 4)
    assert.equal(totals.translated + totals.fuzzy, 3)
    assert.equal(totals.suggestions, 3)
    assert.equal(totals.comments, 3)
    assert.equal(totals.recent_changes, 20)
  })

  test('never show half of an edit', async () => {
    const { czech, units } = catalogue
    let seen = 0
    const editing = (async () => {
      for (let i = 0; i < 20; i++)
        await work({ store, clock }, null, piece =>
          editUnit(piece, czech, units[0]!, { target: [i % 2 ? 'Ahoj\n' : ''], state: i % 2 ? 20 : 0 }),
        )
    })()
    const reading = (async () => {
      for (let i = 0; i < 40; i++) {
        const t = await languageTotals(store.read, czech.language_id)
        assert.ok(t.translated + t.fuzzy <= t.total)
        assert.equal(t.translated_words > 0, t.translated > 0)
        seen++
      }
    })()
    await Promise.all([editing, reading])
    assert.equal(seen, 40)
    assert.deepEqual(await faults(store), [])
  })

  test('do not deadlock on strings locked in opposite order', async () => {
    const { czech, units } = catalogue
    const both = (first: number, second: number, word: string) =>
      work({ store, clock }, null, async piece => {
        await editUnit(piece, czech, units[first]!, { target: [`${word} jedna`], state: 20 })
        await editUnit(piece, czech, units[second]!, { target: [`${word} dvě`], state: 20 })
      })
    for (let round = 0; round < 2; round++) await Promise.all([both(0, 3, `a${round}`), both(3, 0, `b${round}`)])
    assert.deepEqual(await faults(store), [])
  })

  test('stay correct while the clock advances during writes', async () => {
    let now = clock.now()
    const running = { now: () => ++now }
    await work({ store, clock: running }, null, async piece => {
      for (const unit of [catalogue.units[0]!, catalogue.units[2]!])
        await editUnit(piece, catalogue.czech, unit, { target: [`${now}`], state: 20 })
    })
    assert.deepEqual(await faults(store), [])
  })
})
