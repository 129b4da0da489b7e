import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { convert } from '../export/convert.ts'
import { FormatError } from '../format-error.ts'
import { readZip } from '../zip/read-zip.ts'
import { writeZip } from '../zip/write-zip.ts'
import { readXlsx } from './read-xlsx.ts'
import { parseSpreadsheet } from './spreadsheet.ts'

const context = { sourceLanguage: 'en', targetLanguage: 'cs', project: 'Hello' }
const at = new Date(Date.UTC(2026, 10, 15, 12, 30, 2))

test('strings round-trip through a workbook', async () => {
  const units = [
    { context: '', source: ['Hello\nworld '], target: [' Ahoj <světe> & "co"'] },
    { context: 'menu', source: ['=1+1'], target: ["'=1+1'"], fuzzy: true, note: 'a _x0041_ note', location: 'a.c:1' },
    { context: '', source: ['bell \u0007 \r\n'], target: ['😀'] },
    { context: '', source: ['%d file', '%d files'], target: ['%d soubor', '%d soubory', '%d souborů'] },
  ]
  const bytes = convert(units, context, 'xlsx')
  assert.deepEqual(bytes, convert(units, context, 'xlsx'), 'the same strings give the same bytes')
  const read = (await parseSpreadsheet(bytes)).units
  assert.deepEqual(
    read.map(({ context, source, target, fuzzy, note }) => ({
      context,
      source: source[0],
      target: target[0],
      fuzzy,
      note,
    })),
    [
      { context: '', source: 'Hello\nworld ', target: ' Ahoj <světe> & "co"', fuzzy: false, note: '' },
      { context: 'menu', source: '=1+1', target: "'=1+1'", fuzzy: true, note: 'a _x0041_ note' },
      { context: '', source: 'bell \u0007 \r\n', target: '😀', fuzzy: false, note: '' },
      { context: '', source: '%d file', target: '%d soubor', fuzzy: false, note: '' },
      { context: '', source: '%d files', target: '%d soubory', fuzzy: false, note: '' },
      { context: '', source: '%d files', target: '%d souborů', fuzzy: false, note: '' },
    ],
  )
})

test('a multivalue CSV repeats the source in front of each form', () => {
  const units = [{ context: 'n', source: ['a file', '%d files'], target: ['soubor', 'soubory'] }]
  const lines = Buffer.from(convert(units, context, 'csv-multi'))
    .toString()
    .trim()
    .split('\r\n')
    .slice(1)
  assert.deepEqual(
    lines.map(line => line.split(',').slice(1, 3)),
    [
      ['"a file"', '"soubor"'],
      ['"a file"', '"soubory"'],
    ],
  )
})

test('workbooks of other programs: shared strings, gaps, numbers, several runs, another name for the sheet', async () => {
  const file = (text: string) => Buffer.from(text)
  const bytes = writeZip(
    new Map([
      [
        'xl/workbook.xml',
        file('<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="S" r:id="rId7"/></x:sheets></x:workbook>'),
      ],
      [
        'xl/_rels/workbook.xml.rels',
        file('<Relationships><Relationship Id="rId7" Target="/xl/worksheets/data.xml"/></Relationships>'),
      ],
      [
        'xl/sharedStrings.xml',
        file('<sst><si><t>source</t></si><si><r><t>tar</t></r><r><t>get</t></r><rPh><t>no</t></rPh></si></sst>'),
      ],
      [
        'xl/worksheets/data.xml',
        file(
          '<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row><c r="A2"><v>7</v></c></row></sheetData></worksheet>',
        ),
      ],
      ['docProps/big.bin', Buffer.alloc(1000)],
    ]),
    at,
  )
  assert.deepEqual(await readXlsx(bytes), [['source', '', 'target'], ['7']])
})

test('reads archives and rejects damaged, large or other files', async () => {
  const files = new Map([
    ['a/ž.txt', Buffer.from('one')],
    ['b.txt', Buffer.alloc(0)],
  ])
  const bytes = writeZip(files, at)
  assert.deepEqual(await readZip(bytes), files)
  const refused = (content: Uint8Array, reason: RegExp, limits = { maxFiles: 10, maxBytes: 1000 }) =>
    assert.rejects(
      readZip(content, () => true, limits),
      error => error instanceof FormatError && reason.test(error.message),
    )
  await refused(Buffer.from('nothing of the kind'), /not a zip archive/)
  await refused(Buffer.alloc(0), /not a zip archive/)
  await refused(bytes.subarray(0, -1), /not a zip archive/)
  await refused(bytes, /at most 1 are read/, { maxFiles: 1, maxBytes: 1000 })
  await refused(writeZip(new Map([['bomb', Buffer.alloc(100_000)]]), at), /more than 1000 bytes/)
  const lying = writeZip(new Map([['bomb', Buffer.alloc(100_000)]]), at)
  lying.writeUInt32LE(10, lying.indexOf('PK\x01\x02') + 24)
  await refused(lying, /damaged/)
  const shrunk = writeZip(new Map([['bomb', Buffer.alloc(4_000_000)]]), at)
  await refused(shrunk, /more than 200 times its size/, { maxFiles: 10, maxBytes: 10_000_000 })
  assert.ok(deflateRawSync(Buffer.alloc(100_000)).length < 1000)
  for (let i = 0; i < bytes.length; i++) {
    const broken = Buffer.from(bytes)
    broken[i]! ^= 0xff
    try {
      await readZip(broken)
    } catch (error) {
      assert.ok(error instanceof FormatError, `byte ${i}: ${error}`)
    }
  }
})
