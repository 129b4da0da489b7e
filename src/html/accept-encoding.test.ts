import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acceptsGzip, encodingFor } from './accept-encoding.ts'

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

test('tells whether gzip is accepted besides a better encoding', () => {
  for (const accepted of ['gzip', 'br, gzip;q=0.1', 'x-gzip', '*']) assert.equal(acceptsGzip(accepted), true, accepted)
  for (const accepted of ['', 'br', 'gzip;q=0, *', 'identity']) assert.equal(acceptsGzip(accepted), false, accepted)
})
