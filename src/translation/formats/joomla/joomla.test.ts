import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { joomla } from './joomla.ts'

const english = fixture(import.meta.dirname, 'en-GB.com_garden.ini')

test('both ways of writing quotes are read', () => {
  const file = joomla.parse(english)
  assert.equal(unitOf(file, 'COM_GARDEN_TITLE').target[0], 'The "best" garden')
  assert.equal(unitOf(file, 'COM_GARDEN_TITLE').note, 'Shown on top')
  assert.equal(unitOf(file, 'COM_GARDEN_LINK').target[0], '<a href="https://example.org">Link</a>\nnext')
  assert.equal(unitOf(file, 'COM_GARDEN_BARE').target[0], 'plain')
  assert.equal(unitOf(file, 'COM_GARDEN').note, '')
})

test('a change quotes its text', () => {
  const changed = joomla.parse(english).serialize({ update: [{ id: 'COM_GARDEN_BARE', target: ['a "b" \\ c\nd'] }] })
  assert.deepEqual(changedLines(english, changed), [
    '-COM_GARDEN_BARE=plain',
    '+COM_GARDEN_BARE="a \\"b\\" \\\\ c\\nd"',
  ])
})

test('keys are added after their neighbours and removed with their comments', () => {
  const add = [{ context: 'COM_GARDEN_NEW', source: [], target: ['x'], note: 'fresh', after: 'COM_GARDEN' }]
  const added = joomla.parse(english).serialize({ add })
  assert.deepEqual(changedLines(english, added), ['+; fresh', '+COM_GARDEN_NEW="x"'])
  assert.deepEqual(Buffer.from(joomla.parse(added).serialize({ remove: ['COM_GARDEN_NEW'] })), english)
})
