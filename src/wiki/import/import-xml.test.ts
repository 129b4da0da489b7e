import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { readTexts } from '../content/text-blobs.ts'
import { countOf, failingAfter, rowsOf, runImport, type SamplePage, tableDigests, xmlExport } from './testing.ts'

const folder = temporaryFolder()
let files = 0
const write = async (content: string | Buffer): Promise<string> => {
  const file = path.join(folder, `dump-${files++}`)
  await writeFile(file, content)
  return file
}

const wiki: SamplePage[] = [
  { id: 1, title: 'Main Page', texts: ['Welcome', 'Welcome to [[Mars]] and {{Note|x}} [[Category:Start|key]]'] },
  {
    id: 2,
    title: 'Mars',
    texts: [
      '[[Category:Planets]] https://example.org/mars [[:fr:Mars]]',
      'gone',
      'a [[File:Mars.png]]',
      '[[Category:Planets]] and [[Main Page]]',
    ],
  },
  { id: 3, title: 'Red planet', redirect: 'Mars', texts: ['#REDIRECT [[Mars#History]]'] },
  { id: 4, ns: 10, title: 'Template:Note', texts: ['see [[Notes]] [[Category:Noted]]'] },
  { id: 5, ns: 14, title: 'Category:Planets', texts: ['[[Category:Start]] __HIDDENCAT__'] },
]

