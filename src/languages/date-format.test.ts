import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datePreferences, dateTimeFormat } from './date-format.ts'

test('formats follow the conventions of each language', () => {
  assert.equal(dateTimeFormat('en'), 'H:i, j F Y')
  assert.equal(dateTimeFormat('ru'), 'H:i, j xg Y')
  assert.equal(dateTimeFormat('de'), 'H:i, j. M Y')
  assert.equal(dateTimeFormat('ja'), 'Y年n月j日 (D) H:i')
  assert.equal(dateTimeFormat('no-such-language'), 'H:i, j F Y')
})

test('a preference counts in every language that has such a format, or English has', () => {
  const written = (code: string) => ['mdy', 'dmy', 'ymd'].map(preference => dateTimeFormat(code, preference))
  assert.deepEqual(written('en'), ['H:i, F j, Y', 'H:i, j F Y', 'H:i, Y F j'])
  assert.deepEqual(written('de'), ['H:i, F j, Y', 'H:i, j. M Y', 'H:i, Y M j'])
  assert.deepEqual(written('ru'), ['H:i, xg j, Y', 'H:i, j xg Y', 'H:i, Y xg j'])
  for (const code of ['de', 'ja']) assert.equal(dateTimeFormat(code, 'ISO 8601'), 'xnY-xnm-xnd"T"xnH:xni:xns')
  for (const odd of ['default', 'nengo', '', 'toString']) assert.equal(dateTimeFormat('de', odd), 'H:i, j. M Y')
})

test('languages differ in the preferences they offer', () => {
  assert.deepEqual(datePreferences('en'), ['default', 'mdy', 'dmy', 'ymd', 'ISO 8601'])
  assert.deepEqual(datePreferences('ru'), datePreferences('en'))
  assert.deepEqual(datePreferences('de'), ['default', 'dmyt', 'dmyts', 'dmy', 'ymd', 'ISO 8601'])
  assert.ok(datePreferences('cs').includes('default'))
})
