import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FormatError } from '../format-error.ts'
import { changedLines, fixture, fixtures, unitOf } from '../testing.ts'
import { po, poMono } from './po.ts'

const garden = fixture(import.meta.dirname, 'garden-cs.po')

test('every fixture is written back byte for byte', () => {
  for (const { name, bytes } of fixtures(import.meta.dirname)) {
    assert.deepEqual(Buffer.from(po.parse(bytes).serialize()), bytes, name)
  }
})

test('units carry everything a PO file says about them', () => {
  const file = po.parse(garden)
  assert.equal(file.language, 'cs')
  assert.deepEqual(file.plural, { count: 3, formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2' })
  assert.equal(file.headers.get('Last-Translator'), 'Jana Nováková <jana@example.org>')
  assert.equal(file.units.length, 9)
  const flower = unitOf(file, '%d flower')
  assert.deepEqual(flower.source, ['%d flower', '%d flowers'])
  assert.deepEqual(flower.target, ['%d květina', '%d květiny', '%d květin'])
  assert.deepEqual(flower.flags, ['c-format', 'max-length:60'])
  assert.equal(flower.note, 'Jana: checked with the gardeners')
  assert.equal(flower.location, 'src/beds.c:88')
  assert.equal(flower.position, 2)
  assert.equal(flower.line, 21)
  assert.equal(unitOf(file, 'Welcome to the garden').location, 'src/front.c:12, src/front.c:40')
  assert.equal(unitOf(file, 'verb\u0004Plant').context, 'verb')
  const bulb = unitOf(file, '%s bulb')
  assert.equal(bulb.fuzzy, true)
  assert.deepEqual(bulb.flags, ['python-format'])
  assert.deepEqual(bulb.previousSource, ['%s seed', '%s seeds'])
  assert.deepEqual(
    file.units.filter(unit => unit.obsolete).map(unit => unit.source),
    [['Prune'], ['Spade', 'Spades']],
  )
})

test('a changed target changes only its own lines', () => {
  const file = po.parse(garden)
  const changed = file.serialize({ update: [{ id: '%d flower', target: ['%d květina', '%d květinky', '%d květin'] }] })
  assert.deepEqual(changedLines(garden, changed), ['-msgstr[1] "%d květiny"', '+msgstr[1] "%d květinky"'])
  assert.deepEqual(unitOf(po.parse(changed), '%d flower').target[1], '%d květinky')
})

test('marking as fuzzy and back touches the flag line and what explains it', () => {
  const fuzzy = po.parse(garden).serialize({ update: [{ id: '%d flower', fuzzy: true }] })
  assert.deepEqual(changedLines(garden, fuzzy), ['-#, c-format, max-length:60', '+#, fuzzy, c-format, max-length:60'])
  assert.deepEqual(Buffer.from(po.parse(fuzzy).serialize({ update: [{ id: '%d flower', fuzzy: false }] })), garden)
  const added = po.parse(garden).serialize({ update: [{ id: 'verb\u0004Plant', fuzzy: true }] })
  assert.deepEqual(changedLines(garden, added), ['+#, fuzzy'])
  const clean = po.parse(garden).serialize({ update: [{ id: '%s bulb', fuzzy: false }] })
  assert.deepEqual(changedLines(garden, clean), [
    '-#, fuzzy, python-format',
    '-#| msgctxt "old"',
    '-#| msgid "%s seed"',
    '-#| msgid_plural "%s seeds"',
    '+#, python-format',
  ])
})

test('new long texts are wrapped the way the file wraps its own', () => {
  const text = 'slovo '.repeat(20).trim()
  const wrapped = po.parse(garden).serialize({ update: [{ id: 'verb\u0004Plant', target: [text] }] })
  assert.equal(changedLines(garden, wrapped).filter(line => line[0] === '+').length, 3)
  const arabic = fixture(import.meta.dirname, 'unwrapped-ar.po')
  const source = po.parse(arabic).units[0]!.id
  const one = po.parse(arabic).serialize({ update: [{ id: source, target: [text] }] })
  assert.deepEqual(
    changedLines(arabic, one).filter(line => line[0] === '+'),
    [`+msgstr "${text}"`],
  )
})

test('units can be added, before the obsolete ones, and removed without leaving gaps', () => {
  const added = po.parse(garden).serialize({
    add: [
      { context: 'tool', source: ['Rake'], target: ['Hrábě'], note: 'for leaves', flags: ['c-format'], fuzzy: true },
    ],
  })
  assert.deepEqual(changedLines(garden, added), [
    '+#. for leaves',
    '+#, fuzzy, c-format',
    '+msgctxt "tool"',
    '+msgid "Rake"',
    '+msgstr "Hrábě"',
    '+',
  ])
  const back = po.parse(added).serialize({ remove: ['tool\u0004Rake'] })
  assert.deepEqual(Buffer.from(back), garden)
  const without = po.parse(garden).serialize({ remove: po.parse(garden).units.map(unit => unit.id) })
  assert.equal(Buffer.from(without).toString(), garden.toString().slice(0, garden.toString().indexOf('\n\n#.') + 1))
})

test('header fields change one by one, long ones and new ones included', () => {
  const changed = po.parse(garden).serialize({ headers: { 'Last-Translator': 'Petr <p@example.org>', 'X-Tool': 'x' } })
  assert.deepEqual(changedLines(garden, changed), [
    '-"Last-Translator: Jana Nováková <jana@example.org>\\n"',
    '+"Last-Translator: Petr <p@example.org>\\n"',
    '+"X-Tool: x\\n"',
  ])
  const crlf = po.parse(fixture(import.meta.dirname, 'latin2-crlf.po')).serialize({ headers: { Language: 'csb' } })
  assert.equal(po.parse(crlf).headers.get('Language'), 'csb')
  assert.equal(po.parse(crlf).units[0]!.target[0], 'Żółte drzewo')
})

test('a new language gets every unit, untranslated, with its own header', () => {
  const created = po.create({
    language: 'ja',
    template: garden,
    plural: { count: 1, formula: '0' },
    headers: { 'Last-Translator': '' },
  })
  const file = po.parse(created)
  assert.equal(file.language, 'ja')
  assert.deepEqual(file.plural, { count: 1, formula: '0' })
  assert.equal(file.units.length, 7)
  assert.ok(file.units.every(unit => !unit.fuzzy && unit.target.every(form => form === '')))
  assert.deepEqual(unitOf(file, '%d flower').target, [''])
  assert.deepEqual(unitOf(file, '%d flower').flags, ['c-format', 'max-length:60'])
  const empty = po.parse(po.create({ language: 'fr', plural: { count: 2, formula: 'n > 1' } }))
  assert.equal(empty.headers.get('Plural-Forms'), 'nplurals=2; plural=n > 1;')
})

test('a monolingual PO file has keys instead of sources', () => {
  const bytes = fixture(import.meta.dirname, 'keys-de.po')
  const file = poMono.parse(bytes)
  assert.deepEqual(
    file.units.map(({ context, source, target, note }) => ({ context, source, target, note })),
    [
      { context: 'start.greeting', source: [], target: ['Guten Tag'], note: 'greeting on the start page' },
      { context: 'start.bye', source: [], target: [''], note: '' },
    ],
  )
  const added = poMono.parse(bytes).serialize({ add: [{ context: 'new', source: [], target: ['Neu'] }] })
  assert.deepEqual(changedLines(bytes, added), ['+msgid "new"', '+msgstr "Neu"', '+'])
})

test('mistakes are reported with their line', () => {
  const cases: [string, number, RegExp][] = [
    ['msgid "a"\n', 2, /msgid without msgstr/],
    ['msgid "a\nmsgstr ""\n', 1, /no closing quote/],
    ['msgid "a"\nmsgstr "\\q"\n', 2, /unknown escape sequence \\q/],
    ['msgid "a"\nmsgid_plural "b"\nmsgstr[1] ""\n', 3, /expected msgstr\[0\]/],
    ['msgid "a"\n# no\nmsgstr ""\n', 2, /comment inside an entry/],
    ['hello\n', 1, /expected a keyword or a string, found "hello"/],
    ['"a"\n', 1, /string without a keyword/],
    ['msgctxt "x"\n\n', 3, /msgctxt without msgid/],
    ['msgid "a"\nmsgstr "\xff"\n', 2, /not valid UTF-8/],
  ]
  for (const [text, line, reason] of cases) {
    assert.throws(
      () => po.parse(Buffer.from(text, 'latin1')),
      (error: unknown) => error instanceof FormatError && error.line === line && reason.test(error.reason),
      text,
    )
  }
  assert.throws(() => po.parse(garden, { maxBytes: 100 }), /the limit is 100/)
})

test('numeric escapes are bytes of the text', () => {
  const file = po.parse(Buffer.from('msgid "a"\nmsgstr "\\303\\251\\x21\\a\\tz\\377"\n'.replace('\\377', '')))
  assert.equal(file.units[0]!.target[0], 'é!\x07\tz')
})

const withCharset = (charset: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=${charset}\\n"\n\nmsgid "a"\nmsgstr ""\n`

test('a text outside the charset converts the file and its header to UTF-8', () => {
  for (const charset of ['ASCII', 'us-ascii', 'ISO-8859-1', 'CHARSET', 'windows-1252']) {
    const content = Buffer.from(withCharset(charset))
    const file = po.parse(content)
    assert.deepEqual(
      Buffer.from(file.serialize({ update: [{ id: 'a', target: ['e'] }] })).toString(),
      withCharset(charset)
        .replace('msgstr ""\n"', 'msgstr  "')
        .replace(/msgstr ""\n$/, 'msgstr "e"\n')
        .replace('msgstr  "', 'msgstr ""\n"'),
    )
    const written = Buffer.from(file.serialize({ update: [{ id: 'a', target: ['ě'] }] })).toString()
    assert.equal(written, withCharset('UTF-8').replace(/msgstr ""\n$/, 'msgstr "ě"\n'), charset)
    assert.deepEqual(po.parse(Buffer.from(written)).units[0]!.target, ['ě'])
  }
  const latin = Buffer.from(
    withCharset('ISO-8859-1').replace(/msgstr ""\n$/, 'msgstr "é"\n\nmsgid "b"\nmsgstr ""\n'),
    'latin1',
  )
  const recoded = Buffer.from(po.parse(latin).serialize({ update: [{ id: 'b', target: ['ě'] }] })).toString()
  assert.match(recoded, /charset=UTF-8.*msgstr "é".*msgstr "ě"/s)
})

test('non-ASCII bytes in an ASCII file are read as UTF-8 and kept until something changes', () => {
  const content = Buffer.from(withCharset('ASCII').replace(/msgstr ""\n$/, 'msgstr "ě"\n'))
  const file = po.parse(content)
  assert.deepEqual(Buffer.from(file.serialize()), content)
  assert.match(Buffer.from(file.serialize({ update: [{ id: 'a', target: ['é'] }] })).toString(), /charset=UTF-8/)
})

test('the first of duplicate entries is used', () => {
  const content = 'msgid "a"\nmsgstr "1"\n\nmsgid "a"\nmsgstr "2"\n\nmsgid "b"\nmsgstr ""\n'
  const file = po.parse(Buffer.from(content))
  assert.deepEqual(
    file.units.map(({ source, target, duplicate }) => [source[0], target[0], duplicate]),
    [
      ['a', '1', false],
      ['a', '2', true],
      ['b', '', false],
    ],
  )
  const written = file.serialize({ update: [{ id: 'a', target: ['3'] }] })
  assert.equal(Buffer.from(written).toString(), content.replace('"1"', '"3"'))
})
