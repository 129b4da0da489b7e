import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openMonolingual } from '../monolingual.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { aresource } from './aresource.ts'
import { escapeAndroid, unescapeAndroid } from './escape.ts'

const russian = fixture(import.meta.dirname, 'strings-ru.xml')
const options = { language: 'ru' }

function change(id: string, ...target: string[]): string[] {
  return changedLines(russian, aresource.parse(russian, options).serialize({ update: [{ id, target }] }))
}

test('escapes, quotes, white space, mark-up and CDATA are read as Android reads them', () => {
  const file = aresource.parse(russian, options)
  const text = (id: string) => unitOf(file, id).target[0]
  assert.equal(text('quote'), 'Говорят: "Весна" & \'лето\'\nи зима')
  assert.equal(text('spaces'), '  с пробелами  ')
  assert.equal(text('wrapped'), 'Длинный текст, разбитый на строки')
  assert.equal(text('at'), '@дом')
  assert.equal(text('unicode'), ' …🌳')
  assert.equal(text('html'), '<b>Важно:</b> не забудьте <xliff:g id="what" example="rose">%1$s</xliff:g>')
  assert.equal(text('cdata'), '<a href="https://example.org">Сайт</a>')
  assert.equal(text('empty'), '')
  assert.deepEqual(unitOf(file, 'plurals/plants').target, ['%d растение', '%d растения', '%d растений', '%d растения'])
  assert.equal(unitOf(file, 'plurals/plants').note, 'Number of plants')
  assert.equal(text('seasons[1]'), 'Лето')
  assert.equal(text('tablet;product=default'), 'Телефон')
  assert.equal(unitOf(file, 'app_name').readonly, true)
  assert.equal(unitOf(file, 'app_name').note, 'Name of the app, do not translate')
})

test('a change keeps the style of its string', () => {
  assert.deepEqual(change('quote', "it's <b>"), [
    '-    <string name="quote">Говорят: \\"Весна\\" &amp; \\\'лето\\\'\\nи зима</string>',
    '+    <string name="quote">it\\\'s &lt;b&gt;</string>',
  ])
  assert.deepEqual(change('html', '<b>Внимание</b>, "%1$s"').slice(1), [
    '+    <string name="html"><b>Внимание</b>, \\"%1$s\\"</string>',
  ])
  assert.deepEqual(change('cdata', '<i id="1">x</i>]]>').slice(1), [
    '+    <string name="cdata"><![CDATA[<i id="1">x</i>]]]]><![CDATA[>]]></string>',
  ])
  const split = aresource.parse(russian).serialize({ update: [{ id: 'cdata', target: ['"]]>  \'\\n'] }] })
  assert.deepEqual(unitOf(aresource.parse(split), 'cdata').target, ['"]]>  \'\\n'])
  assert.deepEqual(change('empty', ' @ ').slice(1), ['+    <string name="empty">\\u0020@\\u0020</string>'])
  assert.deepEqual(change('plurals/plants', '%d куст', '%d растения', '%d растений', '%d растения'), [
    '-        <item quantity="one">%d растение</item>',
    '+        <item quantity="one">%d куст</item>',
  ])
})

test('plural forms that a language lacks in the file are filled in', () => {
  const bytes = Buffer.from(
    '<resources>\n  <plurals name="p">\n    <item quantity="other">x</item>\n  </plurals>\n</resources>',
  )
  const file = aresource.parse(bytes, { language: 'pl' })
  const written = file.serialize({ update: [{ id: 'plurals/p', target: ['1', '2', '3', 'x'] }] })
  assert.deepEqual(aresource.parse(written, { language: 'pl' }).units[0]!.target, ['1', '2', '3', 'x'])
})

test('forms of other languages stay when those of this one are added', () => {
  const bytes = Buffer.from(
    '<resources>\n  <plurals name="p">\n    <item quantity="few">x</item>\n  </plurals>\n</resources>',
  )
  const written = aresource
    .parse(bytes, { language: 'en' })
    .serialize({ update: [{ id: 'plurals/p', target: ['1', '2'] }] })
  assert.deepEqual(changedLines(bytes, written), [
    '+    <item quantity="one">1</item>',
    '+    <item quantity="other">2</item>',
  ])
})

test('units are added and removed with their comments', () => {
  const added = aresource.parse(russian, options).serialize({
    add: [
      { context: 'new', source: [], target: ['Новое'], note: 'fresh', after: 'at' },
      { context: 'trees', source: [], target: ['дерево', 'дерева', 'деревьев', 'дерева'] },
      { context: 'seasons[2]', source: [], target: ['Осень'] },
    ],
  })
  assert.deepEqual(changedLines(russian, added), [
    '+    <!-- fresh -->',
    '+    <string name="new">Новое</string>',
    '+        <item>Осень</item>',
    '+    <plurals name="trees">',
    '+        <item quantity="one">дерево</item>',
    '+        <item quantity="few">дерева</item>',
    '+        <item quantity="many">деревьев</item>',
    '+        <item quantity="other">дерева</item>',
    '+    </plurals>',
  ])
  const removed = aresource.parse(added, options).serialize({ remove: ['new', 'plurals/trees'] })
  assert.deepEqual(changedLines(russian, removed), ['+        <item>Осень</item>'])
  assert.throws(() => aresource.parse(russian).serialize({ remove: ['seasons[0]'] }), /cannot be removed alone/)
})

