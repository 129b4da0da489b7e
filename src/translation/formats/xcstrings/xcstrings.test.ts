import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { xcstrings } from './xcstrings.ts'

const catalog = fixture(import.meta.dirname, 'Localizable-de.xcstrings')
const german = { language: 'de' }

test('texts are read in one language, with sources, states and comments', () => {
  assert.deepEqual(
    xcstrings
      .parse(catalog, german)
      .units.map(({ id, source, target, fuzzy, readonly, note }) => [id, source, target, fuzzy, readonly, note]),
    [
      [
        '%lld plants',
        ['%lld plant', '%lld plants'],
        ['%lld Pflanze', '%lld Pflanzen'],
        false,
        false,
        'Number of plants',
      ],
      ['Garden', ['Garden'], ['Garten'], true, false, ''],
      ['OK', ['OK'], [''], false, true, ''],
      ['Welcome', ['Welcome'], [''], false, false, ''],
    ],
  )
  assert.deepEqual(unitOf(xcstrings.parse(catalog, { language: 'cs' }), 'Garden').target, [''])
})

test('a change sets text and state', () => {
  const changed = xcstrings
    .parse(catalog, german)
    .serialize({ update: [{ id: 'Garden', target: ['Gärten'], fuzzy: false }] })
  assert.deepEqual(changedLines(catalog, changed), [
    '-            "state" : "needs_review",',
    '-            "value" : "Garten"',
    '+            "state" : "translated",',
    '+            "value" : "Gärten"',
  ])
})

test('a first translation is written as Xcode writes it', () => {
  const changed = xcstrings.parse(catalog, german).serialize({ update: [{ id: 'Welcome', target: ['Willkommen'] }] })
  assert.deepEqual(changedLines(catalog, changed), [
    '-',
    '+      "localizations" : {',
    '+        "de" : {',
    '+          "stringUnit" : {',
    '+            "state" : "translated",',
    '+            "value" : "Willkommen"',
    '+          }',
    '+        }',
    '+      }',
  ])
  const czech = { language: 'cs' }
  const plural = xcstrings
    .parse(catalog, czech)
    .serialize({ update: [{ id: '%lld plants', target: ['1', '2', '3', '5'] }] })
  assert.deepEqual(unitOf(xcstrings.parse(plural, czech), '%lld plants').target, ['1', '2', '3', '5'])
  assert.deepEqual(unitOf(xcstrings.parse(plural, german), '%lld plants').target, ['%lld Pflanze', '%lld Pflanzen'])
})

test('strings are added with their source and removed again', () => {
  const added = xcstrings.parse(catalog, german).serialize({
    add: [{ context: 'bye', source: ['Goodbye'], target: ['Tschüss'], note: 'n', after: 'Garden' }],
  })
  const unit = unitOf(xcstrings.parse(added, german), 'bye')
  assert.deepEqual([unit.source, unit.target, unit.note], [['Goodbye'], ['Tschüss'], 'n'])
  assert.deepEqual(Buffer.from(xcstrings.parse(added, german).serialize({ remove: ['bye'] })), catalog)
})
