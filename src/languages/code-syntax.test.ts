import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPossibleCode, requestedLanguage } from './code-syntax.ts'

test('accepts and rejects language codes by syntax', () => {
  for (const code of ['en', 'bad!', 'a b', 'a..b', 'a%b', 'é', 'a'.repeat(128)]) assert.ok(isPossibleCode(code), code)
  for (const code of [
    '',
    'a/b',
    'a<b',
    'a:b',
    "a'b",
    'a&b',
    'a%41',
    'a#b',
    'a[b',
    'a|b',
    'a\tb',
    'a\\b',
    'a'.repeat(129),
  ])
    assert.ok(!isPossibleCode(code), code)
})

test('falls back to the language of the wiki for an invalid code', () => {
  assert.equal(requestedLanguage('De-AT', 'ru'), 'de-at')
  assert.equal(requestedLanguage('', 'ru'), 'ru')
  assert.equal(requestedLanguage('<script>', 'ru'), 'ru')
})
