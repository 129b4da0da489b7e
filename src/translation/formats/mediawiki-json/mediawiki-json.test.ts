import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { mediawikiJson } from './mediawiki-json.ts'

const garden = fixture(import.meta.dirname, 'garden-nds.json')

test('messages are units, metadata is not', () => {
  const file = mediawikiJson.parse(garden)
  assert.deepEqual(
    file.units.map(({ id }) => id),
    ['garden-title', 'garden-plants', 'garden-links'],
  )
  assert.equal(file.headers.get('authors'), 'Anna\nBen')
  assert.equal(unitOf(file, 'garden-links').target[0], '[[Special:Garden/$1|$2]] «ok» „quoted“')
})

test('authors can be added and taken away without touching the rest', () => {
  const added = mediawikiJson.parse(garden).serialize({ headers: { authors: 'Anna\nBen\nCarla' } })
  assert.deepEqual(changedLines(garden, added), ['-\t\t\t"Ben"', '+\t\t\t"Ben",', '+\t\t\t"Carla"'])
  const fewer = mediawikiJson.parse(added).serialize({ headers: { authors: 'Anna\nBen' } })
  assert.deepEqual(Buffer.from(fewer), garden)
  const plain = Buffer.from('{\n\t"a": "b"\n}\n')
  const first = mediawikiJson.parse(plain).serialize({ headers: { authors: 'Anna' } })
  assert.equal(
    Buffer.from(first).toString(),
    '{\n\t"@metadata": {\n\t\t"authors": [\n\t\t\t"Anna"\n\t\t]\n\t},\n\t"a": "b"\n}\n',
  )
})

test('a new language starts with an empty list of authors', () => {
  const created = mediawikiJson.create({ language: 'fr', template: garden })
  assert.equal(Buffer.from(created).toString(), '{\n\t"@metadata": {\n\t\t"authors": []\n\t}\n}\n')
  const filled = mediawikiJson
    .parse(created)
    .serialize({ headers: { authors: 'Zoé' }, add: [{ context: 'garden-title', source: [], target: ['Jardin'] }] })
  assert.equal(
    Buffer.from(filled).toString(),
    '{\n\t"@metadata": {\n\t\t"authors": [\n\t\t\t"Zoé"\n\t\t]\n\t},\n\t"garden-title": "Jardin"\n}\n',
  )
})
