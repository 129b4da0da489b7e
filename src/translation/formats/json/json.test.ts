import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FormatError } from '../format-error.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { json } from './json.ts'

const flat = fixture(import.meta.dirname, 'flat-uk.json')
const compact = fixture(import.meta.dirname, 'compact-fr.json')

test('strings are units, everything else is left alone', () => {
  const file = json.parse(flat)
  assert.deepEqual(
    file.units.map(({ id }) => id),
    ['title', 'empty', 'with.dots', 'escaped', 'html', 'multi'],
  )
  assert.equal(unitOf(file, 'escaped').target[0], 'лапки " і \\ та ☃')
  assert.equal(unitOf(file, 'html').line, 8)
})

test('a change touches one line, and follows the escaping of the file', () => {
  const changed = json.parse(flat).serialize({ update: [{ id: 'title', target: ['Город "2"'] }] })
  assert.deepEqual(changedLines(flat, changed), ['-  "title": "Сад",', '+  "title": "Город \\"2\\"",'])
  const escaped = json.parse(compact).serialize({ update: [{ id: 'a', target: ['à/b'] }] })
  assert.equal(Buffer.from(escaped).toString(), '{"a":"\\u00e0\\/b","b":"\\u00e9t\\u00e9","path":"x\\/y"}')
})

test('units are added and removed in place, in the layout of the file', () => {
  const added = json.parse(flat).serialize({
    add: [
      { context: 'last', source: [], target: ['кінець'] },
      { context: 'second', source: [], target: ['друге'], after: 'title' },
      { context: 'first', source: [], target: ['перше'], after: null },
    ],
  })
  assert.deepEqual(
    json.parse(added).units.map(({ id }) => id),
    ['first', 'title', 'second', 'empty', 'with.dots', 'escaped', 'html', 'multi', 'last'],
  )
  const back = json.parse(added).serialize({ remove: ['first', 'second', 'last'] })
  assert.deepEqual(Buffer.from(back), flat)
  const one = json
    .parse(compact)
    .serialize({ remove: ['a', 'path'], add: [{ context: 'c', source: [], target: ['3'] }] })
  assert.equal(Buffer.from(one).toString(), '{"b":"\\u00e9t\\u00e9","c":"3"}')
})

test('byte order mark and line endings stay', () => {
  const bytes = fixture(import.meta.dirname, 'bom-crlf-de.json')
  const added = json.parse(bytes).serialize({ add: [{ context: 'three', source: [], target: ['drei'] }] })
  assert.equal(
    Buffer.from(added).toString(),
    '\uFEFF{\r\n\t"one": "eins",\r\n\t"two": "zwei",\r\n\t"three": "drei"\r\n}\r\n',
  )
})

test('a new file takes its layout from the template', () => {
  const template = json.parse(fixture(import.meta.dirname, 'bom-crlf-de.json'))
  const created = json.create({ language: 'fr', template: fixture(import.meta.dirname, 'bom-crlf-de.json') })
  const filled = json.parse(created, { template }).serialize({ add: [{ context: 'one', source: [], target: ['un'] }] })
  assert.equal(Buffer.from(filled).toString(), '{\r\n\t"one": "un"\r\n}\r\n')
})

test('mistakes are reported with their place', () => {
  const cases: [string, number, number, RegExp][] = [
    ['{\n  "a": "1",\n  "a": "2"\n}', 3, 3, /duplicate key "a", first on line 2/],
    ['{"a": "1",}', 1, 11, /comma must be followed/],
    ['{"a": {"b": "c"}}', 1, 2, /"a" holds an object; read the file as json-nested/],
    ['["a"]', 1, 1, /expected an object/],
    ['{"a": "b" "c"}', 1, 11, /expected a comma or }/],
    ['{"a": "\\ud800"}', 1, 7, /unpaired surrogate/],
    ['{"a": "\\x"}', 1, 7, /unknown escape/],
    ['{"a": "b\n"}', 1, 9, /raw control characters/],
    ['{"a": tru}', 1, 7, /expected a JSON value/],
    ['{"a"', 1, 5, /expected a colon/],
    ['', 1, 1, /the file ends/],
    ['{} x', 1, 4, /unexpected text/],
  ]
  for (const [text, line, column, reason] of cases) {
    assert.throws(
      () => json.parse(Buffer.from(text)),
      (error: unknown) =>
        error instanceof FormatError && error.line === line && error.column === column && reason.test(error.reason),
      text,
    )
  }
})

test('deep nesting is refused before it can exhaust the stack', () => {
  assert.throws(() => json.parse(Buffer.from('{"a":'.repeat(100_000))), /nested deeper than 100 levels/)
})
