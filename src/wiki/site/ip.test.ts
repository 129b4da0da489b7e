import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ipHex } from './ip.ts'

test('sorts addresses like MediaWiki', () => {
  assert.equal(ipHex('192.0.2.44'), 'C000022C')
  assert.equal(ipHex('2001:DB8:0:1:0:0:0:A'), 'v6-20010DB800000001000000000000000A')
  assert.equal(ipHex('2001:db8::1'), 'v6-20010DB8000000000000000000000001')
  assert.equal(ipHex('Somebody'), undefined)
  assert.equal(ipHex('imported>Somebody'), undefined)
})