onEachEngine('XML import', open => {
  test('imports pages, revisions, texts and authors', async () => {
    const store = await open()
    const summary = await runImport(store, { files: [await write(gzipSync(xmlExport(wiki)))] })
    assert.deepEqual(summary.files[0]!.tables, {
      revision: { read: 9, stored: 9, skipped: {} },
      page: { read: 5, stored: 5, skipped: {} },
    })
    const [mars] = (await rowsOf(store, 'page')).filter(page => page.title === 'Mars')
    assert.equal(mars!.id, 2)
    assert.equal(mars!.latest_rev, 2003)
    assert.equal(mars!.is_new, 0)
    const latest = await store.read.selectFrom('revision').where('id', '=', 2003).selectAll().executeTakeFirstOrThrow()
    assert.equal(latest.parent_id, 2002)
    assert.equal(latest.timestamp, Date.parse('2013-01-01T00:00:00Z') / 1000)
    const content = await store.read
      .selectFrom('slot')
      .innerJoin('content', 'content.id', 'slot.content_id')
      .where('slot.revision_id', '=', 2003)
      .select(['content.blob_id', 'content.sha1', 'content.size'])
      .executeTakeFirstOrThrow()
    const text = (await readTexts({ db: store.read }, [content.blob_id!])).get(content.blob_id!)!
    assert.equal(text.toString(), wiki[1]!.texts.at(-1))
    assert.equal(content.size, text.length)
    assert.equal(content.sha1, latest.sha1)
    const actors = (await rowsOf(store, 'actor')).map(({ name, account_id }) => [name, account_id])
    assert.deepEqual(actors.sort(), [
      ['192.0.2.44', null],
      ['User 0', 11],
      ['User 1', 12],
    ])
    assert.deepEqual(
      (await rowsOf(store, 'ip_change')).map(row => row.hex),
      ['C000022C'],
    )
  })

  test('derives links, categories, redirects, properties, counts and the search index from the texts', async () => {
    const store = await open()
    await runImport(store, { files: [await write(xmlExport(wiki))] })
    const links = await sql<{ link: string }>`
      select page.title || '>' || link_target.title as link from page_link
      join page on page.id = from_id join link_target on link_target.id = target_id order by 1`.execute(store.read)
    assert.deepEqual(
      links.rows.map(row => row.link),
      ['Main_Page>Mars', 'Main_Page>Notes', 'Mars>Main_Page', 'Note>Notes', 'Red_planet>Mars'],
    )
    const members = await sql<{ member: string }>`
      select category || ':' || page.title || ':' || type || ':' || sortkey_prefix as member from category_link
      join page on page.id = page_id order by 1`.execute(store.read)
    assert.deepEqual(
      members.rows.map(row => row.member),
      [
        'Hidden_categories:Planets:subcat:',
        'Noted:Main_Page:page:',
        'Noted:Note:page:',
        'Planets:Mars:page:',
        'Start:Main_Page:page:key',
        'Start:Planets:subcat:',
      ],
    )
    const categories = (await rowsOf(store, 'category')).map(({ title, pages, subcats }) => [title, pages, subcats])
    assert.deepEqual(categories.sort(), [
      ['Hidden_categories', 1, 1],
      ['Noted', 2, 0],
      ['Planets', 1, 0],
      ['Start', 2, 1],
    ])
    const redirects = (await rowsOf(store, 'redirect')).map(({ from_id, title, fragment }) => [
      from_id,
      title,
      fragment,
    ])
    assert.deepEqual(redirects, [[3, 'Mars', 'History']])
    assert.deepEqual(
      (await rowsOf(store, 'page_prop')).map(row => row.name),
      ['hiddencat'],
    )
    const [stats] = await rowsOf(store, 'site_stats')
    assert.deepEqual([stats!.edits, stats!.articles, stats!.pages, stats!.users], [9, 2, 5, 2])
    assert.equal(await countOf(store, 'page_search'), 5)
    const edits = (await rowsOf(store, 'account')).map(({ name, edit_count }) => [name, edit_count])
    assert.deepEqual(edits.sort(), [
      ['User 0', 6],
      ['User 1', 2],
    ])
  })

  test('lists the changes of the last three months as recent', async () => {
    const store = await open()
    const recent = xmlExport(wiki).replaceAll('2010-01-01T', '2026-10-01T').replaceAll('2011-01-01T', '2026-10-02T')
    await runImport(store, { files: [await write(recent)] })
    const changes = (await rowsOf(store, 'recent_change')).map(
      ({ this_rev, last_rev, type, source }) => `${this_rev} ${last_rev} ${type} ${source}`,
    )
    assert.deepEqual(changes.sort(), [
      '1000 0 1 mw.new',
      '1001 1000 0 mw.edit',
      '2000 0 1 mw.new',
      '2001 2000 0 mw.edit',
      '3000 0 1 mw.new',
      '4000 0 1 mw.new',
      '5000 0 1 mw.new',
    ])
  })

  test('changes nothing when the same file is imported again', async () => {
    const store = await open()
    const file = await write(xmlExport(wiki))
    await runImport(store, { files: [file] })
    const before = await tableDigests(store)
    const again = await runImport(store, { files: [file] })
    assert.equal(again.files[0]!.alreadyImported, true)
    assert.deepEqual(await tableDigests(store), before)
  })

  test('updates the wiki from a newer export', async () => {
    const store = await open()
    await runImport(store, { files: [await write(xmlExport(wiki))] })
    const newer = wiki.map(page => (page.id === 1 ? { ...page, texts: [...page.texts, 'now [[Elsewhere]]'] } : page))
    const { files } = await runImport(store, { files: [await write(xmlExport(newer))] })
    assert.deepEqual(files[0]!.tables.revision, { read: 10, stored: 1, skipped: { 'already there': 9 } })
    const links = await sql<{ title: string }>`
      select title from page_link join link_target on id = target_id where from_id = 1`.execute(store.read)
    assert.deepEqual(links.rows, [{ title: 'Elsewhere' }])
  })

  test('rejects an export of another wiki', async () => {
    const store = await open()
    await runImport(store, { files: [await write(xmlExport(wiki))] })
    const before = await tableDigests(store)
    const other = await write(xmlExport([{ id: 2, title: 'Venus', texts: ['x'] }]))
    await assert.rejects(
      runImport(store, { files: [other] }),
      /page 2 is "Venus" in the export and "Mars" here|belongs to another page/,
    )
    const taken = await write(xmlExport([{ id: 77, title: 'Mars', texts: ['x'] }]))
    await assert.rejects(runImport(store, { files: [taken] }), /"Mars" is another page here, with the ID 2/)
    assert.deepEqual(await tableDigests(store), before)
  })
})

