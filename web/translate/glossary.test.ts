import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTerms, usableTerms } from './glossary.ts'

const term = (source: string, target: string, more = {}) => ({
  source,
  target,
  forbidden: false,
  read_only: false,
  explanation: '',
  variant: '',
  color: 'silver',
  ...more,
})

test('untranslatable terms are inserted as they are, and terms without a translation cannot be inserted', () => {
  const terms = [
    term('Steam & Leaf', '', { read_only: true }),
    term('kettle', ''),
    term('leaf', 'Blatt'),
    term('mug', 'Becher', { forbidden: true }),
  ]
  assert.deepEqual(
    usableTerms(terms).map(({ text }) => text),
    ['Steam & Leaf', 'Blatt'],
  )
  assert.deepEqual(
    openTerms(terms).map(({ source }) => source),
    ['kettle'],
  )
})