test('a new language starts empty and is filled in the order of the template', async () => {
  const template = aresource.parse(russian, options)
  const created = aresource.create({ language: 'ja', template: russian })
  const file = await openMonolingual(aresource, created, template, { language: 'ja' })
  const written = file.serialize({
    update: [
      { id: 'plurals/plants', target: ['植物 %d'] },
      { id: 'html', target: ['<b>重要</b> <xliff:g id="what">%1$s</xliff:g>'] },
      { id: 'seasons[1]', target: ['夏'] },
    ],
  })
  assert.equal(
    Buffer.from(written).toString(),
    `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:tools="http://schemas.android.com/tools" xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <string name="html"><b>重要</b> <xliff:g id="what">%1$s</xliff:g></string>
    <plurals name="plants">
        <item quantity="other">植物 %d</item>
    </plurals>
    <string-array name="seasons">
        <item></item>
        <item>夏</item>
    </string-array>
</resources>
`,
  )
})

test('a rule with more forms than CLDR loses no form', () => {
  const item = (quantity: string, text: string) => `        <item quantity="${quantity}">${text}</item>`
  const forms = [
    ['one', 'כוס אחת'],
    ['two', 'שתי כוסות'],
    ['many', '%d כוסות רבות'],
    ['other', '%d כוסות'],
  ] as const
  const content = Buffer.from(
    `<resources>\n    <plurals name="cups">\n${forms.map(([name, text]) => item(name, text)).join('\n')}\n    </plurals>\n</resources>\n`,
  )
  const plural = { count: 4, formula: '(n == 1) ? 0 : ((n == 2) ? 1 : ((n > 10 && n % 10 == 0) ? 2 : 3))' }
  const file = aresource.parse(content, { language: 'he', plural })
  const target = forms.map(([, text]) => text as string)
  assert.deepEqual(unitOf(file, 'plurals/cups').target, target)
  assert.deepEqual(file.serialize({ update: [{ id: 'plurals/cups', target }] }), content)
  const changed = file.serialize({ update: [{ id: 'plurals/cups', target: [...target.slice(0, 2), '%d!', '%d?'] }] })
  assert.deepEqual(changedLines(content, changed).slice(2), [`+${item('many', '%d!')}`, `+${item('other', '%d?')}`])
})

test('any text survives being escaped', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => assert.equal(unescapeAndroid(escapeAndroid(text)), text)),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(' ', '\n', '"', "'", '\\', 'a', '@', '?', 'u', '0', '\t') }), text =>
      assert.equal(unescapeAndroid(escapeAndroid(text)), text),
    ),
  )
})

test('mistakes are reported with their line', () => {
  assert.throws(() => aresource.parse(Buffer.from('<resources><string/></resources>')), /line 1.*has no name/)
  assert.throws(
    () => aresource.parse(Buffer.from('<resources>\n<string name="a">\\ud800</string></resources>')),
    /line 2.*surrogate/,
  )
})

test('entities are kept as references and never resolved', () => {
  const doctype =
    '<!DOCTYPE resources [\n  <!ENTITY app "Garden">\n  <!ENTITY b "&app;&app;">\n  <!ENTITY file SYSTEM "file:///etc/passwd">\n]>'
  const content = `<?xml version="1.0" encoding="utf-8"?>\n${doctype}\n<resources>\n    <string name="a">Welcome to &app;</string>\n    <string name="b">&b;&file;</string>\n</resources>\n`
  const template = aresource.parse(Buffer.from(content))
  assert.deepEqual(Buffer.from(template.serialize()).toString(), content)
  assert.deepEqual(
    template.units.map(({ target }) => target[0]),
    ['Welcome to &app;', '&b;&file;'],
  )
  const changed = template.serialize({ update: [{ id: 'a', target: ['&app; & &other; <hi>'] }] })
  assert.equal(
    Buffer.from(changed).toString(),
    content.replace('Welcome to &app;', '&app; &amp; &amp;other; &lt;hi&gt;'),
  )
  const plain = Buffer.from('<?xml version="1.0" encoding="utf-8"?>\n<resources>\n</resources>\n')
  const translated = aresource
    .parse(plain, { template })
    .serialize({ add: [{ context: 'a', source: [], target: ['Vítá vás &app;'] }] })
  assert.equal(
    Buffer.from(translated).toString(),
    `<?xml version="1.0" encoding="utf-8"?>\n${doctype}\n<resources>\n    <string name="a">Vítá vás &app;</string>\n</resources>\n`,
  )
  assert.throws(
    () => aresource.parse(Buffer.from('<resources><string name="a">&nope;</string></resources>')),
    /well-formed/,
  )
})

test('two spaces in a text with mark-up survive a change', () => {
  const bytes = Buffer.from('<resources>\n  <string name="a">An <b>x</b> \\u0020– y</string>\n</resources>\n')
  const file = aresource.parse(bytes)
  assert.deepEqual(file.units[0]!.target, ['An <b>x</b>  – y'])
  const written = file.serialize({ update: [{ id: 'a', target: ['An <b>x</b>  – z'] }] })
  assert.deepEqual(aresource.parse(written).units[0]!.target, ['An <b>x</b>  – z'])
})

test('strings beside an array that is there twice can be changed', () => {
  const array = '  <string-array name="a"><item>x</item></string-array>\n'
  const bytes = Buffer.from(`<resources>\n${array}${array}  <string name="s">t</string>\n</resources>\n`)
  const written = aresource.parse(bytes).serialize({ update: [{ id: 's', target: ['u'] }] })
  assert.deepEqual(changedLines(bytes, written), ['-  <string name="s">t</string>', '+  <string name="s">u</string>'])
})
