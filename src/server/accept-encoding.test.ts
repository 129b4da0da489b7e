import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingFor } from './compress.ts'

test('the encoding that a client likes best is chosen, and of equals the shortest', () => {
  assert.equal(encodingFor('gzip'), 'gzip')
  assert.equal(encodingFor('gzip, deflate, br'), 'br')
  assert.equal(encodingFor('br;q=0.5, GZIP;q=0.8'), 'gzip')
  assert.equal(encodingFor('*'), 'gzip')
  assert.equal(encodingFor('x-gzip'), 'gzip')
})

test('nobody gets an encoding that was not accepted', () => {
  for (const accepted of ['', 'identity', 'zstd', 'gzip;q=0', 'br;q=x', 'identity, gzip;q=0.5', ';;,,=q'])
    assert.equal(encodingFor(accepted), null, accepted)
})
