import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { ini } from './ini.ts'

const slovak = fixture(import.meta.dirname, 'setup-sk.ini')

test('keys carry their sections, and comments become notes', () => {
  const file = ini.parse(slovak)
  assert.deepEqual(
    file.units.map(({ id, target }) => [id, target[0]]),
    [
      ['version', '1.0'],
      ['[Dialog]next', 'Ďalej'],
      ['[Dialog]back', 'Späť & "hotovo"'],
      ['[Dialog]empty', ''],
      ['[Errors]404', 'Nenájdené'],
      ['[Errors]path', 'C:\\new'],
    ],
  )
  assert.equal(unitOf(file, '[Dialog]next').note, 'Shown on the button')
})

test('a change touches its line only', () => {
  const changed = ini.parse(slovak).serialize({ update: [{ id: '[Dialog]empty', target: ['x = y'] }] })
  assert.deepEqual(changedLines(slovak, changed), ['-empty =', '+empty =x = y'])
})

test('keys are added to their sections, and new sections at the end', () => {
  const add = ['[Dialog]help', '[New]a', '[New]b', 'top'].map(context => ({ context, source: [], target: ['x'] }))
  const added = ini.parse(slovak).serialize({ add: [{ ...add[0]!, after: '[Dialog]next' }, ...add.slice(1)] })
  assert.deepEqual(changedLines(slovak, added), ['+top=x', '+help=x', '+[New]', '+a=x', '+b=x', '+'])
  const ids = ini.parse(added).units.map(({ id }) => id)
  assert.deepEqual(ids.slice(0, 4), ['version', 'top', '[Dialog]next', '[Dialog]help'])
  const removed = ini.parse(added).serialize({ remove: ['top', '[Dialog]help', '[New]a', '[New]b'] })
  assert.deepEqual(changedLines(slovak, removed), ['+[New]', '+'])
  assert.throws(
    () => ini.parse(slovak).serialize({ add: [{ context: 'a=b', source: [], target: ['x'] }] }),
    /cannot be a key/,
  )
})

test('texts that one line cannot hold are rejected by name', () => {
  assert.match(ini.refuses!('a\nb')!, /line breaks/)
  assert.match(ini.refuses!(' a')!, /white space/)
  assert.equal(ini.refuses!('a = b; c'), undefined)
  assert.throws(() => ini.parse(slovak).serialize({ update: [{ id: 'version', target: ['a\nb'] }] }), /one line/)
})

test('a file in a Windows encoding is converted when a text needs it', () => {
  const file = ini.parse(Buffer.from([0x61, 0x3d, 0xe9, 0x0a]))
  assert.equal(file.units[0]!.target[0], 'é')
  assert.deepEqual(
    Buffer.from(file.serialize({ update: [{ id: 'a', target: ['ü'] }] })),
    Buffer.from([0x61, 0x3d, 0xfc, 0x0a]),
  )
  assert.equal(Buffer.from(file.serialize({ update: [{ id: 'a', target: ['ž中'] }] })).toString(), 'a=ž中\n')
})
