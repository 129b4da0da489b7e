import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readForm } from './read-form.ts'

const whatBrowsersRead = (text: string) => [...new Map(new URLSearchParams(text))]

test('forms are read as browsers write them', () => {
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

test('any text is read as URLSearchParams reads it', () => {
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
      // A question mark in front would be left out by URLSearchParams alone; ours never gets one.
      const text = `_${parts.join('')}`
      assert.deepEqual([...readForm(text)], whatBrowsersRead(text))
    }),
    { numRuns: 2000 },
  )
})
