import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { hash64 } from './forms.ts'
import { recall } from './memory.ts'
import { testCatalogue } from './testing.ts'

onEachEngine('a large translation memory', open => {
  test('finds a similar text among many newer ones of other lengths', async () => {
    const store = await open()
    const { project, source, czech } = await testCatalogue({ store, clock: manualClock() })
    const place = {
      sourceLanguage: source.language_id,
      targetLanguage: czech.language_id,
      projects: [project.id],
      shared: false,
      account: null,
    }
    const add = (texts: readonly string[]) =>
      store.transaction(tx =>
        tx
          .insertInto('memory')
          .values(
            texts.map(text => ({
              source: text,
              target: text.toUpperCase(),
              source_hash: hash64(text),
              source_chars: [...text].length,
              source_language_id: place.sourceLanguage,
              target_language_id: place.targetLanguage,
              project_id: project.id,
              created_at: 0,
            })),
          )
          .execute(),
      )
    const find = async () => (await recall(store.read, 'Apples are ripe in autumn', place, 80))?.row.target
    await add(['Apples are ripe in August'])
    assert.equal(await find(), 'APPLES ARE RIPE IN AUGUST')
    await add(Array.from({ length: 250 }, (_, i) => `Nothing like that, and ${i + 1000}`))
    assert.equal(await find(), 'APPLES ARE RIPE IN AUGUST')
  })
})
