import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { yaml } from './yaml.ts'

const czech = fixture(import.meta.dirname, 'garden-cs.yaml')

function write(...add: [string, string, (string | null)?][]): string[] {
  const written = yaml.parse(czech).serialize({
    add: add.map(([context, text, after]) => ({ context, source: [], target: [text], after })),
  })
  return changedLines(czech, written)
}

test('strings are read by path, with comments as notes', () => {
  const file = yaml.parse(czech)
  assert.deepEqual(
    file.units.map(({ id, target }) => [id, target[0]]),
    [
      ['title', 'Zahrada'],
      ['menu.open', 'Otevřít\tsoubor'],
      ['menu.close', 'Zavřít okno'],
      ['menu.404', 'Nenalezeno'],
      ['menu.confirm', 'Yes'],
      ['list[0]', 'první'],
      ['list[1].second', 'druhý'],
      ['list[1].other', 'třetí …'],
      ['long', 'První řádek\ndruhý řádek\n'],
      ['folded', 'spojené řádky'],
      ['empty', ''],
      ['anchor', 'základ'],
    ],
  )
  assert.equal(unitOf(file, 'menu.open').note, 'Shown in the window title')
})

test('a change keeps the style of its value', () => {
  const change = (id: string, text: string) =>
    changedLines(czech, yaml.parse(czech).serialize({ update: [{ id, target: [text] }] }))
  assert.deepEqual(change('title', 'Sad'), ['-title: Zahrada', '+title: Sad'])
  assert.deepEqual(change('title', 'no'), ['-title: Zahrada', '+title: "no"'])
  assert.deepEqual(change('menu.close', "To 's"), ["-    close: 'Zavřít okno'", "+    close: 'To ''s'"])
  assert.deepEqual(change('empty', 'x'), ['-empty:', '+empty: x'])
})

test('strings are added with the indentation of the file and removed again', () => {
  assert.deepEqual(write(['menu.new', 'Nový', 'menu.open']), ['+    new: Nový'])
  assert.deepEqual(write(['deep.er.key', 'x']), ['+deep:', '+    er:', '+        key: x'])
  const added = yaml.parse(czech).serialize({ add: [{ context: 'deep.er.key', source: [], target: ['x'] }] })
  assert.deepEqual(Buffer.from(yaml.parse(added).serialize({ remove: ['deep.er.key'] })), czech)
})

test('a new file is filled with lines in place of its braces', () => {
  const created = yaml.create({ language: 'cs' })
  const written = yaml.parse(created).serialize({
    add: [
      { context: 'a', source: [], target: ['x'] },
      { context: 'b.c', source: [], target: ['y'] },
    ],
  })
  assert.equal(Buffer.from(written).toString(), 'a: "x"\nb:\n  c: "y"\n')
})

test('a list at the top is read, a text is rejected with its line', () => {
  const list = Buffer.from('- id: a\n  translation: "x"\n- id: b\n  translation: "y"\n')
  const file = yaml.parse(list)
  assert.deepEqual(
    file.units.map(({ id, target }) => [id, target[0]]),
    [
      ['[0].id', 'a'],
      ['[0].translation', 'x'],
      ['[1].id', 'b'],
      ['[1].translation', 'y'],
    ],
  )
  const changed = file.serialize({ update: [{ id: '[1].translation', target: ['z'] }] })
  assert.deepEqual(changedLines(list, changed), ['-  translation: "y"', '+  translation: "z"'])
  assert.throws(() => yaml.parse(Buffer.from('# x\njust text\n')), /line 2.*expected keys/)
})
