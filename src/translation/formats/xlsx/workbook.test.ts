import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixture, unitOf } from '../testing.ts'
import { readZip } from '../zip/read-zip.ts'
import { writeZip } from '../zip/write-zip.ts'
import { xlsx } from './xlsx.ts'

const czech = fixture(import.meta.dirname, 'garden-cs.xlsx')

const SHEET = `<?xml version="1.0" encoding="UTF-8"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
<row r="2"><c r="A2" t="s"><v>2</v></c><c r="C2" s="4" t="s"><v>3</v></c></row>
<row r="4"><c r="A4" t="inlineStr"><is><r><t>Two </t></r><r><t>fonts</t></r></is></c></row>
</sheetData></worksheet>`
const SHARED =
  '<sst><si><t>source</t></si><si><t>target</t></si><si><t>Hello</t></si><si><t>Ahoj</t><rPh><t>x</t></rPh></si></sst>'

const workbook = writeZip(
  new Map([
    ['xl/worksheets/sheet1.xml', Buffer.from(SHEET)],
    ['xl/sharedStrings.xml', Buffer.from(SHARED)],
    ['xl/styles.xml', Buffer.from('<styleSheet/>')],
  ]),
  new Date(0),
)

test('rows are strings, as in a CSV file with the same cells', () => {
  const units = (bytes: Uint8Array) =>
    xlsx.parse(bytes).units.map(({ context, source, target, fuzzy }) => [context, source[0], target[0], fuzzy])
  assert.deepEqual(units(czech), [
    ['title', 'Garden', 'Zahrada', false],
    ['', 'Plant & tree', '', false],
    ['sum', '=1+1', '=2', true],
  ])
  assert.deepEqual(units(workbook), [
    ['', 'Hello', 'Ahoj', false],
    ['', 'Two fonts', '', false],
  ])
})

test('a change touches its cell, and the other parts of the workbook stay', async () => {
  const written = xlsx.parse(workbook).serialize({
    update: [
      { id: 'Hello', target: ['Dobrý <den>\n'] },
      { id: 'Two fonts', target: ['Dvě'] },
    ],
    add: [{ context: '', source: ['New'], target: ['Nový'] }],
  })
  const parts = await readZip(written)
  assert.deepEqual([...parts.keys()], ['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/styles.xml'])
  assert.equal(parts.get('xl/sharedStrings.xml')!.toString(), SHARED)
  const sheet = parts.get('xl/worksheets/sheet1.xml')!.toString()
  const inline = (text: string) => `t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  assert.equal(
    sheet,
    SHEET.replace('<c r="C2" s="4" t="s"><v>3</v></c>', `<c r="C2" s="4" ${inline('Dobrý &lt;den&gt;\n')}`)
      .replace('fonts</t></r></is></c>', `fonts</t></r></is></c><c r="C4" ${inline('Dvě')}`)
      .replace('</sheetData>', `<row r="5"><c r="A5" ${inline('New')}<c r="C5" ${inline('Nový')}</row></sheetData>`),
  )
  const again = xlsx.parse(written)
  assert.deepEqual(unitOf(again, 'Hello').target, ['Dobrý <den>\n'])
  const removed = xlsx.parse(again.serialize({ remove: ['Hello'] }))
  assert.deepEqual(
    removed.units.map(({ id }) => id),
    ['Two fonts', 'New'],
  )
})

test('a sheet without named columns and a file that is no workbook are rejected', () => {
  assert.throws(() => xlsx.parse(Buffer.from('a,b')), /no workbook/)
  const bare = writeZip(new Map([['xl/worksheets/sheet1.xml', Buffer.from(SHEET)]]), new Date(0))
  assert.throws(() => xlsx.parse(bare), /must name the columns/)
})
