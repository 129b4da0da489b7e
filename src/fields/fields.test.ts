import assert from 'node:assert/strict'
import { test } from 'node:test'
import { absent } from './absent.ts'
import { type Field, type Fields, mapShape, nullable, optional, readOnly, shape } from './field.ts'
import * as kinds from './kinds.ts'
import { InvalidInput } from './problem.ts'
import { pythonType, readFields } from './read.ts'

/** The parsed value, or the error code. */
function read(field: Field, value: unknown): unknown {
  try {
    return field.read(value, 'it')
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return error.problems.map(({ code, attr }) => `${attr}: ${code}`).join()
  }
}

const check = (field: Field, cases: readonly (readonly [given: unknown, expected: unknown])[]): void =>
  assert.deepEqual(
    cases.map(([given]) => [given, read(field, given)]),
    cases,
  )

test('reads text', () => {
  check(kinds.text({ max: 3 }), [
    ['abc', 'abc'],
    [' a ', 'a'],
    [12, '12'],
    ['', 'it: blank'],
    ['  ', 'it: blank'],
    ['abcd', 'it: max_length'],
    // The limit counts characters, not UTF-16 units.
    ['😀😀😀', '😀😀😀'],
    [true, 'it: invalid'],
    [['a'], 'it: invalid'],
    ['a\0', 'it: null_characters_not_allowed'],
    ['\ud800', 'it: surrogate_characters_not_allowed'],
  ])
  check(kinds.text({ blank: true, verbatim: true }), [
    ['', ''],
    [' a ', ' a '],
  ])
})

test('reads formatted texts', () => {
  check(kinds.slug(10), [
    ['a-b_1', 'a-b_1'],
    ['a b', 'it: invalid'],
    ['-', 'it: invalid'],
    ['ü', 'it: invalid'],
    ['a'.repeat(11), 'it: max_length'],
  ])
  check(kinds.webAddress({ blank: true }), [
    ['https://a.example/x?y=1', 'https://a.example/x?y=1'],
    ['', ''],
    ['javascript:alert(1)', 'it: invalid'],
    ['https:///x', 'it: invalid'],
    ['a.example', 'it: invalid'],
  ])
  check(kinds.email(), [
    ['a@b.example', 'a@b.example'],
    ['a@b@c', 'it: invalid'],
    ['a b@c', 'it: invalid'],
  ])
})

test('reads numbers and booleans', () => {
  check(kinds.integer({ min: 1, max: 10 }), [
    [5, 5],
    ['5', 5],
    [' +5.0 ', 5],
    [0, 'it: min_value'],
    [11, 'it: max_value'],
    [1.5, 'it: invalid'],
    ['5x', 'it: invalid'],
    [2 ** 60, 'it: invalid'],
    [true, 'it: invalid'],
  ])
  check(kinds.boolean(), [
    [true, true],
    ['Yes', true],
    [1, true],
    ['off', false],
    [0, false],
    ['maybe', 'it: invalid'],
    [{ toString: 1 }, 'it: invalid'],
  ])
  check(kinds.percentage(), [[5, 'it: read_only']])
})

test('reads choices', () => {
  const size = kinds.choice(
    new Map([
      [1, 'one'],
      [2, 'two'],
    ]),
  )
  check(size, [
    [1, 1],
    ['2', 2],
    [3, 'it: invalid_choice'],
    [null, 'it: invalid_choice'],
    [['1'], 'it: invalid_choice'],
  ])
  assert.deepEqual(size.schema, { type: 'integer', enum: [1, 2] })
  assert.deepEqual(kinds.choice({ a: 'A' }).about, { choices: [{ value: 'a', display_name: 'A' }] })
  const long = () => size.read('x'.repeat(500), 'it')
  assert.throws(long, (error: InvalidInput) => error.problems[0]!.detail.length < 200)
})

test('reads timestamps', () => {
  check(kinds.dateTime(), [
    ['20240101T12:00:00.000Z', Date.UTC(2024, 0, 1, 12) * 1000],
    ['20241', 'it: invalid'],
    ['1970-01-01T00:00:01Z', 1_000_000],
    ['1970-01-01T01:00:00+01:00', 0],
    ['tomorrow', 'it: invalid'],
    [5, 'it: invalid'],
  ])
})

