import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { secondsOf } from './timestamps.ts'

test('parses every format of a timestamp', () => {
  const instant = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, date => {
      const seconds = Math.floor(date.getTime() / 1000)
      const iso = new Date(seconds * 1000).toISOString().slice(0, 19)
      assert.equal(secondsOf(`${iso}Z`), seconds)
      assert.equal(secondsOf(iso.replace('T', ' ')), seconds)
      assert.equal(secondsOf(iso.replace(/\D/g, '')), seconds)
    }),
  )
})

test('rejects invalid timestamps', () => {
  for (const text of [
    'infinity',
    '',
    '0000-00-00 00:00:00',
    '00000000000000',
    '\0'.repeat(14),
    '2020',
    'not a timestamp',
    '2020010203040x',
  ]) {
    assert.equal(secondsOf(text), null, text)
  }
})
