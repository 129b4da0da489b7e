import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from '../index.ts'
import { changedLines, fixture } from '../testing.ts'
import { catkeys } from './catkeys.ts'

const german = fixture(import.meta.dirname, 'garden.catkeys')

test('reads sources, contexts, comments and translations', () => {
  assert.equal(detectFormat('de.catkeys', german), 'catkeys')
  assert.deepEqual(
    catkeys.parse(german).units.map(({ source, context, note, target }) => [source[0], context, note, target[0]]),
    [
      ['Open', 'MainWindow', '', 'Öffnen'],
      ['Open', 'FilePanel', 'Button', 'Auswählen'],
      ['Delete "%s"?\nThis cannot be undone.', 'MainWindow', 'A question', ''],
      ['Größe', 'Columns', '', 'Size'],
      ['Quit', '', '', 'Beenden'],
    ],
  )
  assert.throws(() => catkeys.parse(Buffer.from('Open\tMainWindow\n')), /the first line has no version/)
  assert.throws(() => catkeys.parse(Buffer.from('1\tgerman\tx\t0\nOpen\n')), /line 2.*no source, context and comment/)
})

test('a changed translation touches its line', () => {
  const id = 'MainWindow\u0004Delete "%s"?\nThis cannot be undone.'
  const written = catkeys.parse(german).serialize({ update: [{ id, target: ['„%s“ löschen?\n"Wirklich"?'] }] })
  assert.deepEqual(changedLines(german, written), [
    '-Delete \\"%s\\"?\\nThis cannot be undone.\tMainWindow\tA question',
    '+Delete \\"%s\\"?\\nThis cannot be undone.\tMainWindow\tA question\t„%s“ löschen?\\n\\"Wirklich\\"?',
  ])
})

test('the checksum of the header follows added and removed strings', () => {
  const header = (bytes: Uint8Array) => Buffer.from(bytes).toString().split('\n')[0]
  const file = catkeys.parse(german)
  const removed = file.serialize({ remove: ['Quit'] })
  assert.notEqual(header(removed), header(german))
  const again = catkeys.parse(removed).serialize({ add: [{ context: '', source: ['Quit'], target: ['Beenden'] }] })
  assert.deepEqual(Buffer.from(again), german)
})

test('a new language has the strings of the template and its own name', () => {
  const created = catkeys.create({ language: 'pt_BR', template: german })
  assert.match(
    Buffer.from(created).toString(),
    /^1\tbrazilian portuguese\tapplication\/x-vnd\.Garden\t\d+\nOpen\tMainWindow\t\t\n/,
  )
  assert.deepEqual(
    catkeys.parse(created).units.map(({ target }) => target[0]),
    ['', '', '', '', ''],
  )
})
