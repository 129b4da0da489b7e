import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bcp47 } from './bcp47.ts'

test('converts codes for HTML', () => {
  const expected: Record<string, string> = {
    simple: 'en-simple',
    'sr-ec': 'sr-Cyrl',
    'zh-tw': 'zh-Hant-TW',
    'zh-TW': 'zh-Hant-TW',
    'be-x-old': 'be-tarask',
    'de-formal': 'de-x-formal',
    ru: 'ru',
    'en-us': 'en-US',
    'az-CYRL-az': 'az-Cyrl-AZ',
    'FR-x-Abcd-EF': 'fr-x-abcd-ef',
    'sl-rozaj': 'sl-rozaj',
    '': '',
  }
  for (const [code, tag] of Object.entries(expected)) assert.equal(bcp47(code), tag, code)
})
