import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parse } from 'yaml'
import { toYaml } from './to-yaml.ts'

test('what is short stands on a line, what is not below it', () => {
  const text = 'a: word\nb:\n  - 1\n  -\n    c: "a: b"\n  - []\nd: {}\n'
  assert.equal(toYaml({ a: 'word', b: [1, { c: 'a: b' }, []], d: {} }), text)
})

test('words that YAML would take for something else are quoted', () => {
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

test('YAML reads back any value, by either of its versions', () => {
  const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })
  fc.assert(
    fc.property(value, given => {
      const written = JSON.parse(JSON.stringify(given))
      for (const version of ['1.1', '1.2'] as const) assert.deepEqual(parse(toYaml(given), { version }), written)
    }),
    { numRuns: 500 },
  )
})
