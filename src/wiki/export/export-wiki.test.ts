import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { type Progress, silent } from '#events/progress.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { FolderStore } from '../file-store.ts'
import { countOf, rowsOf, runImport, type SamplePage, tableDigests, xmlExport } from '../import/testing.ts'
import { loadSite } from '../open-wiki.ts'
import { type ExportOptions, exportWiki } from './export-wiki.ts'

const folder = temporaryFolder()
let files = 0
const fresh = (name: string): string => path.join(folder, `${files++}-${name}`)

const pages: readonly SamplePage[] = [
  { id: 1, title: 'Main Page', texts: ['[[Tea]]', "'''Tea''' & <nowiki>cake</nowiki> [[Category:Drinks]] {{Cup}}"] },
  { id: 2, ns: 10, title: 'Template:Cup', texts: ['a cup {{Saucer}}'] },
  { id: 3, ns: 10, title: 'Template:Saucer', texts: ['and a saucer'] },
  { id: 5, ns: 14, title: 'Category:Drinks', texts: ['[[Category:Things]]'] },
  { id: 6, ns: 14, title: 'Category:Things', texts: ['all'] },
  { id: 7, title: 'Tea', texts: ['one', 'two', 'three', '四', 'الخامس'] },
  { id: 8, title: 'Cha', redirect: 'Tea', texts: ['#REDIRECT [[Tea]]'] },
  { id: 9, title: 'Spoon', texts: ['A spoon. [[Category:Things]]'] },
]

async function filled(store: Store, given = pages): Promise<void> {
  const file = fresh('in.xml')
  await writeFile(file, xmlExport(given))
  await runImport(store, { files: [file] })
}

const exported = async (store: Store, options: Partial<ExportOptions>, progress: Progress = silent) =>
  exportWiki(
    store,
    await loadSite(store.read, 'https://wiki.example.org'),
    { history: true, fileStore: new FolderStore(path.join(folder, 'files')), ...options },
    progress,
  )

const titlesIn = async (file: string): Promise<string[]> =>
  [...(await readFile(file, 'utf8')).matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title!)

