import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareBytes } from './keyset.ts'

test('orders texts by their UTF-8 bytes, like both databases', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'я', '\ud7ff', '\ue000', '\uffff', '😀', '𐀀'),
    maxLength: 5,
  })
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(compareBytes(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})
