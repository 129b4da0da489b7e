import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostName, parsePostgresUrl } from './database-url.ts'

test('an address with one host stays as it is', () => {
  for (const url of [
    'postgres://user@host/name',
    'postgresql://user:p%40ss@[::1]:5433/name?options=-c%20search_path%3Dsite',
    'postgres:///name?host=/var/run/postgresql',
  ])
    assert.deepEqual(parsePostgresUrl(url), { urls: [url], attrs: 'any' })
})

test('an address with several hosts becomes one address per host', () => {
  assert.deepEqual(
    parsePostgresUrl('postgres://me:pw@one:5001,[::1],three:5003/site?target_session_attrs=read-write'),
    {
      urls: ['postgres://me:pw@one:5001/site', 'postgres://me:pw@[::1]/site', 'postgres://me:pw@three:5003/site'],
      attrs: 'read-write',
    },
  )
  const mixed = parsePostgresUrl('postgres://a,b/site?sslmode=disable&target_session_attrs=standby&keepalives=1')
  assert.deepEqual(mixed, {
    urls: ['postgres://a/site?sslmode=disable&keepalives=1', 'postgres://b/site?sslmode=disable&keepalives=1'],
    attrs: 'standby',
  })
})

test('rejects malformed addresses and unknown roles', () => {
  for (const url of [
    'mysql://host/name',
    'postgres://a,,b/name',
    'postgres://a:1,b:x/name',
    'postgres://a,b/name?target_session_attrs=leader',
  ])
    assert.equal(parsePostgresUrl(url), null, url)
})

test('hosts are named with their port', () => {
  assert.equal(hostName('postgres://me@db.example.org/site'), 'db.example.org:5432')
  assert.equal(hostName('postgres://me@[::1]:5433/site'), '[::1]:5433')
  assert.equal(hostName('postgres:///site'), 'localhost:5432')
})
