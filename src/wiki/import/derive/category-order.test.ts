import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { runImport, xmlExport } from '../testing.ts'

const titles = ['Ёж 10', 'Ёж 9', 'Яма', 'Енот', 'ель']

onEachEngine('members of a category', open => {
  test('are sorted by the collation in the site file', async () => {
    const folder = temporaryFolder()
    const file = path.join(folder, 'pages.xml')
    const pages = titles.map((title, index) => ({ id: index + 1, title, texts: ['[[Category:All]]'] }))
    await writeFile(file, xmlExport(pages))
    for (const [categorycollation, expected] of [
      ['uppercase', ['Ёж 10', 'Ёж 9', 'ель', 'Енот', 'Яма']],
      ['numeric', ['Ёж 9', 'Ёж 10', 'ель', 'Енот', 'Яма']],
      ['identity', ['Ёж 10', 'Ёж 9', 'Енот', 'Яма', 'ель']],
      ['uca-ru', ['Ёж 10', 'Ёж 9', 'ель', 'Енот', 'Яма']],
      ['uca-ru-u-kn', ['Ёж 9', 'Ёж 10', 'ель', 'Енот', 'Яма']],
    ] as const) {
      const site = path.join(folder, 'site.json')
      await writeFile(site, JSON.stringify({ general: { lang: 'ru', categorycollation } }))
      const store = await open()
      await runImport(store, { files: [file], site })
      const rows = await store.read
        .selectFrom('category_link')
        .innerJoin('page', 'page.id', 'category_link.page_id')
        .select('page.title')
        .orderBy('sortkey')
        .execute()
      const found = rows.map(({ title }) => title.replaceAll('_', ' '))
      assert.deepEqual(found, expected, categorycollation)
    }
  })
})
