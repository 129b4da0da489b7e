import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { rowsOf, runImport, type SamplePage, xmlExport } from '../testing.ts'

const PAGES: SamplePage[] = [
  { id: 1, title: 'Reader', texts: ['{{:Part}} {{:Empty}} {{:Absent}} {{#ifexist:Empty|[[Found]]|[[Lost]]}}'] },
  { id: 2, title: 'Part', texts: ['[[Link in a part]]'] },
  { id: 3, title: 'Empty', texts: [''] },
]

onEachEngine('links through stored pages', open => {
  test('includes a page from an earlier import; an empty page adds nothing', async () => {
    const store = await open()
    const folder = temporaryFolder()
    const [first, second] = [path.join(folder, 'first.xml'), path.join(folder, 'second.xml')]
    await writeFile(first, xmlExport(PAGES.slice(1)))
    await writeFile(second, xmlExport(PAGES.slice(0, 1)))
    await runImport(store, { files: [first] })
    await runImport(store, { files: [second] })
    const targets = new Map((await rowsOf(store, 'link_target')).map(row => [row.id, row.title]))
    const linked = async (table: string) =>
      (await rowsOf(store, table)).flatMap(row => (row.from_id === 1 ? [targets.get(row.target_id)] : [])).sort()
    assert.deepEqual(await linked('page_link'), ['Absent', 'Empty', 'Found', 'Link_in_a_part'])
    assert.deepEqual(await linked('template_link'), ['Absent', 'Empty', 'Part'])
  })
})
