import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../test-support.ts'
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
  assert.equal(Buffer.from(latin).toString('latin1'), '# Jardin\r\ntitre=Été \\u2026\r\nfin=termin\\u00E9 \\u2713')
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

test('mistakes are reported with their line', () => {
  assert.throws(() => properties.parse(Buffer.from('a=1\n# x\na=2')), /line 3: duplicate key "a", first on line 1/)
  assert.throws(() => properties.parse(Buffer.from('a=\\ud83c')), /line 1.*surrogate/)
})
