// Invalid or damaged dumps: each is rejected with an error that names the file
// and the position, and the wiki stays unchanged.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { runImport, type SamplePage, sqlDump, tableDigests, xmlExport } from './testing.ts'

const folder = temporaryFolder()
const write = async (name: string, content: string | Buffer): Promise<string> => {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  return file
}

const pages: SamplePage[] = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  title: `Page ${index}`,
  texts: [`${index} ${Math.sin(index)} [[Page ${index + 1}]]`],
}))
const whole = Buffer.from(xmlExport(pages))
const cut = (data: Buffer): Buffer => data.subarray(0, Math.floor(data.length * 0.6))
const revision = '<revision><id>1</id><timestamp>2020-01-01T00:00:00Z</timestamp><text>x</text></revision>'
const page = (inner: string) => `<mediawiki version="0.11"><page>${inner}</page></mediawiki>`

const categories = (...rows: (number | string | Buffer | null)[][]) =>
  sqlDump({
    category: {
      columns: { cat_id: 'int', cat_title: 'varbinary(255)', cat_pages: 'int', cat_subcats: 'int', cat_files: 'int' },
      rows,
    },
  })
const columns = (names: string) => Object.fromEntries(names.split(' ').map(name => [name, 'varbinary(255)']))

/** Three hundred megabytes of nothing. */
function bomb(): Buffer {
  const part = gzipSync(Buffer.alloc(1 << 24, 'x'))
  const head = gzipSync(
    '<mediawiki version="0.11"><page><title>A</title><ns>0</ns><id>1</id><revision><id>1</id><text>',
  )
  return Buffer.concat([head, ...Array.from({ length: 18 }, () => part)])
}

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFN', 'base64')

type Case = readonly [name: string, content: string | Buffer, problem: RegExp]
const cases: readonly Case[] = [
  ['empty.xml', '', /is empty, neither/],
  ['empty.gz', gzipSync(''), /is empty, neither/],
  ['picture.xml', png, /is neither a MediaWiki XML export nor a SQL dump/],
  ['page.html', '<!DOCTYPE html><html><body>404 Not Found</body></html>', /is neither/],
  ['utf16.xml', Buffer.from(whole.toString(), 'utf16le'), /is neither/],
  ['cut.xml', cut(whole), /is truncated: .* at byte \d+ of the decompressed data \(in page "Page \d+"\)/],
  ['cut.xml.gz', cut(gzipSync(whole)), /is truncated: the gzip data ends too early at byte \d+/],
  ['cut.xml.zst', cut(zstdCompressSync(whole)), /is truncated: the zstd data ends too early at byte \d+/],
  ['damaged.xml.gz', damaged(gzipSync(whole)), /gzip data .*at byte \d+/],
  [
    'latin1.xml',
    Buffer.from(whole.toString().replace('Page 7', 'Caf\u00e9'), 'latin1'),
    /bytes that are not UTF-8 at byte \d+/,
  ],
  [
    'entities.xml',
    '<!DOCTYPE mediawiki [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><mediawiki version="0.11">&b;</mediawiki>',
    /DOCTYPE, which is not allowed at byte/,
  ],
  ['deep.xml', `<mediawiki version="0.11">${'<page>'.repeat(1000)}`, /nests elements more than 32 deep at byte/],
  ['bomb.xml.gz', bomb(), /refused as a decompression bomb at byte \d+/],
  ['version.xml', '<mediawiki version="7.5"></mediawiki>', /has export version 7\.5; 0\.3 to 0\.11 are supported/],
  [
    'number.xml',
    page(`<title>A</title><ns>zero</ns><id>1</id>${revision}`),
    /has "zero" where a number is expected at byte \d+.*page "A"/,
  ],
  ['without.xml', page(`<title>A</title><ns>0</ns>${revision}`), /has a page without a number at byte \d+.*page "A"/],
  [
    'wordpress.sql',
    sqlDump({ wp_posts: { columns: columns('ID title'), rows: [[1, 'x']] } }),
    /has no MediaWiki tables; its tables are wp_posts/,
  ],
  [
    'other.sql',
    sqlDump({ page: { columns: columns('uid title'), rows: [[1, 'x']] } }),
    /has a table "page" without the column "page_id" at byte \d+/,
  ],
  ['postgres.sql', '--\n-- PostgreSQL database dump\n--\nSET a = 0;', /is a dump of PostgreSQL/],
  [
    'cut.sql',
    cut(Buffer.from(categories([1, 'A'.repeat(500), 1, 0, 0]))),
    /is truncated inside .* at byte \d+.*\(in table category\)/,
  ],
  ['short.sql', categories([1, 'A', 1]), /row of 3 values where 5 are declared at byte \d+/],
  ['word.sql', categories(['one', 'A', 1, 0, 0]), /column "cat_id": "one" is not a number at byte \d+/],
  [
    'null.sql',
    categories([1, null, 1, 0, 0]),
    /has rows that cannot be stored \(.*title.*\), before or at byte \d+ .*\(in table category\)/,
  ],
  [
    'title.sql',
    pageDump(Buffer.from('Caf\xe9', 'latin1')),
    /the title "Caf\ufffd" is not UTF-8\), before or at byte \d+/,
  ],
]

function damaged(data: Buffer): Buffer {
  const changed = Buffer.from(data)
  changed.fill(0xff, data.length / 2, data.length / 2 + 20)
  return changed
}

function pageDump(title: Buffer): string {
  const names =
    'page_id page_namespace page_title page_is_redirect page_is_new page_random page_touched page_links_updated page_latest page_len page_content_model page_lang'
  return sqlDump({
    page: { columns: columns(names), rows: [[1, 0, title, 0, 1, 0.5, '20200101000000', null, 1, 1, null, null]] },
  })
}

/** Compressors that Node lacks come from the machine. */
function compressed(command: string): Case[] {
  const { stdout, error } = spawnSync(command, ['-c'], { input: whole })
  return error === undefined
    ? [[`cut.xml.${command}`, cut(stdout), /is truncated: the \w+ data ends too early at byte \d+/]]
    : []
}

onEachEngine('bad input', (open, engine) => {
  test('is rejected with file and position, and changes nothing', async () => {
    const store = await open()
    const before = await tableDigests(store)
    for (const [name, content, problem] of [...cases, ...compressed('bzip2'), ...compressed('xz')]) {
      const file = await write(`${engine}/${name}`, content)
      await assert.rejects(runImport(store, { files: [file] }), (error: Error) => {
        assert.ok(error.message.startsWith(`${file}: `), `${name}: ${error.message}`)
        assert.match(error.message, problem)
        assert.ok(!error.message.includes('\n'))
        return true
      })
      // The site information of an export is stored as soon as it is read.
      const after = { ...(await tableDigests(store)), site_setting: before.site_setting }
      assert.deepEqual(after, before, name)
    }
  })
})
