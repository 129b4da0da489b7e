import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Positions } from './positions.ts'

test('the lag is the time since the primary had this position', () => {
  const positions = new Positions()
  assert.equal(positions.lagAt(0), null)
  positions.add(10, 1000)
  assert.equal(positions.lagAt(1000), 0)
  assert.equal(positions.lagAt(900), null)
  positions.add(11, 2000)
  positions.add(12, 2000)
  positions.add(20, 4000)
  assert.deepEqual(
    [5000, 4000, 3000, 2000, 1500, 1000].map(position => positions.lagAt(position)),
    [0, 0, 4, 8, 9.5, 10],
  )
  assert.equal(positions.lagAt(1), 10)
})

test('an idle primary does not make a replica look late', () => {
  const positions = new Positions()
  for (let at = 0; at < 100; at++) positions.add(at, 1000)
  assert.equal(positions.lagAt(1000), 0)
})

test('begins again on a new primary with an earlier position', () => {
  const positions = new Positions()
  positions.add(1, 1000)
  positions.add(2, 2000)
  positions.clear()
  positions.add(3, 1500)
  assert.equal(positions.lagAt(1500), 0)
  assert.equal(positions.lagAt(1400), null)
})
