import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import type { ImportOptions } from '../import-wiki.ts'
import { runImport, type SamplePage, tableDigests, xmlExport } from '../testing.ts'
import { HarvestThreads } from './harvest-threads.ts'

/** Pages that depend on others, on counts, on messages and on themselves. */
const pages: SamplePage[] = Array.from({ length: 120 }, (_, index) => ({
  id: 500 - index,
  title: `Page ${index}`,
  texts: [
    'an older text with [[Older link]]',
    `{{Box|${index % 3}}} {{:Page ${(index * 7) % 120}/Part}} [[{{PAGENAME}}|{{REVISIONUSER}} {{REVISIONID}}]] ` +
      '{{#ifexist:Page 5|[[Five]]}} [[Of {{NUMBEROFPAGES}} and {{NUMBEROFUSERS}}]] [[File:None.png]]',
  ],
}))
pages.push({ id: 900, ns: 10, title: 'Template:Box', texts: ['[[Box {{{1}}}]]{{int:Word}}'] })
pages.push({ id: 901, ns: 8, title: 'MediaWiki:Word', texts: ['[[Word of the wiki]]'] })
pages.push({ id: 902, title: 'Page 7/Part', texts: ['[[Part of seven]]'] })

/** Two pages with the same title, only one of which is stored, and links that depend on which. */
const clashing: SamplePage[] = [
  ...pages,
  { id: 950, ns: 10, title: 'Template:Box', texts: ['[[Box of the other kind]]'] },
  { id: 951, title: 'Page 7/Part', texts: ['[[Other part of seven]]'] },
]

onEachEngine('link extraction before pages are stored', open => {
  const digests = async (options: Omit<ImportOptions, 'clock'>, threads?: HarvestThreads) => {
    const store = await open()
    try {
      await runImport(store, { ...options, ...(threads && { threads }) })
    } finally {
      await threads?.close()
    }
    return tableDigests(store)
  }

  for (const [what, given] of Object.entries({ 'as it was read': pages, 'otherwise than it was read': clashing })) {
    test(`gives the same result as a later one when the wiki is stored ${what}`, async () => {
      const folder = temporaryFolder()
      const file = path.join(folder, 'export.xml')
      await writeFile(file, xmlExport(given))
      assert.deepEqual(await digests({ files: [file] }, new HarvestThreads(1)), await digests({ files: [file] }))
      const inParts = { files: [file], batchBytes: 2000 }
      assert.deepEqual(await digests(inParts, new HarvestThreads(2)), await digests(inParts))
    })
  }

  test('gives the same result as a later one when messages come with the wiki', async () => {
    const folder = temporaryFolder()
    const file = path.join(folder, 'export.xml')
    await writeFile(file, xmlExport(pages))
    await writeFile(path.join(folder, 'en.json'), JSON.stringify({ 'broken-file-category': 'Pages without pictures' }))
    const options = { files: [file], messages: folder }
    assert.deepEqual(await digests(options, new HarvestThreads(1)), await digests(options))
  })
})
