import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { runImport, type SamplePage, tableDigests, xmlExport } from '../testing.ts'
import { HarvestThreads } from './harvest-threads.ts'

/** Pages that refer to each other, to a template in another namespace, and to missing pages. */
const pages: SamplePage[] = Array.from({ length: 260 }, (_, index) => ({
  id: index + 1,
  title: `Page ${index}`,
  texts: [
    `{{Note|${index % 7}}} {{User:Someone/Box}} [[Page ${(index * 31) % 260}]] [[Missing ${index % 40}]] ` +
      `[[File:Picture ${index % 9}.png]] [[Category:Group ${index % 5}|${index}]] https://example.org/${index}`,
  ],
}))
pages.push({ id: 900, ns: 10, title: 'Template:Note', texts: ['note {{{1}}} about [[Notes {{{1}}}]]'] })
pages.push({ id: 901, ns: 2, title: 'User:Someone/Box', texts: ['[[Boxes]] [[Category:Boxed]]'] })

onEachEngine('link extraction in threads', open => {
  test('finds the same links with the same IDs as without threads', async () => {
    const file = path.join(temporaryFolder(), 'export.xml')
    await writeFile(file, xmlExport(pages))
    const alone = await open()
    await runImport(alone, { files: [file] })
    const helped = await open()
    const threads = new HarvestThreads(2)
    try {
      await runImport(helped, { files: [file], threads })
    } finally {
      await threads.close()
    }
    assert.deepEqual(await tableDigests(helped), await tableDigests(alone))
  })
})

test('can be closed without being used, and do not keep the process alive', async () => {
  const threads = new HarvestThreads(1)
  await threads.close()
})