onEachEngine('an export', open => {
  test('reproduces the wiki when imported into another one', async () => {
    const [store, other] = [await open(), await open()]
    await filled(store)
    const target = fresh('all.xml.gz')
    const counts = await exported(store, { target })
    assert.deepEqual(counts, {
      pages: { written: 8, leftOut: {}, remarks: {} },
      revisions: { written: 13, leftOut: {}, remarks: {} },
    })
    await runImport(other, { files: [target] })
    const [{ site_setting: _, ...mine }, { site_setting: __, ...theirs }] = [
      await tableDigests(store),
      await tableDigests(other),
    ]
    assert.deepEqual(theirs, mine)
  })

  test('reports what an export of current revisions leaves out', async () => {
    const store = await open()
    await filled(store)
    const target = fresh('current.xml')
    const counts = await exported(store, { target, history: false })
    assert.deepEqual(counts.revisions, { written: 8, leftOut: { 'not chosen': 5 }, remarks: {} })
    const xml = await readFile(target, 'utf8')
    assert.match(xml, /<redirect title="Tea" \/>/)
    assert.match(xml, />الخامس<\/text>/)
    assert.doesNotMatch(xml, />four<|>two</)
  })

  test('contains the selected pages', async () => {
    const store = await open()
    await filled(store)
    const chosen = async (options: Partial<ExportOptions>): Promise<string[]> => {
      const target = fresh('chosen.xml')
      await exported(store, { target, ...options })
      return titlesIn(target)
    }
    assert.deepEqual(await chosen({ namespaces: ['Template', '14'] }), [
      ...['Template:Cup', 'Template:Saucer', 'Category:Drinks', 'Category:Things'],
    ])
    assert.deepEqual(await chosen({ pages: ['tea', 'Cha'] }), ['Tea', 'Cha'])
    assert.deepEqual(await chosen({ pages: ['Main Page'], templates: true }), [
      ...['Main Page', 'Template:Cup', 'Template:Saucer'],
    ])
    assert.deepEqual(await chosen({ categories: ['Things'] }), ['Category:Drinks', 'Category:Things', 'Spoon'])
    assert.deepEqual(await chosen({ categories: ['Category:Things'], subcategories: true, namespaces: ['0'] }), [
      ...['Main Page', 'Spoon'],
    ])
    for (const [options, problem] of [
      [{ namespaces: ['Nothing'] }, /no namespace "Nothing"/],
      [{ namespaces: ['-1'] }, /no namespace "-1"/],
      [{ pages: ['Coffee'] }, /The page "Coffee" does not exist/],
      [{ pages: ['[['] }, /"\[\[" is not a valid title/],
      [{ templates: true }, /selected pages/],
      [{ target: fresh('x.xml.bz2') }, /the format bz2 is not supported/],
      [{ target: '-', logs: '-' }, /separate files/],
    ] as const)
      await assert.rejects(exported(store, { target: fresh('never.xml'), ...options }), problem)
  })

  test('leaves out hidden content unless the operator includes it', async () => {
    const store = await open()
    await filled(store)
    await store.transaction(tx => tx.updateTable('revision').set({ deleted: 7 }).where('id', '=', 7001).execute())
    const target = fresh('public.xml')
    const counts = await exported(store, { target, pages: ['Tea'] })
    assert.deepEqual(counts.revisions!.remarks, { 'partly hidden; hidden parts are left out': 1 })
    const xml = await readFile(target, 'utf8')
    assert.match(xml, /<contributor deleted="deleted" \/>\n\s*<comment deleted="deleted" \/>/)
    assert.match(xml, /deleted="deleted" \/>\n\s*<sha1\/>/)
    assert.doesNotMatch(xml, />two</)
    const all = fresh('all.xml')
    await exported(store, { target: all, pages: ['Tea'], withHidden: true })
    const whole = await readFile(all, 'utf8')
    assert.match(whole, />two</)
    assert.doesNotMatch(whole, /deleted="deleted"/)
    const other = await open()
    await runImport(other, { files: [target] })
    const revision = (await rowsOf(other, 'revision')).find(({ id }) => id === 7001)
    assert.equal(revision!.deleted, 7)
  })

  test('keeps carriage returns and reports characters that XML does not support', async () => {
    const [store, other] = [await open(), await open()]
    await filled(store)
    const odd = Buffer.from('a\r\nb\u0001c')
    await store.transaction(async tx => {
      await tx
        .updateTable('blob')
        .set({ data: odd, encoding: 'plain', size: odd.length })
        .where(
          'id',
          '=',
          tx
            .selectFrom('content')
            .innerJoin('slot', 'slot.content_id', 'content.id')
            .where('slot.revision_id', '=', 9000)
            .select('blob_id'),
        )
        .execute()
    })
    const target = fresh('odd.xml')
    const counts = await exported(store, { target })
    assert.deepEqual(counts.revisions!.remarks, { 'with invalid XML characters replaced by U+FFFD': 1 })
    assert.match(await readFile(target, 'utf8'), /a&#13;\nb\ufffdc/)
    await runImport(other, { files: [target] })
    assert.equal(await countOf(other, 'revision'), 13)
  })

  test('resumes after an interruption and produces the same bytes', async () => {
    const store = await open()
    await filled(
      store,
      Array.from({ length: 250 }, (_, index) => ({ id: index + 1, title: `Page ${index}`, texts: [`${index}`, 'x'] })),
    )
    for (const name of ['all.xml', 'all.xml.gz']) {
      const whole = fresh(name)
      const expected = await exported(store, { target: whole })
      const target = fresh(name)
      const stretch = 60_000
      for (const after of [130, 249]) {
        const untilThen: Progress = {
          ...silent,
          report: ({ done }) => {
            if (done >= after) throw new Error('the power failed')
          },
        }
        await assert.rejects(exported(store, { target, stretch }, untilThen), /the power failed/)
        assert.ok(!existsSync(target))
      }
      // Output written after the last checkpoint is truncated.
      await writeFile(`${target}.part`, Buffer.concat([await readFile(`${target}.part`), Buffer.from('<page>rest')]))
      const seen: number[] = []
      const counts = await exported(store, { target, stretch }, { ...silent, report: ({ done }) => seen.push(done) })
      assert.ok(seen[0]! > 150, `began with page ${seen[0]}`)
      assert.deepEqual(counts, expected)
      const plain = async (file: string) =>
        name.endsWith('.gz') ? gunzipSync(await readFile(file)).toString() : readFile(file, 'utf8')
      assert.equal(await plain(target), await plain(whole))
      assert.ok(!existsSync(`${target}.part`) && !existsSync(`${target}.progress`))
      await assert.rejects(exported(store, { target }), /already exists/)
      await exported(store, { target, overwrite: true, history: false })
    }
  })

  test('includes file versions, with their contents inside or beside the export', async () => {
    const [store, other] = [await open(), await open()]
    await filled(store, [{ id: 1, ns: 6, title: 'File:Old cup.txt', texts: ['a cup'] }])
    const contents = { old: Buffer.from('the old cup'), new: Buffer.alloc(2_000_000, 'new cup ') }
    const from = fresh('in.xml')
    const upload = (bytes: Buffer, archive: string) =>
      `<upload><timestamp>2020-01-01T00:00:00Z</timestamp><contributor><username>User 1</username><id>12</id></contributor><comment>c</comment>` +
      `<filename>Old cup.txt</filename>${archive}<src>x</src><size>${bytes.length}</size><contents encoding="base64">${bytes.toString('base64')}</contents></upload>`
    await writeFile(
      from,
      xmlExport([{ id: 2, ns: 6, title: 'File:Old cup.txt', texts: ['a cup'] }]).replace(
        '</page>',
        `${upload(contents.old, '<archivename>20200101000000!Old_cup.txt</archivename>')}${upload(contents.new, '')}</page>`,
      ),
    )
    const source = await open()
    const filesFolder = fresh('files')
    await runImport(source, { files: [from], fileStore: new FolderStore(filesFolder) })
    const target = fresh('files.xml')
    const filesTo = fresh('images')
    const counts = await exported(source, { target, contents: true, filesTo, fileStore: new FolderStore(filesFolder) })
    assert.deepEqual(counts.files, { written: 2, leftOut: {}, remarks: {} })
    const copied = await readFile(
      path.join(filesTo, /<rel>(\w\/\w\w\/Old_cup\.txt)</.exec(await readFile(target, 'utf8'))![1]!),
    )
    assert.deepEqual(copied, contents.new)
    const kept = fresh('files')
    await runImport(other, { files: [target], fileStore: new FolderStore(kept) })
    for (const bytes of Object.values(contents)) {
      const sha1 = sha1Base36(bytes)
      assert.deepEqual(await readFile(path.join(kept, sha1.slice(0, 2), sha1)), bytes)
    }
    assert.deepEqual(
      (await rowsOf(other, 'old_file')).map(({ archive_name, sha1 }) => [archive_name, sha1]),
      [['20200101000000!Old_cup.txt', sha1Base36(contents.old)]],
    )
    await store.close()
  })

  test('leaves out restricted logs', async () => {
    const [store, other] = [await open(), await open()]
    await filled(store)
    const [actor] = await rowsOf(store, 'actor')
    const [summary] = await rowsOf(store, 'summary')
    const entry = (type: string, deleted: number) => ({
      type,
      action: 'delete',
      timestamp: 1_600_000_000,
      actor_id: Number(actor!.id),
      summary_id: Number(summary!.id),
      ns: 0,
      title: 'Old_tea',
      page_id: null,
      params: 'a:0:{}',
      deleted,
    })
    await store.transaction(tx =>
      tx
        .insertInto('log')
        .values([entry('delete', 0), entry('suppress', 0), entry('delete', 7)])
        .execute(),
    )
    const logs = fresh('logs.xml.gz')
    const counts = await exported(store, { logs })
    assert.deepEqual(counts, {
      'log entries': {
        written: 2,
        leftOut: { 'the log "suppress" is restricted': 1 },
        remarks: { 'partly hidden; hidden parts are left out': 1 },
      },
    })
    await runImport(other, { files: [logs] })
    const facts = (await rowsOf(other, 'log')).map(({ type, title, params, deleted }) => [type, title, params, deleted])
    assert.deepEqual(facts, [
      ['delete', 'Old_tea', 'a:0:{}', 0],
      ['delete', '', '', 7],
    ])
    const stdout = new PassThrough()
    await exported(store, { logs: '-', withHidden: true, stdout })
    assert.equal(String(stdout.read()).match(/<logitem>/g)!.length, 3)
  })
})
