import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isIp, isIpRange, sanitizeIp } from './ip.ts'
import { defaultSite } from './site.ts'
import { fullUrl, localUrl, urlEncodeTitle } from './urls.ts'
import { canonicalUserName, isCreatableUserName, parseUserReference } from './user-names.ts'

const site = defaultSite()

test('normalizes user names', () => {
  for (const [text, name] of [
    ['alice', 'Alice'],
    ['alice_b  c', 'Alice b c'],
    ['user:alice', 'Alice'],
    ['User: ёж', 'Ёж'],
    ['a/b', null],
    ['a#b', null],
    ['Talk:x', null],
    ['1.2.3.4', null],
    ['300.300.300.300', null],
    ['::1', null],
    ['a\u2003b', 'A b'],
    ['a\ue000', null],
    ['', null],
    ['a'.repeat(256), null],
    ['mw:x', null],
    ['a@b', 'A@b'],
  ] as const) {
    assert.equal(canonicalUserName(site, text), name, text)
  }
  assert.equal(isCreatableUserName(site, 'A@b'), false)
})

test('parses user parameters: accounts, addresses, ranges, other wikis and IDs', () => {
  for (const [text, reference] of [
    ['#12', { kind: 'id', id: 12 }],
    ['mw>someone', { kind: 'interwiki', name: 'mw>someone' }],
    ['user:bob', { kind: 'name', name: 'Bob' }],
    ['1.02.3.4', { kind: 'ip', name: '1.2.3.4' }],
    ['1.2.3.xxx', { kind: 'ip', name: '1.2.3.xxx' }],
    ['2001:db8::a', { kind: 'ip', name: '2001:DB8:0:0:0:0:0:A' }],
    ['::1', { kind: 'ip', name: '0:0:0:0:0:0:0:1' }],
    ['User:::1', { kind: 'ip', name: '0:0:0:0:0:0:0:1' }],
    ['10.0.0.0/8', { kind: 'cidr', name: '10.0.0.0/8' }],
    ['2001:db8::/32', { kind: 'cidr', name: '2001:DB8:0:0:0:0:0:0/32' }],
    ['a[b', null],
    ['300.300.300.300', null],
  ] as const) {
    assert.deepEqual(parseUserReference(site, text), reference, text)
  }
})

test('detects addresses', () => {
  assert.ok(isIp('::') && isIp('1::') && isIp('255.255.255.255') && isIp('1:2:3:4:5:6:7:8'))
  assert.ok(!isIp('1:2:3:4:5:6:7:8:9') && !isIp('1::2::3') && !isIp('256.1.1.1') && !isIp('1.2.3.4/8') && !isIp(':'))
  assert.ok(isIpRange('::/128') && !isIpRange('::/129') && !isIpRange('1.2.3.4'))
  assert.equal(sanitizeIp('000.0.00.1'), '0.0.0.1')
})

test('keeps readable characters in page URLs', () => {
  assert.equal(urlEncodeTitle("Ё_x/y:z'?&%+~!*()"), '%D0%81_x/y:z%27%3F%26%25%2B~!*()')
  assert.equal(localUrl(site, { ns: 3, dbkey: 'A_b' }), '/wiki/User_talk:A_b')
  assert.equal(fullUrl(site, { ns: 0, dbkey: 'A?' }, 'action=raw'), 'http://localhost/index.php?title=A%3F&action=raw')
  assert.equal(
    fullUrl(site, { ns: 0, dbkey: 'X_y', interwiki: 'mw', fragment: 'a b' }),
    'https://www.mediawiki.org/wiki/X_y#a_b',
  )
})
