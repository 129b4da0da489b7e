import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#store/testing-text.ts'
import { MOST_MARKS, nfc } from './nfc.ts'

const [ACUTE, DOT_BELOW] = ['\u0301', '\u0323']

test('normalizes text to NFC', () => {
  for (const text of ['', 'abc', 'e\u0301', `o${ACUTE}${DOT_BELOW}`, 'क्षि', `x${ACUTE.repeat(MOST_MARKS)}${'y'}`])
    assert.equal(nfc(text), text.normalize('NFC'), text)
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 50 }), text => {
      assert.equal(nfc(text), text.normalize('NFC'))
    }),
  )
})

test('splits long sequences of combining marks', () => {
  const text = `o${ACUTE.repeat(1000)}${DOT_BELOW.repeat(1000)}`
  const normal = nfc(text)
  assert.equal(normal, normal.normalize('NFC'))
  assert.equal(nfc(normal), normal)
  assert.equal(normal.replaceAll('\u034f', '').length, text.length - 1, 'the first mark was composed with its letter')
  const rows = normal.split('\u034f')
  assert.equal(rows.length, 20)
  assert.ok(rows.every(row => row.length <= MOST_MARKS))
})
