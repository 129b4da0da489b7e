import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testServices } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryStore } from '#store/testing.ts'
import { queryRecorder, stepsOfPlans } from '#store/testing-queries.ts'
import type { TranslationRow } from './rows.ts'
import { countBefore, countStrings, stretchAt, stretchOf, type Where } from './string-list.ts'
import { testCatalogue } from './testing.ts'
import { parseUnitSearch } from './unit-search.ts'

const MANY = 9000
/** Sparse matches on both sides of a section boundary. */
const RARE = [3, 3999, 4000, 4001, 8999]

onEachEngine('the strings of a large translation', open => {
  let store: Store
  let czech: TranslationRow

  before(async () => {
    store = await open()
    const { czech: empty } = await testCatalogue(await testServices(store), { strings: [] })
    const rows = Array.from({ length: MANY }, (_, i) => ({
      translation_id: empty.id,
      id_hash: String(i),
      content_hash: String(i),
      source: RARE.includes(i) ? `rare ${i}` : `usual ${i}`,
      position: i + 1,
      num_words: 2,
      num_chars: 7,
      created_at: 0,
      updated_at: 0,
    }))
    await store.transaction(async tx => {
      for (let i = 0; i < MANY; i += 500)
        await tx
          .insertInto('unit')
          .values(rows.slice(i, i + 500))
          .execute()
    })
    czech = { ...empty, total: MANY }
  })

  const found = async (q: string, where: Where, limit: number) => {
    const { strings, hasBefore, hasAfter } = await stretchOf(store.read, czech, parseUnitSearch(q), where, limit)
    return [strings.map(each => Number(each.source.split(' ')[1])), hasBefore, hasAfter]
  }
  const placeOf = (number: number) =>
    store.read
      .selectFrom('unit')
      .select(['id', 'position'])
      .where('translation_id', '=', czech.id)
      .where('position', '=', number + 1)
      .executeTakeFirstOrThrow()

  test('are all found in both directions', async () => {
    assert.deepEqual(await found('rare', null, 10), [RARE, false, false])
    assert.deepEqual(await found('rare', null, 2), [[3, 3999], false, true])
    assert.deepEqual(await found('rare', { after: await placeOf(3999) }, 2), [[4000, 4001], true, true])
    assert.deepEqual(await found('rare', { before: await placeOf(8999) }, 2), [[4000, 4001], true, true])
    assert.deepEqual(await found('rare', { before: await placeOf(3999) }, 2), [[3], false, true])
    assert.deepEqual(await found('rare', { around: await placeOf(4000) }, 3), [[3999, 4000, 4001], true, true])
    assert.deepEqual(await found('rare', { around: await placeOf(4500) }, 2), [[4001, 8999], true, false])
    assert.deepEqual(await found('nowhere', null, 10), [[], false, false])
  })

  test('are found by a regular expression within limits', async () => {
    assert.deepEqual(await found('source:r"^ra.e"', null, 10), [RARE, false, false])
    assert.deepEqual(await found('r"^rare" source:r"99$"', { after: await placeOf(4) }, 2), [
      [3999, 8999],
      false,
      false,
    ])
    assert.equal(await countStrings(store.read, czech, parseUnitSearch('source:r"^us" NOT source:r"0$" 12')), 260)
    await assert.rejects(found('r"usual"', null, 2), /"r"usual"" matches more than 5000 strings\. Search in one/)
    const hostile = `source:r"${'(a?b?c?){40}'.repeat(8)}z"`
    await assert.rejects(found(hostile, null, 2), /would read too many texts\. Search in one component/)
  })

  test('are found by rank', async () => {
    const from = async (q: string, rank: number, limit: number) => {
      const { strings, hasBefore, hasAfter } = await stretchAt(store.read, czech, parseUnitSearch(q), rank, limit)
      return [strings.map(each => Number(each.source.split(' ')[1])), hasBefore, hasAfter]
    }
    assert.deepEqual(await from('rare', 0, 2), [[3, 3999], false, true])
    assert.deepEqual(await from('rare', 1, 3), [[3999, 4000, 4001], true, true])
    assert.deepEqual(await from('rare', 4, 3), [[8999], true, false])
    assert.deepEqual(await from('rare', 5, 3), [[], false, false])
    assert.deepEqual(await from('usual', 3998, 3), [[4002, 4003, 4004], true, true])
    assert.deepEqual(await from('', 8998, 5), [[8998, 8999], true, false])
  })

  test('are searched in sections, so that other requests can run', async () => {
    const { seen, plugin } = queryRecorder()
    await stretchOf(store.read.withPlugin(plugin), czech, parseUnitSearch('nowhere'), null, 10)
    assert.equal(seen.length, 6)
  })

  test('are counted, in total and before a place', async () => {
    const count = (q: string) => countStrings(store.read, czech, parseUnitSearch(q))
    assert.equal(await count('rare'), RARE.length)
    assert.equal(await count('usual'), MANY - RARE.length)
    assert.equal(await count('state:empty'), MANY)
    assert.equal(await countBefore(store.read, czech, parseUnitSearch('rare'), await placeOf(4001)), 3)
    assert.equal(await countBefore(store.read, czech, parseUnitSearch(''), await placeOf(4001)), 4001)
  })
})

test('common lists follow an index without sorting', async () => {
  const { seen, plugin } = queryRecorder()
  const store = await temporaryStore('sqlite')
  const { czech } = await testCatalogue(await testServices(store))
  const read = store.read.withPlugin(plugin)
  for (const [q, index] of [
    ['', 'unit_by_position'],
    ['state:<translated', 'unit_unfinished'],
    ['state:empty', 'unit_unfinished'],
    ['is:fuzzy banana', 'unit_unfinished'],
    ['has:check', 'unit_failing'],
    ['check:end_stop', 'unit_failing'],
    ['has:suggestion', 'unit_suggested'],
    ['has:comment', 'unit_commented'],
  ] as const)
    for (const where of [null, { after: { position: 1, id: 1 } }, { before: { position: 9, id: 9 } }]) {
      seen.length = 0
      await stretchOf(read, czech, parseUnitSearch(q), where, 10)
      assert.deepEqual(await stepsOfPlans(store, [...seen], /TEMP B-TREE/), [], q)
      const steps = await stepsOfPlans(store, [...seen], /\bunit\b/)
      assert.ok(
        steps.every(step => step.includes(index)),
        `${q}: ${steps.join('; ')}`,
      )
    }
})
