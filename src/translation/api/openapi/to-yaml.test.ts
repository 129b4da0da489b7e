import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parse } from 'yaml'
import { toYaml } from './to-yaml.ts'

test('writes scalars inline and nested values on indented lines', () => {
  const text = 'a: word\nb:\n  - 1\n  -\n    c: "a: b"\n  - []\nd: {}\n'
  assert.equal(toYaml({ a: 'word', b: [1, { c: 'a: b' }, []], d: {} }), text)
})

test('quotes strings that YAML would read as another type', () => {
  for (const word of [
    'yes',
    'No',
    'null',
    'true',
    'y',
    '1e3',
    '0x1',
    '-',
    '',
    ' a',
    'a ',
    'a #b',
    '~',
    '2026-11-15',
    '.inf',
  ])
    assert.equal(toYaml([word]), `- "${word}"\n`)
})

test('round-trips any JSON value in YAML 1.1 and 1.2', () => {
  const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })
  fc.assert(
    fc.property(value, input => {
      const written = JSON.parse(JSON.stringify(input))
      for (const version of ['1.1', '1.2'] as const) assert.deepEqual(parse(toYaml(input), { version }), written)
    }),
    { numRuns: 500 },
  )
})
