import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { ExportContext, ExportUnit } from '../exported-unit.ts'
import { FormatError } from '../format-error.ts'
import { format } from '../index.ts'
import { unitOf } from '../testing.ts'
import { convert, exportFormats } from './convert.ts'

const context: ExportContext = {
  sourceLanguage: 'en',
  targetLanguage: 'pl',
  project: 'Garden & Shed',
  plural: {
    count: 3,
    formula: 'n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2',
    categories: ['one', 'few', 'many'],
  },
}

const units: ExportUnit[] = [
  { context: 'menu.open', source: ['Open <b>shed</b>'], target: ['Otwórz <b>szopę</b>'], note: 'in the menu' },
  { context: 'menu.close', source: ['Close'], target: [''] },
  {
    context: '',
    source: ['%d plant', '%d plants'],
    target: ['%d roślina', '%d rośliny', '%d roślin'],
    flags: ['c-format'],
  },
  { context: 'sum', source: ['=SUM(A1)'], target: ['=SUMA(A1)'], fuzzy: true, location: 'a.c:1' },
]

test('every download format works, even without strings', () => {
  for (const { id } of exportFormats) {
    assert.ok(convert(units, context, id).length > 0, id)
    assert.ok(convert([], context, id) instanceof Uint8Array, id)
  }
  assert.throws(
    () => convert(units, context, 'docx'),
    (error: unknown) => error instanceof FormatError && /available formats: po, mo/.test(error.message),
  )
})

test('a PO download has everything', () => {
  const file = format('po')!.parse(convert(units, context, 'po'))
  assert.equal(file.language, 'pl')
  assert.equal(file.plural?.count, 3)
  assert.equal(file.headers.get('Project-Id-Version'), 'Garden & Shed')
  assert.equal(file.units.length, 4)
  assert.deepEqual(unitOf(file, '%d plant').target, ['%d roślina', '%d rośliny', '%d roślin'])
  assert.deepEqual(unitOf(file, '%d plant').flags, ['c-format'])
  assert.equal(unitOf(file, 'sum\u0004=SUM(A1)').fuzzy, true)
})

test('an MO download is readable by an independent parser and omits fuzzy and untranslated strings', () => {
  const reference = createRequire(import.meta.url)('gettext-parser')
  const { translations, headers } = reference.mo.parse(Buffer.from(convert(units, context, 'mo')))
  assert.equal(headers.Language ?? headers.language, 'pl')
  assert.deepEqual(translations['']['%d plant'].msgstr, ['%d roślina', '%d rośliny', '%d roślin'])
  assert.equal(translations['']['%d plant'].msgid_plural, '%d plants')
  assert.deepEqual(translations['menu.open']['Open <b>shed</b>'].msgstr, ['Otwórz <b>szopę</b>'])
  assert.equal(translations.sum, undefined)
  assert.equal(translations['menu.close'], undefined)
})

test('an XLIFF download can be read again, plural forms as a group', () => {
  const file = format('xliff')!.parse(convert(units, context, 'xliff'))
  assert.deepEqual([file.sourceLanguage, file.language], ['en', 'pl'])
  assert.deepEqual(
    file.units.map(({ id, context: name, source, target, fuzzy }) => [id, name, source[0], target[0], fuzzy]),
    [
      ['1', 'menu.open', 'Open <b>shed</b>', 'Otwórz <b>szopę</b>', false],
      ['2', 'menu.close', 'Close', '', false],
      ['3[0]', '3[0]', '%d plant', '%d roślina', false],
      ['3[1]', '3[1]', '%d plants', '%d rośliny', false],
      ['3[2]', '3[2]', '%d plants', '%d roślin', false],
      ['4', 'sum', '=SUM(A1)', '=SUMA(A1)', true],
    ],
  )
})

test('a CSV download is safe from formula injection and round-trips', () => {
  const bytes = convert(units, context, 'csv')
  assert.match(Buffer.from(bytes).toString(), /"'=SUMA\(A1\)'"/)
  const file = format('csv')!.parse(bytes)
  assert.deepEqual(unitOf(file, 'sum\u0004=SUM(A1)').target, ['=SUMA(A1)'])
})

test('monolingual downloads contain only translated strings', () => {
  assert.deepEqual(JSON.parse(Buffer.from(convert(units, context, 'json')).toString()), {
    'menu.open': 'Otwórz <b>szopę</b>',
    '%d plant[0]': '%d roślina',
    '%d plant[1]': '%d rośliny',
    '%d plant[2]': '%d roślin',
    sum: '=SUMA(A1)',
  })
  assert.deepEqual(JSON.parse(Buffer.from(convert(units, context, 'json-nested')).toString()), {
    menu: { open: 'Otwórz <b>szopę</b>' },
    '%d plant': ['%d roślina', '%d rośliny', '%d roślin'],
    sum: '=SUMA(A1)',
  })
  const android = format('aresource')!.parse(convert(units, context, 'aresource'), { plural: context.plural })
  assert.deepEqual(
    android.units.map(({ id, target }) => [id, ...target]),
    [
      ['menu.open', 'Otwórz <b>szopę</b>'],
      ['plurals/_d_plant', '%d roślina', '%d rośliny', '%d roślin'],
      ['sum', '=SUMA(A1)'],
    ],
  )
  const apple = format('strings')!.parse(convert(units, context, 'strings'))
  assert.deepEqual(unitOf(apple, 'menu.open').note, 'in the menu')
})

test('units with the same context get unique keys', () => {
  const same = ['One', 'Two', 'One'].map(source => ({ context: 'menu', source: [source], target: [source] }))
  assert.deepEqual(Object.keys(JSON.parse(Buffer.from(convert(same, context, 'json')).toString())), [
    'One',
    'Two',
    'One 2',
  ])
})

test('a TMX download contains pairs of texts', () => {
  const tmx = Buffer.from(convert(units, context, 'tmx')).toString()
  assert.equal(tmx.match(/<tu>/g)?.length, 4)
  assert.match(tmx, /<tuv xml:lang="pl"><seg>Otwórz &lt;b&gt;szopę&lt;\/b&gt;<\/seg><\/tuv>/)
})
