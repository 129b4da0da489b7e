import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { csv } from './csv.ts'

const slovak = fixture(import.meta.dirname, 'garden-sk.csv')
const kannada = fixture(import.meta.dirname, 'mono-kn.csv')
const dutch = fixture(import.meta.dirname, 'simple-nl.csv')

test('columns are found by name', () => {
  const file = csv.parse(slovak)
  const welcome = unitOf(file, 'greeting\u0004Welcome, "friend"')
  assert.deepEqual([welcome.source, welcome.target], [['Welcome, "friend"'], ['Vítaj, "priateľ"']])
  assert.deepEqual([welcome.context, welcome.note, welcome.location], ['greeting', 'Start page', 'page.html:3'])
  const lines = unitOf(file, 'Two\nlines')
  assert.deepEqual([lines.fuzzy, lines.note, lines.line], [true, 'skontrolovať', 3])
})

test('files with ids only, with other separators, or without names are read too', () => {
  assert.deepEqual(
    csv.parse(kannada).units.map(({ context, source, target }) => [context, source, target[0]]),
    [
      ['menu.open', [], 'ವಿಸ್ತರಿಸಿ'],
      ['menu.close', [], 'ಮುಚ್ಚಿ; ಈಗ'],
      ['short', [], ''],
    ],
  )
  assert.deepEqual(
    csv.parse(dutch).units.map(({ source, target }) => [source[0], target[0]]),
    [
      ['One', 'Een'],
      ['Two', 'Twee'],
    ],
  )
})

test('a change touches its field only', () => {
  const changed = csv.parse(slovak).serialize({ update: [{ id: 'Two\nlines', target: ['"Dva"'], fuzzy: false }] })
  assert.equal(Buffer.from(changed).toString(), slovak.toString().replace('"Dva\nriadky","","True"', '"""Dva""","",""'))
  const short = csv.parse(kannada).serialize({ update: [{ id: 'short', target: ['a;b'] }] })
  assert.deepEqual(changedLines(kannada, short), ['-short', '+short;"a;b"'])
})

test('rows are added and removed', () => {
  const added = csv.parse(slovak).serialize({
    add: [{ context: 'tool', source: ['Rake'], target: ['Hrable'], note: 'x', fuzzy: true }],
  })
  assert.deepEqual(changedLines(slovak, added), ['+"","Rake","Hrable","","True","tool","","x"\r'])
  assert.deepEqual(Buffer.from(csv.parse(added).serialize({ remove: ['tool\u0004Rake'] })), slovak)
  const end = csv.parse(dutch).serialize({ add: [{ context: '', source: ['Three'], target: ['Drie, ja'] }] })
  assert.equal(Buffer.from(end).toString(), 'One,Een\nTwo,Twee\nThree,"Drie, ja"\n')
})

test('duplicate rows are kept apart', () => {
  const twice = csv.parse(Buffer.from('source,target\nA,1\nA,2\n'))
  const changed = twice.serialize({ update: [{ id: twice.units[1]!.id, target: ['3'] }] })
  assert.equal(Buffer.from(changed).toString(), 'source,target\nA,1\nA,3\n')
})

test('apostrophes around formula-like fields are not part of the text', () => {
  const file = csv.parse(Buffer.from("source,target\nSum,'=A1+B1'\n"))
  assert.deepEqual(file.units[0]!.target, ['=A1+B1'])
  const written = file.serialize({ update: [{ id: 'Sum', target: ["'-x'"] }] })
  assert.deepEqual(csv.parse(written).units[0]!.target, ["'-x'"])
})

test('mistakes are reported with their place', () => {
  assert.throws(() => csv.parse(Buffer.from('source,target\na,"b\n')), /line 2, column 3: a quoted field has no end/)
  assert.throws(
    () => csv.parse(Buffer.from('source,target\n"a"x,b\n')),
    /line 2, column 4: a quoted field must be followed/,
  )
  assert.throws(() => csv.parse(Buffer.from('a\nb\n')), /one column/)
})
