import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tidyJson } from './json-content.ts'

const tidied = (text: string) => {
  const result = tidyJson(text)
  return 'text' in result ? result.text : result.fault
}

test('indents JSON with tabs, one entry per line, and keeps the order of keys', () => {
  assert.equal(
    tidied('{"b":[1,{}],"a":{"q":[]},"1":4,"0":9}'),
    '{\n\t"b": [\n\t\t1,\n\t\t{}\n\t],\n\t"a": {\n\t\t"q": []\n\t},\n\t"1": 4,\n\t"0": 9\n}',
  )
  assert.equal(tidied('{"a":1,"":3,"a":2}'), '{\n\t"a": 2,\n\t"": 3\n}')
  assert.equal(tidied('  [ ]  '), '[]')
  assert.equal(tidied(' true'), 'true')
})

test('writes numbers and characters as MediaWiki does', () => {
  const written = (text: string) => tidied(`[${text}]`).slice(3, -2)
  assert.equal(written('2.50'), '2.5')
  assert.equal(written('1.0'), '1')
  assert.equal(written('1e3'), '1000')
  assert.equal(written('-0'), '0')
  assert.equal(written('-0.0'), '-0')
  assert.equal(written('1e-7'), '1.0e-7')
  assert.equal(written('0.00012'), '0.00012')
  assert.equal(written('1e16'), '10000000000000000')
  assert.equal(written('1e17'), '1.0e+17')
  assert.equal(written('123456789012345678'), '123456789012345678')
  assert.equal(written('9223372036854775808'), '9.223372036854776e+18')
  assert.equal(
    written('"\'&<>/\\u2028\\b\\u0001\\u00e9\\ud83d\\ude00"'),
    '"\'\\u0026\\u003C\\u003E/\\u2028\\b\\u0001é😀"',
  )
})

test('names each kind of invalid JSON', () => {
  for (const text of ['', '{a', '{"a":1,}', '[1 2]', 'TRUE', '01', '"\\x"', '1 2', '"abc', '{"a" 1}'])
    assert.equal(tidied(text), 'json-error-syntax', text)
  assert.equal(tidied('"a\tb"'), 'json-error-ctrl-char')
  assert.equal(tidied('"\\ud800"'), 'json-error-utf16')
  assert.equal(tidied('['.repeat(600) + ']'.repeat(600)), 'json-error-depth')
  assert.equal(tidied('['.repeat(500_000)), 'json-error-depth')
})

test('accepts a long string', () => {
  const text = JSON.stringify('\\"x'.repeat(500_000))
  assert.equal(tidied(text), text)
})
