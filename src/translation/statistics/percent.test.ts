import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { percent } from './statistics.ts'

const table: [part: number, total: number, percent: number][] = [
  [0, 5, 0],
  [1, 3, 33.3],
  [2, 3, 66.6],
  [5, 8, 62.5],
  [1, 1500, 0.1],
  [9999, 10000, 99.9],
  [1999, 2000, 99.9],
  [1, 100000, 0.1],
  [19, 30, 63.3],
  [3, 3, 100],
]
for (const [part, total, expected] of table) {
  test(`${part} of ${total} is ${expected} percent`, () => assert.equal(percent(part, total), expected))
}

test('an empty whole returns the value of the caller', () => {
  assert.equal(percent(0, 0), 0)
  assert.equal(percent(0, 0, 100), 100)
})

test('100 means complete and 0 means none, with one decimal', () => {
  const pair = fc.nat(5_000_000).chain(total => fc.tuple(fc.nat(total), fc.constant(total)))
  fc.assert(
    fc.property(pair, ([part, total]) => {
      fc.pre(total > 0)
      const share = percent(part, total)
      assert.equal(share === 100, part === total)
      assert.equal(share === 0, part === 0)
      assert.equal(share, Number(share.toFixed(1)))
      assert.ok(share <= (100 * part) / total + 1e-9 || share === 0.1)
    }),
  )
})
