import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from '../index.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { xwikiJavaProperties } from './xwiki-java-properties.ts'

const french = fixture(import.meta.dirname, 'garden_fr.properties')
const file = xwikiJavaProperties.parse(french)

test('apostrophes are doubled beside arguments only', () => {
  assert.deepEqual(
    file.units.map(({ id, target, note }) => [id, target[0], note]),
    [
      ['garden.title', 'Jardin', 'Le jardin'],
      ['garden.owner', "L'outil de {0}", ''],
      ['garden.hint', "L'outil", ''],
      ['garden.footer', 'Fin', 'Pied de page'],
    ],
  )
  const changed = file.serialize({
    update: [
      { id: 'garden.owner', target: ["C'est {0}"] },
      { id: 'garden.hint', target: ["C'est"] },
    ],
  })
  assert.deepEqual(changedLines(french, changed), [
    ..."-garden.owner=L''outil de {0}|-garden.hint=L'outil|+garden.owner=C''est {0}|+garden.hint=C'est".split('|'),
  ])
})

test('a translation replaces the comment about it', () => {
  const add = [{ context: 'garden.new', source: [], target: ['Nouvel outil'], after: 'garden.hint' }]
  const added = file.serialize({ add })
  assert.deepEqual(changedLines(french, added), ['-### Missing: garden.new=New tool', '+garden.new=Nouvel outil'])
  assert.deepEqual(unitOf(xwikiJavaProperties.parse(added), 'garden.new').target, ['Nouvel outil'])
})

test('files with missing translations are recognised', () => {
  assert.equal(detectFormat('garden_fr.properties', french), 'xwiki-java-properties')
  assert.equal(detectFormat('garden_fr.properties', Buffer.from('a=b\n')), 'properties')
})
