import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { properties } from './properties.ts'

const bulgarian = fixture(import.meta.dirname, 'garden-bg.properties')
const french = fixture(import.meta.dirname, 'jardin-fr-latin1.properties')

test('keys, continued lines, escapes and comments are read', () => {
  assert.deepEqual(
    properties.parse(bulgarian).units.map(({ id, target, note }) => [id, target[0], note]),
    [
      ['title', 'Градина', 'Заглавие\nна прозореца'],
      ['empty', '', ''],
      ['spaced key', 'стойност с ☺ и \\ черта', ''],
      ['long.text', 'Първи ред, втори ред\nнов ред', ''],
      ['indented', 'да', ''],
      ['novalue', '', ''],
      ['path', 'c:\\temp\\x', ''],
      ['apostrophe', "It''s {0}", ''],
    ],
  )
})

test('a change touches its value, in the encoding of the file', () => {
  const changed = properties.parse(bulgarian).serialize({
    update: [
      { id: 'novalue', target: [' вече има\n'] },
      { id: 'long.text', target: ['къс'] },
    ],
  })
  assert.deepEqual(changedLines(bulgarian, changed), [
    '-long.text = Първи ред, \\',
    '-            втори ред\\nнов ред',
    '-novalue',
    '+long.text = къс',
    '+novalue=\\ вече има\\n',
  ])
  const latin = properties.parse(french).serialize({ update: [{ id: 'fin', target: ['terminé ✓'] }] })
  assert.equal(Buffer.from(latin).toString('latin1'), '# Jardin\r\ntitre=Été \\u2026\r\nfin=terminé \\u2713')
})

test('units are added and removed with their comments', () => {
  const add = [{ context: 'a b=c', source: [], target: ['=x'], note: 'бележка', after: 'title' }]
  const added = properties.parse(bulgarian).serialize({ add })
  assert.deepEqual(changedLines(bulgarian, added), ['+# бележка', '+a\\ b\\=c = =x'])
  assert.deepEqual(unitOf(properties.parse(added), 'a b=c').target, ['=x'])
  assert.deepEqual(Buffer.from(properties.parse(added).serialize({ remove: ['a b=c'] })), bulgarian)
  const end = properties.parse(french).serialize({ add: [{ context: 'z', source: [], target: ['z'] }] })
  assert.equal(Buffer.from(end).toString('latin1').slice(-14), '\r\nfin=oui\r\nz=z\r\n'.slice(-14))
})

test('distinguishes continued lines, separators and signs with any line ending', () => {
  const cases: [string, [string, string][]][] = [
    [
      'a\\\r\n  b = c\\\r\n\t d\r\ne:f',
      [
        ['ab', 'cd'],
        ['e', 'f'],
      ],
    ],
    [
      'a==b\rc : = d\re \\\r = f',
      [
        ['a', '=b'],
        ['c', '= d'],
        ['e', 'f'],
      ],
    ],
    ['a\\:b\\=c = x\\', [['a:b=c', 'x']]],
    ['  \f\n\n!c\n', []],
  ]
  for (const [text, pairs] of cases) {
    const file = properties.parse(Buffer.from(text))
    assert.deepEqual(
      file.units.map(({ id, target }) => [id, target[0]]),
      pairs,
      JSON.stringify(text),
    )
  }
})

test('a damaged UTF-8 file is not taken for an ISO-8859-1 one', () => {
  const damaged = Buffer.concat([bulgarian, Buffer.from('x=\xff\n', 'latin1')])
  assert.throws(() => properties.parse(damaged), /line 15: the file is not valid UTF-8/)
})

test('mistakes are reported with their line', () => {
  assert.throws(() => properties.parse(Buffer.from('a=\\ud83c')), /line 1.*surrogate/)
  assert.throws(() => properties.parse(Buffer.from('x=1\na=b\\u12x')), /line 2, column 4: "\\u12x" is not a \\u escape/)
})

test('the last of duplicate keys is used, as in Java', () => {
  const file = properties.parse(Buffer.from('a=1\n# x\na=2\n'))
  assert.deepEqual(
    file.units.map(({ target, duplicate }) => [target[0], duplicate]),
    [
      ['1', true],
      ['2', false],
    ],
  )
  assert.equal(Buffer.from(file.serialize({ update: [{ id: 'a', target: ['3'] }] })).toString(), 'a=1\n# x\na=3\n')
})
