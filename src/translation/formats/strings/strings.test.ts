import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { strings } from './strings.ts'

const korean = fixture(import.meta.dirname, 'garden-ko.strings')
const german = fixture(import.meta.dirname, 'garden-de-utf16le.strings')

test('keys, values, escapes and comments are read', () => {
  const file = strings.parse(korean)
  assert.deepEqual(
    file.units.map(({ id, target, note }) => [id, target[0], note]),
    [
      ['window.title', '정원', 'Title of the window'],
      ['quote', '따옴표 "여기" 그리고 \\ \n☃', 'one line'],
      ['bareKey', 'bare-value', ''],
      ['%@ has %d plants', '%1$@ – 식물 %2$d개 🌱', ''],
      ['same', 'same', ''],
      ['last', '끝', 'several\n   lines'],
    ],
  )
})

test('a change touches its value only', () => {
  const changed = strings.parse(korean).serialize({
    update: [
      { id: 'bareKey', target: ['새 "값"\n'] },
      { id: 'same', target: ['같음'] },
    ],
  })
  assert.deepEqual(changedLines(korean, changed), [
    '-bareKey = bare-value;',
    '-"same";',
    '+bareKey = "새 \\"값\\"\\n";',
    '+"same" = "같음";',
  ])
})

test('UTF-16 stays UTF-16, with its mark and line endings', () => {
  const file = strings.parse(german)
  assert.deepEqual(unitOf(file, 'colour').target, ['Grün'])
  const changed = file.serialize({
    update: [{ id: 'colour', target: ['Rot 🌹'] }],
    add: [{ context: 'new', source: [], target: ['neu'], note: 'x' }],
  })
  assert.equal(
    Buffer.from(changed).toString('utf16le'),
    '\uFEFF/* Farbe */\r\n"colour" = "Rot 🌹";\r\n"name" = "Größe";\r\n\r\n/* x */\r\n"new" = "neu";\r\n',
  )
  const created = strings.create({ language: 'fr', template: german })
  const filled = strings.parse(created).serialize({ add: [{ context: 'a', source: [], target: ['é'] }] })
  assert.equal(Buffer.from(filled).toString('utf16le'), '\uFEFF"a" = "é";\n')
})

test('units are added where they belong and removed with their comments', () => {
  const added = strings.parse(korean).serialize({
    add: [{ context: 'sub', source: [], target: ['부제'], note: 'below', after: 'window.title' }],
  })
  assert.deepEqual(changedLines(korean, added), ['+/* below */', '+"sub" = "부제";', '+'])
  assert.deepEqual(Buffer.from(strings.parse(added).serialize({ remove: ['sub'] })), korean)
})

test('mistakes are reported with their place', () => {
  const cases: [string, RegExp][] = [
    ['"a" = "b"', /line 1, column 10: expected a semicolon/],
    ['"a" = "b', /no closing quote/],
    ['/* x', /comment has no end/],
    ['"a" = ;', /expected a string/],
    ['"a" =', /the file ends inside an entry/],
    ['"a" = "\\ud83d";', /surrogate/],
  ]
  for (const [text, reason] of cases) assert.throws(() => strings.parse(Buffer.from(text)), reason, text)
})

test('the last of duplicate keys is used, as in programs', () => {
  const file = strings.parse(Buffer.from('"a" = "b";\n"a" = "c";\n'))
  assert.deepEqual(
    file.units.map(({ context, target, duplicate }) => [context, target[0], duplicate]),
    [
      ['a', 'b', true],
      ['a', 'c', false],
    ],
  )
  const written = file.serialize({ update: [{ id: 'a', target: ['d'] }] })
  assert.equal(Buffer.from(written).toString(), '"a" = "b";\n"a" = "d";\n')
})

test('a binary property list is rejected by name', () => {
  assert.throws(() => strings.parse(Buffer.from('bplist00\xd1\x01', 'latin1')), /binary property list/)
})
