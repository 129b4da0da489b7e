import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RestartTrail } from './restart-trail.ts'

test('an import resumes at the last restart point that it has passed', () => {
  const trail = new RestartTrail()
  assert.deepEqual(trail.before(5), { compressed: 0, decompressed: 0 })
  const points = [10, 20, 30].map(compressed => ({ compressed, decompressed: compressed * 4 }))
  for (const point of points) trail.add(point)
  trail.add(points[2]!)
  const [first, second, third] = points
  assert.deepEqual(
    [45, 80, 119, 120, 500].map(position => trail.before(position)),
    [first, second, second, third, third],
  )
})
