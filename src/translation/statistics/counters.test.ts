import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { manualClock } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { addComment, resolveComment } from '../catalogue/comments.ts'
import { dismissCheck } from '../catalogue/dismiss-check.ts'
import { editUnit } from '../catalogue/edit-units.ts'
import { lockUnit } from '../catalogue/rows.ts'
import { acceptSuggestion, removeSuggestion, suggest } from '../catalogue/suggestions.ts'
import { faults, type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { removeUnit } from '../catalogue/units.ts'
import { type Work, work } from '../catalogue/work.ts'
import { languageTotals } from './statistics.ts'

onEachEngine('counters', open => {
  let store: Store
  let catalogue: TestCatalogue
  const clock = manualClock()
  const write = <T>(task: (piece: Work) => Promise<T>) => work({ store, clock }, null, task)
  const totals = () => languageTotals(store.read, catalogue.czech.language_id)

  before(async () => {
    store = await open()
    catalogue = await testCatalogue({ store, clock })
  })

  test('count words and characters of a new translation, including the plural separator', async () => {
    const { total, total_words, total_chars, translated, last_change, recent_changes } = await totals()
    assert.deepEqual(
      { total, total_words, total_chars, translated, last_change, recent_changes },
      { total: 4, total_words: 19, total_chars: 139, translated: 0, last_change: null, recent_changes: 0 },
    )
    const source = await languageTotals(store.read, catalogue.source.language_id)
    assert.equal(source.readonly, 4)
    assert.equal(source.translated_words, 19)
  })

  test('include an edit immediately in strings, words, characters and failing checks', async () => {
    const { czech, units } = catalogue
    await write(piece => editUnit(piece, czech, units[0]!, { target: ['Ahoj\nsvěte!'], state: 20 }))
    await write(piece => editUnit(piece, czech, units[3]!, { target: ['Děkujeme.'], state: 10 }))
    const t = await totals()
    assert.deepEqual([t.translated, t.translated_words, t.translated_chars, t.fuzzy], [1, 2, 14, 1])
    assert.equal(t.failing, 1, 'the first one has a line too many')
    assert.equal(t.recent_changes, 2)
    assert.equal(t.last_change, clock.now() * 1000)
    assert.deepEqual(await faults(store), [])
  })

  test('exclude changes more than six hours before the last one from recent changes', async () => {
    const { czech, units } = catalogue
    clock.advance(6 * 3600)
    await write(piece => editUnit(piece, czech, units[0]!, { target: ['Ahoj světe!\n'], state: 20 }))
    assert.equal((await totals()).recent_changes, 1)
    assert.equal((await totals()).failing, 0)
    clock.advance(365 * 24 * 3600)
    assert.equal((await totals()).recent_changes, 1, 'time alone changes nothing')
    assert.deepEqual(await faults(store), [])
  })

  test('match a recount after random operations', async () => {
    const { czech, source } = catalogue
    const step = fc.tuple(
      fc.nat(6),
      fc.nat(3),
      fc.constantFrom(0, 10, 12, 20, 30),
      fc.constantFrom(0, 60, 7200, 25_000),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async steps => {
        for (const [what, which, state, pause] of steps) {
          clock.advance(pause)
          await write(async piece => {
            const id = catalogue.units[which]!.id
            const unit = await lockUnit(piece, id)
            const forms = unit.source.includes('\u001e') ? 3 : 1
            const text = Array.from({ length: forms }, () => (state === 0 ? '' : `Překlad ${which}.${state}`))
            if (what === 0) return void (await editUnit(piece, czech, unit, { target: text, state }))
            if (what === 1 && state > 0) return void (await suggest(piece, czech, unit, text))
            if (what === 2) return void (await addComment(piece, czech, unit, 'Proč?'))
            if (what === 3) {
              const comment = await piece.tx
                .selectFrom('unit_comment')
                .selectAll()
                .where('unit_id', '=', id)
                .executeTakeFirst()
              if (comment) await resolveComment(piece, czech, comment)
            }
            const waiting = await piece.tx
              .selectFrom('suggestion')
              .selectAll()
              .where('unit_id', '=', id)
              .executeTakeFirst()
            if (what === 4 && waiting) await acceptSuggestion(piece, czech, waiting)
            if (what === 5 && waiting) await removeSuggestion(piece, czech, waiting)
            const failing = await piece.tx
              .selectFrom('check_failure')
              .selectAll()
              .where('unit_id', '=', id)
              .executeTakeFirst()
            if (what === 6 && failing) await dismissCheck(piece, unit, failing.check_id, failing.dismissed === 0)
          })
        }
        assert.deepEqual(await faults(store), [])
      }),
      { numRuns: 25 },
    )
    const strings = await store.read.selectFrom('unit').selectAll().where('translation_id', '=', source.id).execute()
    await write(piece => removeUnit(piece, source, strings[0]!))
    assert.deepEqual(await faults(store), [])
  })

  test('stay unchanged after a failed transaction', async () => {
    const before = await totals()
    const half = write(async piece => {
      await editUnit(piece, catalogue.czech, catalogue.units[2]!, { target: ['Zkuste!'], state: 20 })
      throw new Error('stop')
    })
    await assert.rejects(half, /stop/)
    assert.deepEqual(await totals(), before)
  })
})
