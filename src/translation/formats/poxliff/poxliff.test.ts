import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from '../index.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { poxliff } from './poxliff.ts'

const czech = fixture(import.meta.dirname, 'garden-cs.poxliff')
const reading = { language: 'cs', plural: { count: 3, formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2' } }
const file = poxliff.parse(czech, reading)

test('a group is a plural string, and the header is hidden', () => {
  assert.deepEqual(
    file.units.map(({ id, source, target, fuzzy, approved, note, location }) => [
      ...[id, source, target],
      ...[fuzzy, approved, note, location],
    ]),
    [
      ['2', ['Tools & paths'], ['Nářadí a cesty'], false, true, 'Title of the page', 'garden.c:7'],
      ['3', ['%d bed', '%d beds'], ['%d záhon', '%d záhony', ''], true, false, '', ''],
      ['4', ['The end'], [''], false, false, '', ''],
    ],
  )
})

test('a missing form becomes a unit of its group', () => {
  const update = [{ id: '3', target: ['%d záhon', '%d záhony', '%d záhonů'] }]
  const changed = file.serialize({ update })
  assert.deepEqual(changedLines(czech, changed), [
    '+        <trans-unit id="3[2]">',
    '+          <source>%d beds</source>',
    '+          <target>%d záhonů</target>',
    '+        </trans-unit>',
  ])
  assert.deepEqual(unitOf(poxliff.parse(changed, reading), '3').target, update[0]!.target)
})

test('only the changed form changes', () => {
  const update = [{ id: '3', target: ['Jeden záhon', '%d záhony', ''] }]
  assert.deepEqual(changedLines(czech, file.serialize({ update })), [
    '-          <target>%d záhon</target>',
    '+          <target>Jeden záhon</target>',
  ])
})

test('plural strings are added and removed as groups', () => {
  const add = [{ context: 'rows', source: ['%d row', '%d rows'], target: ['a', 'b', 'c'], plural: true }]
  const added = file.serialize({ add })
  assert.deepEqual(unitOf(poxliff.parse(added, reading), 'rows').target, ['a', 'b', 'c'])
  assert.deepEqual(unitOf(poxliff.parse(added, reading), 'rows').source, ['%d row', '%d rows'])
  const removed = Buffer.from(file.serialize({ remove: ['3'] })).toString()
  assert.doesNotMatch(removed, /group id|záhon/)
})

test('a new language starts with the header and without translations', () => {
  const created = poxliff.create({ language: 'de', template: czech })
  const german = poxliff.parse(created, { language: 'de' })
  assert.equal(german.language, 'de')
  assert.deepEqual(
    german.units.flatMap(({ target }) => target),
    ['', '', '', ''],
  )
  assert.match(Buffer.from(created).toString(), /Project-Id-Version: garden\nLanguage/)
})

test('the extension tells the format', () => {
  assert.equal(detectFormat('garden.poxliff', czech), 'poxliff')
  assert.equal(detectFormat('garden.xlf', czech), 'xliff')
})
