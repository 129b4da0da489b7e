import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture } from '../testing.ts'
import { ass } from './ass.ts'

const german = fixture(import.meta.dirname, 'film-de.ass')

test('the last field is the text, with its line breaks', () => {
  assert.deepEqual(
    ass.parse(german).units.map(({ context, target, note }) => [context, target[0], note]),
    [
      ['0:00:01.00-->0:00:03.50', '{\\i1}Guten Tag!{\\i0}\nWie geht es, Herr Meier?', 'Anna'],
      ['0:00:04.00-->0:00:05.00', 'Gut.', ''],
      ['0:00:04.00-->0:00:05.00', 'Schild', ''],
    ],
  )
})

test('a change keeps the other fields', () => {
  const changed = ass
    .parse(german)
    .serialize({ update: [{ id: '0:00:04.00-->0:00:05.00', target: ['Ja, gut.\nWirklich'] }] })
  assert.deepEqual(changedLines(german, changed), [
    '-Dialogue: 0,0:00:04.00,0:00:05.00,Default,,0,0,0,,Gut.',
    '+Dialogue: 0,0:00:04.00,0:00:05.00,Default,,0,0,0,,Ja, gut.\\NWirklich',
  ])
})

test('events are added with the fields of the file', () => {
  const added = ass
    .parse(german)
    .serialize({ add: [{ context: '0:01:00.00-->0:01:01.00', source: [], target: ['Ende'] }] })
  assert.deepEqual(changedLines(german, added), ['+Dialogue: 0,0:01:00.00,0:01:01.00,Default,,0,0,0,,Ende'])
})
