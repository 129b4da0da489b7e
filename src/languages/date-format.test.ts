import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateTimeFormat } from './date-format.ts'

test('formats follow the conventions of each language', () => {
  assert.equal(dateTimeFormat('en'), 'H:i, j F Y')
  assert.equal(dateTimeFormat('ru'), 'H:i, j xg Y')
  assert.equal(dateTimeFormat('de'), 'H:i, j. M Y')
  assert.equal(dateTimeFormat('ja'), 'Y年n月j日 (D) H:i')
  assert.equal(dateTimeFormat('no-such-language'), 'H:i, j F Y')
})
