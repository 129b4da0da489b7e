import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { readTexts } from '../../content/text-blobs.ts'
import { rowsOf, runImport, sqlDump } from '../testing.ts'

const php = (text: string | Buffer) => `s:${Buffer.byteLength(text)}:"`
const string = (text: string | Buffer) => Buffer.concat([Buffer.from(php(text)), Buffer.from(text), Buffer.from('";')])
const stub = (row: number, key: string) =>
  Buffer.from(`O:15:"HistoryBlobStub":2:{s:6:"mOldId";i:${row};s:5:"mHash";s:${key.length}:"${key}";}`)

/**
 * Two texts, "first text" and "first text, longer", as a chain of deltas: an insertion, then a copy and an insertion.
 */
function diffBlob(): Buffer {
  const first = Buffer.from('\0\0\0\0\0\0\0\0\x01\x0afirst text', 'latin1')
  const second = Buffer.from('\0\0\0\0\x0a\0\0\0\x02\0\0\0\0\x0a\0\0\0\x01\x08, longer', 'latin1')
  second.writeUInt32LE(adler(Buffer.from('first text')))
  const info = Buffer.concat([
    Buffer.from('a:2:{s:5:"diffs";a:2:{i:0;'),
    string(first),
    Buffer.from('i:1;'),
    string(second),
    Buffer.from('}s:3:"map";s:3:"0,1";}'),
  ])
  return Buffer.concat([
    Buffer.from('O:15:"DiffHistoryBlob":1:{s:11:"mCompressed";'),
    string(deflateRawSync(info)),
    Buffer.from('}'),
  ])
}

function adler(bytes: Buffer): number {
  let [low, high] = [0, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}

const columns = (names: string) => Object.fromEntries(names.split(' ').map(name => [name, 'varbinary(255)']))

onEachEngine('texts of a dump', open => {
  test('are read from history blobs and through stubs; texts stored elsewhere are counted', async () => {
    const contents = [9, 10, 11, 12, 13, 14].map(row => `tt:${row}`)
    const dump = sqlDump({
      text: {
        columns: columns('old_id old_text old_flags'),
        rows: [
          [9, stub(11, '0'), 'object'],
          [10, Buffer.from('DB://cluster1/17'), 'utf-8,external'],
          [11, diffBlob(), 'utf-8,object'],
          [12, stub(11, '1'), 'object'],
          [13, stub(11, '2'), 'object'],
          [14, Buffer.from('O:18:"HistoryBlobCurStub":1:{s:6:"mCurId";i:7;}'), 'object'],
        ],
      },
      content_models: { columns: columns('model_id model_name'), rows: [[1, 'wikitext']] },
      content: {
        columns: columns('content_id content_size content_sha1 content_model content_address'),
        rows: [...contents, 'es:DB://cluster1/18'].map((address, index) => [index + 1, 5, 'x', 1, address]),
      },
    })
    const file = path.join(temporaryFolder(), 'texts.sql')
    await writeFile(file, dump)
    const store = await open()
    const { files } = await runImport(store, { files: [file] })
    const { text, content } = files[0]!.tables
    assert.deepEqual(text, {
      read: 6,
      stored: 4,
      skipped: { 'the text is in external storage, not in this dump': 1, 'the text was in the table "cur"': 1 },
    })
    assert.deepEqual(content, {
      read: 7,
      stored: 7,
      skipped: {},
      incomplete: {
        'its text was not in the table "text"': 3,
        'its text is in external storage, not in this dump': 1,
      },
    })
    const rows = (await rowsOf(store, 'content')).sort((a, b) => Number(a.id) - Number(b.id))
    const blobs = rows.flatMap(({ blob_id }) => (blob_id === null ? [] : [Number(blob_id)]))
    const texts = await readTexts({ db: store.read }, blobs)
    assert.deepEqual(
      rows.map(({ blob_id }) => texts.get(Number(blob_id))?.toString() ?? null),
      ['first text', null, 'first text', 'first text, longer', null, null, null],
    )
  })
})
