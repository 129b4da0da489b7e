import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMonolingual } from '../monolingual.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { i18next } from './i18next.ts'

const german = fixture(import.meta.dirname, 'garden-de.json')

test('two forms are a key and its plural', () => {
  const file = i18next.parse(german, { language: 'de' })
  assert.deepEqual(
    file.units.map(({ id, target }) => [id, ...target]),
    [
      ['title', 'Garten'],
      ['plants_*', '{{count}} Pflanze', '{{count}} Pflanzen'],
      ['menu.open', 'Öffnen'],
      ['menu.items[0]', 'eins'],
      ['menu.items[1]', 'zwei'],
      ['cut_plural', 'allein'],
    ],
  )
  assert.equal(unitOf(file, 'plants_*').context, 'plants')
})

test('other languages number their forms', async () => {
  const template = i18next.parse(german, { language: 'de' })
  const czech = await openMonolingual(i18next, Buffer.from('{\n  "title": "Zahrada"\n}\n'), template, {
    language: 'cs',
  })
  const written = czech.serialize({ update: [{ id: 'plants_*', target: ['1', '2', '5', 'x'] }] })
  assert.equal(
    Buffer.from(written).toString(),
    '{\n  "title": "Zahrada",\n  "plants_0": "1",\n  "plants_1": "2",\n  "plants_2": "5",\n  "plants_3": "x"\n}\n',
  )
  const japanese = await openMonolingual(i18next, Buffer.from('{\n  "plants_0": "x"\n}\n'), template, {
    language: 'ja',
  })
  assert.deepEqual(unitOf(japanese, 'plants_*').target, ['x'])
  assert.equal(
    Buffer.from(japanese.serialize({ update: [{ id: 'plants_*', target: ['植物'] }] })).toString(),
    '{\n  "plants_0": "植物"\n}\n',
  )
})

test('a change of one form touches its line', () => {
  const changed = i18next
    .parse(german, { language: 'de' })
    .serialize({ update: [{ id: 'plants_*', target: ['{{count}} Pflanze', 'viele'] }] })
  assert.deepEqual(changedLines(german, changed), [
    '-  "plants_plural": "{{count}} Pflanzen",',
    '+  "plants_plural": "viele",',
  ])
})
