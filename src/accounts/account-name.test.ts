import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalName, nameProblem } from './account-name.ts'
import { ipName } from './callers.ts'

test('names are normalized to one spelling', () => {
  for (const [text, name] of [
    ['alice', 'Alice'],
    [' alice__b ', 'Alice b'],
    ['алиса', 'Алиса'],
    ['ßeta', 'ßeta'],
    ['e\u0301va', 'Éva'],
    ['😀', '😀'],
    ['', ''],
  ] as const)
    assert.equal(canonicalName(text), name)
})

test('invalid names are rejected with a reason', () => {
  for (const [name, problem] of [
    ['Alice', null],
    ["O'Brien", null],
    ['User With Spaces', null],
    ['', 'empty'],
    ['x'.repeat(256), 'too-long'],
    ['10.0.0.1', 'address'],
    ['999.1.1.xxx', 'address'],
    ['2001:db8::1', 'address'],
    ['A@b', 'character'],
    ['A/b', 'character'],
    ['A\u0000', 'character'],
    ['A\u202e', 'character'],
    ['A\ud800', 'character'],
  ] as const)
    assert.equal(nameProblem(name), problem, JSON.stringify(name))
})

test('unregistered users are named by their IP address, in MediaWiki spelling', () => {
  for (const [ip, name] of [
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['2001:db8:0:1::a', '2001:DB8:0:1:0:0:0:A'],
    ['fe80::1%eth0', 'FE80:0:0:0:0:0:0:1'],
  ] as const)
    assert.equal(ipName(ip), name)
})
