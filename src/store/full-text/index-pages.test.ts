import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import type { Store } from '../store.ts'
import { onEachEngine } from '../testing.ts'
import { indexPages, unindexPages } from './index-pages.ts'
import { searchable } from './searchable.ts'

onEachEngine('the search index', (open, engine) => {
  let store: Store
  before(async () => {
    store = await open()
  })
  const find = async (words: string): Promise<number[]> => {
    const phrase = searchable(words).trim()
    const { rows } =
      engine === 'sqlite'
        ? await sql<{
            id: number
          }>`select rowid as id from page_search where page_search match ${`"${phrase}"`} order by rowid`.execute(
            store.read,
          )
        : await sql<{
            id: number
          }>`select page_id as id from page_search where words @@ phraseto_tsquery('simple', ${phrase}) order by page_id`.execute(
            store.read,
          )
    return rows.map(({ id }) => id)
  }

  test('finds words of titles and texts in any script until they are removed', async () => {
    await store.transaction(tx =>
      indexPages(tx, [
        { id: 7, ns: 0, title: 'Red_planet', text: "'''Марс''' is the [[fourth planet]]" },
        { id: 9, ns: 0, title: '火星', text: '太陽系の第四惑星である。' },
      ]),
    )
    assert.deepEqual(await find('planet'), [7])
    assert.deepEqual(await find('марс'), [7])
    assert.deepEqual(await find('red planet'), [7])
    assert.deepEqual(await find('惑星'), [9])
    await store.transaction(tx => indexPages(tx, [{ id: 7, ns: 0, title: 'Red_planet', text: 'rewritten' }]))
    assert.deepEqual(await find('fourth'), [])
    assert.deepEqual(await find('rewritten'), [7])
    await store.transaction(tx => unindexPages(tx, [7]))
    assert.deepEqual(await find('rewritten'), [])
  })

  test('finds words in comments, even in unclosed ones', async () => {
    const text = `<!-- remark --> ${'<!--'.repeat(50_000)} unfinished`
    await store.transaction(tx => indexPages(tx, [{ id: 11, ns: 0, title: 'Notes', text }]))
    assert.deepEqual(await find('remark'), [11])
    assert.deepEqual(await find('unfinished'), [11])
  })

  test('finds all Latin letters with diacritics', async () => {
    const letters = [
      ...Array.from({ length: 0x0250 - 0x00c0 }, (_, at) => String.fromCharCode(0x00c0 + at)),
      ...Array.from({ length: 0x0100 }, (_, at) => String.fromCharCode(0x1e00 + at)),
    ]
    const documents = letters.map((letter, at) => ({ id: 1000 + at, ns: 0, title: '', text: `n${at}${letter}n` }))
    await store.transaction(tx => indexPages(tx, documents))
    const missing: string[] = []
    for (const [at, letter] of letters.entries()) {
      if (/[\p{L}]/u.test(letter) && (await find(`n${at}${letter}n`)).length === 0) missing.push(letter)
    }
    assert.deepEqual(missing, [])
  })
})