onEachEngine('an interrupted import', (open, engine) => {
  const many: SamplePage[] = Array.from({ length: engine === 'sqlite' ? 40 : 20 }, (_, index) => ({
    id: index + 1,
    ...(index % 10 === 3 ? { ns: 10, title: `Template:T${index}` } : { title: `Page ${index}` }),
    texts: Array.from(
      { length: 1 + (index % 4) },
      (_, n) =>
        `text ${n} [[Page ${index + n}]] {{T${index - (index % 10) + 3}}} [[Category:C${index % 7}]] ${'word '.repeat(20)}`,
    ),
  }))

  test('resumes anywhere and ends with the same data', async () => {
    const file = await write(gzipSync(xmlExport(many)))
    const reference = await open()
    const options = { files: [file], batchBytes: 1500 }
    await runImport(reference, options)
    const expected = await tableDigests(reference)
    const step = engine === 'sqlite' ? 2 : 6
    for (let transactions = 0; transactions < 100; transactions += step) {
      const store = await open()
      const finished = await runImport(failingAfter(store, transactions), options).then(
        () => true,
        error => {
          assert.match(String(error), /the power failed/)
          return false
        },
      )
      if (!finished) await runImport(store, options)
      assert.deepEqual(await tableDigests(store), expected, `interrupted after ${transactions} transactions`)
      if (finished) break
    }
  })

  test('can be interrupted repeatedly', async () => {
    const file = await write(gzipSync(xmlExport(many)))
    const reference = await open()
    const options = { files: [file], batchBytes: 1500 }
    await runImport(reference, options)
    const store = await open()
    for (let round = 0; ; round++) {
      assert.ok(round < 200)
      const finished = await runImport(failingAfter(store, 6), options).then(
        () => true,
        () => false,
      )
      if (finished) break
    }
    assert.deepEqual(await tableDigests(store), await tableDigests(reference))
  })

  test('reports a truncated file, keeps what came before, and resumes once the file is complete', async () => {
    const long = many.map(page => ({ ...page, texts: page.texts.map(text => text + 'x'.repeat(50_000)) }))
    const whole = gzipSync(xmlExport(long), { level: 0 })
    const reference = await open()
    await runImport(reference, { files: [await write(whole)], batchBytes: 100_000 })
    const store = await open()
    const cut = await write(whole.subarray(0, whole.length * 0.6))
    await assert.rejects(
      runImport(store, { files: [cut], batchBytes: 100_000 }),
      /dump-\d+: is truncated: .* at byte \d+/,
    )
    const stored = await countOf(store, 'revision')
    assert.ok(stored > 0 && stored < (await countOf(reference, 'revision')))
    await runImport(store, { files: [await write(whole)], batchBytes: 100_000 })
    assert.deepEqual(await tableDigests(store), await tableDigests(reference))
  })
})

onEachEngine('an export with duplicates', (open, engine) => {
  const twice: SamplePage[] = [
    { id: 1, title: 'One', texts: ['first'] },
    { id: 2, title: 'Two', texts: ['a', 'b', 'c'] },
    // Moved here while the export was being written: a new ID, with a title that belonged to another page.
    { id: 3, title: 'One', texts: ['d', 'e', 'f'] },
    // Renamed and edited meanwhile: the same ID again.
    { id: 2, title: 'Second', texts: ['a', 'b', 'c', 'now'] },
    { id: 4, title: 'Four', texts: ['g'] },
  ]

  test('keeps one page, leaves no orphaned revisions, and counts what it left out', async () => {
    const file = await write(xmlExport(twice))
    const store = await open()
    const { files } = await runImport(store, { files: [file] })
    assert.deepEqual(files[0]!.tables, {
      revision: {
        read: 12,
        stored: 6,
        skipped: { 'another page has this title': 3, 'another revision has this ID': 3 },
      },
      page: { read: 5, stored: 4, skipped: { 'another page has this title': 1 } },
    })
    const pages = (await rowsOf(store, 'page')).map(({ id, title, latest_rev }) => [id, title, latest_rev])
    assert.deepEqual(pages.sort(), [
      [1, 'One', 1000],
      [2, 'Two', 2003],
      [4, 'Four', 4000],
    ])
    const orphans = await sql`select id from revision where page_id not in (select id from page)`.execute(store.read)
    assert.deepEqual(orphans.rows, [])
  })

  /** Internal IDs (of contents and summaries) depend on failed attempts. */
  const wikiOf = async (store: Store) => ({
    pages: (await rowsOf(store, 'page')).sort((a, b) => Number(a.id) - Number(b.id)),
    revisions: await sql`
      select revision.id, page_id, summary.text as summary, content.sha1 from revision
      join summary on summary.id = summary_id join slot on slot.revision_id = revision.id
      join content on content.id = content_id order by revision.id`
      .execute(store.read)
      .then(({ rows }) => rows),
  })

  test('ends with the same data wherever it is interrupted', async () => {
    const options = { files: [await write(xmlExport(twice))], batchBytes: 1 }
    const reference = await open()
    await runImport(reference, options)
    const expected = await wikiOf(reference)
    for (let transactions = 2; transactions < 40; transactions += engine === 'sqlite' ? 2 : 9) {
      const store = await open()
      const run = runImport(failingAfter(store, transactions), options)
      if (await run.then(() => true).catch(() => false)) break
      await runImport(store, options)
      assert.deepEqual(await wikiOf(store), expected, `interrupted after ${transactions} transactions`)
    }
  })
})