test('reads lists, objects and files', () => {
  check(kinds.list(kinds.integer(), { max: 2 }), [
    [
      [1, '2'],
      [1, 2],
    ],
    ['7', [7]],
    [7, 'it: not_a_list'],
    [{}, 'it: not_a_list'],
    [[1, 2, 3], 'it: max_length'],
    [[1, null], 'it.1: null'],
    [[1, 'x'], 'it.1: invalid'],
  ])
  check(kinds.nested(shape('Size', '', { width: kinds.integer() })), [
    [{ width: 1 }, { width: 1 }],
    [{}, 'it.width: required'],
    [{ width: null }, 'it.width: null'],
    ['x', 'it.non_field_errors: invalid'],
  ])
  check(kinds.mapOf(kinds.integer()), [[{}, 'it: read_only']])
  check(kinds.anything(), [[{ a: [1] }, { a: [1] }]])
  const upload = { filename: 'a.po', mediaType: 'text/plain', content: Buffer.from('x') }
  check(kinds.file(), [
    [upload, upload],
    ['a.po', 'it: invalid'],
    [{ content: 'x' }, 'it: invalid'],
  ])
  assert.deepEqual(mapShape('Many', '', kinds.integer()).others?.type, 'integer')
})

const fields = {
  name: kinds.text(),
  size: optional(kinds.integer(), 3),
  note: optional(nullable(kinds.text())),
  id: readOnly(kinds.integer()),
} satisfies Fields

function problems(value: unknown, partial = false): string[] {
  try {
    return [JSON.stringify(readFields(fields, value, { partial }))]
  } catch (error) {
    return (error as InvalidInput).problems.map(({ attr, code }) => `${attr}: ${code}`)
  }
}

test('reports all errors of a body together and ignores unknown and read-only fields', () => {
  assert.deepEqual(problems({ name: 'a', id: 9, other: 1 }), ['{"name":"a","size":3}'])
  assert.deepEqual(problems({ name: 'a', note: null, size: 1 }), ['{"name":"a","size":1,"note":null}'])
  assert.deepEqual(problems({ size: 'x', note: 1.5 }), ['name: required', 'size: invalid'])
  assert.deepEqual(problems({ name: null, size: null }), ['name: null', 'size: null'])
  assert.deepEqual(problems({}, true), ['{}'])
  for (const value of [null, [], 'x', 5]) assert.deepEqual(problems(value), ['non_field_errors: invalid'])
})

test('marks nullable fields in the schema', () => {
  assert.deepEqual(nullable(kinds.choice({ a: 'A' })).schema, { type: ['string', 'null'], enum: ['a', null] })
  assert.deepEqual(nullable(kinds.nested(shape('S', '', {}))).schema, {
    anyOf: [{ $ref: '#/components/schemas/S' }, { type: 'null' }],
  })
  assert.deepEqual(nullable(kinds.anything()).schema, {})
})

test('accepts unsupported members only with the value that applies anyway', () => {
  const { branch, push } = absent('There is no repository', { branch: [], push: [false] })
  for (const value of ['', null, [], {}, false]) push.guard!(value, 'push')
  assert.throws(
    () => push.guard!(true, 'push'),
    (error: InvalidInput) =>
      error.problems[0]!.detail === 'There is no repository; the value is always false.' &&
      error.problems[0]!.attr === 'push',
  )
  assert.throws(
    () => branch.guard!('main', 'branch'),
    (error: InvalidInput) => error.problems[0]!.detail === 'There is no repository; omit it.',
  )
  assert.equal(read(branch, 'x'), 'it: read_only')
})

test('names types as Python does', () => {
  assert.deepEqual([null, [], 1, 1.5, 'a', true, {}].map(pythonType), [
    'NoneType',
    'list',
    'int',
    'float',
    'str',
    'bool',
    'dict',
  ])
  assert.deepEqual(['a', 5, true, null, {}].map(kinds.plainText), ['a', '5', '', '', ''])
})
