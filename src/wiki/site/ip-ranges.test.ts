import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOfHex, parseIpRange } from './ip-ranges.ts'

test('computes the bounds stored for blocks', () => {
  assert.deepEqual(parseIpRange('198.51.100.7/24'), { version: 4, prefix: 24, low: 'C6336400', high: 'C63364FF' })
  assert.deepEqual(parseIpRange('203.0.113.077'), { version: 4, prefix: 32, low: 'CB00714D', high: 'CB00714D' })
  assert.deepEqual(parseIpRange('2001:db8:0:2::/64'), {
    version: 6,
    prefix: 64,
    low: 'v6-20010DB8000000020000000000000000',
    high: 'v6-20010DB800000002FFFFFFFFFFFFFFFF',
  })
  assert.deepEqual(parseIpRange('::/0')?.high, `v6-${'F'.repeat(32)}`)
  for (const text of ['', 'foo', '1.2.3.4/33', '1.2.3.4 ', '::/129', '1.2.3']) assert.equal(parseIpRange(text), null)
})

test('converts hexadecimal numbers back to addresses', () => {
  assert.equal(addressOfHex('C63364FF'), '198.51.100.255')
  assert.equal(addressOfHex('v6-20010DB8000000020000000000000000'), '2001:DB8:0:2:0:0:0:0')
  assert.equal(addressOfHex(''), '0.0.0.0')
})
