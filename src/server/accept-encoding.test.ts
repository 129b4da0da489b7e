import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodingFor } from './compress.ts'

test('chooses the encoding that the client prefers, and the most compact one among equals', () => {
  assert.equal(encodingFor('gzip'), 'gzip')
  assert.equal(encodingFor('gzip, deflate, br'), 'br')
  assert.equal(encodingFor('br;q=0.5, GZIP;q=0.8'), 'gzip')
  assert.equal(encodingFor('*'), 'gzip')
  assert.equal(encodingFor('x-gzip'), 'gzip')
})

test('never uses an encoding that was not accepted', () => {
  for (const accepted of ['', 'identity', 'zstd', 'gzip;q=0', 'br;q=x', 'identity, gzip;q=0.5', ';;,,=q'])
    assert.equal(encodingFor(accepted), null, accepted)
})
