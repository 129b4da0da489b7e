import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processorTime } from '../wikitext/testing/processor-time.ts'
import { readForm } from './read-form.ts'
import { normalizeText } from './request.ts'

const whatBrowsersRead = (text: string) => [...new Map(new URLSearchParams(text))]

test('reads forms as browsers encode them', () => {
  for (const text of [
    '',
    'a',
    'a=1&a=2',
    '&&a=&=b',
    'a==b',
    'a=%D0%9C+%d0%bc&%61=%26',
    'a=%&b=%D0&c=%ZZ',
    'a=\u{1f600}',
  ])
    assert.deepEqual([...readForm(text)], whatBrowsersRead(text), text)
})

test('agrees with URLSearchParams for any text', () => {
  const pieces = fc.constantFrom(
    'a',
    '%',
    '%4',
    '%41',
    '%D0',
    '%9C',
    '&',
    '=',
    '+',
    'ж',
    '%ED%A0%80',
    '?',
    '#',
    '\u{1f600}',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
      // URLSearchParams alone would drop a leading question mark; ours never gets one.
      const text = `_${parts.join('')}`
      assert.deepEqual([...readForm(text)], whatBrowsersRead(text))
    }),
    { numRuns: 2000 },
  )
})

test('limits the number of fields and ignores empty ones', () => {
  assert.equal(readForm('&&a=1&&a=2&&', 2).get('a'), '2')
  assert.throws(() => readForm('a=1&b&c=', 2), { statusCode: 413, message: 'A form may have at most 2 fields.' })
})

test('reads a form in linear time', () => {
  const forms: Record<string, (length: number) => string> = {
    'names alone': length => 'a&'.repeat(length),
    'one value behind many names': length => `${'a&'.repeat(length)}=`,
    'spaces alone': length => `a=${'+'.repeat(length)}`,
    'many marks on one letter': length => `a=e${'\u0301'.repeat(length)}${'\u0323'.repeat(length)}`,
  }
  const wrong = Object.entries(forms).flatMap(([what, make]) => {
    const read = (length: number) => [...readForm(make(length)).values()].map(normalizeText)
    const [little, much] = [20_000, 160_000].map(length => processorTime(() => read(length))) as [number, number]
    // Eight times the text; quadratic time would take sixty-four times as long.
    return much < 200 || much / Math.max(little, 1) < 30 ? [] : [`${what}: ${little} ms, then ${much} ms`]
  })
  assert.deepEqual(wrong, [])
})
