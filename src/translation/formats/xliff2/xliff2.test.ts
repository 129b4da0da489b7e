import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { xliff2 } from './xliff2.ts'

const german = fixture(import.meta.dirname, 'garden-de.xliff')

test('segments are read with states, notes and places', () => {
  const file = xliff2.parse(german)
  assert.deepEqual(
    file.units.map(({ context, source, target, fuzzy, approved }) => [context, source[0], target[0], fuzzy, approved]),
    [
      ['title', 'Garden & flowers', 'Garten & Blumen', false, false],
      ['2', 'First.', 'Erster.', true, false],
      ['2', 'Hello <ph id="1" equiv="%s"/>!', '', false, false],
      ['3', 'Fixed', 'Fest', false, true],
    ],
  )
  assert.equal(unitOf(file, '1').note, 'Title of the window')
  assert.equal(unitOf(file, '1').location, 'garden.c:12')
  assert.equal(unitOf(file, '3').readonly, true)
  assert.deepEqual([file.language, file.sourceLanguage], ['de', 'en'])
})

test('a change sets the target and the state', () => {
  const change = (update: { id: string; target?: string[]; fuzzy?: boolean; approved?: boolean }) =>
    changedLines(german, xliff2.parse(german).serialize({ update: [update] })).map(line => line.replace(/\s+/, ''))
  assert.deepEqual(change({ id: '2\u0004s1', target: ['Eins'], fuzzy: false }), [
    '-<segment id="s1" state="initial">',
    '-<target>Erster.</target>',
    '+<segment id="s1" state="translated">',
    '+<target>Eins</target>',
  ])
  assert.deepEqual(change({ id: '2\u0004s2', target: ['Hallo <ph id="1" equiv="%s"/>!'] }), [
    '+<target>Hallo <ph id="1" equiv="%s"/>!</target>',
  ])
  assert.deepEqual(change({ id: '1', approved: true }), ['-<segment state="translated">', '+<segment state="final">'])
})

test('units are added and removed', () => {
  const added = xliff2.parse(german).serialize({
    add: [{ context: 'new', source: ['New'], target: ['Neu'], note: 'n', after: '1' }],
  })
  assert.deepEqual(
    changedLines(german, added).map(line => line.trim().replace(/^\+\s+/, '')),
    [
      '<unit id="new">',
      '<notes>',
      '<note>n</note>',
      '</notes>',
      '<segment>',
      '<source>New</source>',
      '<target>Neu</target>',
      '</segment>',
      '</unit>',
    ],
  )
  assert.deepEqual(Buffer.from(xliff2.parse(added).serialize({ remove: ['new'] })), german)
})

test('a new language has all sources and no targets', () => {
  const file = xliff2.parse(xliff2.create({ language: 'cs', template: german }))
  assert.equal(file.language, 'cs')
  assert.ok(file.units.every(({ target, fuzzy, approved }) => target[0] === '' && !fuzzy && !approved))
  assert.throws(() => xliff2.parse(Buffer.from('<xliff version="1.2"><file/></xliff>')), /expected XLIFF 2/)
})
