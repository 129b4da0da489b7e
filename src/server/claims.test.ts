import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { AskedClaims, ClaimKeeper } from './claims.ts'

describe('claims', () => {
  let keeper: ClaimKeeper<string>
  let workers: Map<string, AskedClaims>
  beforeEach(() => {
    keeper = new ClaimKeeper<string>((name, message) => setImmediate(() => workers.get(name)!.hear(message)))
    const worker = (name: string) => new AskedClaims(message => setImmediate(() => keeper.hear(name, message)))
    workers = new Map(['a', 'b', 'c'].map(name => [name, worker(name)]))
  })
  const claim = (name: string, key: string) => workers.get(name)!.claim(key)

  test('others wait until the first one has ended', async () => {
    const release = await claim('a', 'page')
    const others = ['b', 'c', 'a'].map(name => claim(name, 'page'))
    let ended = 0
    for (const other of others) void other.then(() => ended++)
    assert.ok(await claim('b', 'another page'))
    for (let i = 0; i < 5; i++) await turn()
    assert.equal(ended, 0)
    release!()
    assert.deepEqual(await Promise.all(others), [null, null, null])
    assert.ok(await claim('b', 'page'))
  })

  test('the claims of a worker end with it', async () => {
    await claim('a', 'page')
    const other = claim('b', 'page')
    for (let i = 0; i < 5; i++) await turn()
    keeper.forget('a')
    assert.equal(await other, null)
    assert.ok(await claim('b', 'page'))
  })

  test('a worker that waited for too long goes on, and a late claim keeps no other waiting', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const heard: (() => void)[] = []
    keeper = new ClaimKeeper<string>((name, message) => heard.push(() => workers.get(name)!.hear(message)))
    const own = claim('a', 'page')
    for (let i = 0; i < 5; i++) await turn()
    t.mock.timers.tick(120_000)
    assert.ok(await own)
    heard.shift()!()
    for (let i = 0; i < 5; i++) await turn()
    const next = claim('b', 'page')
    for (let i = 0; i < 5; i++) await turn()
    heard.shift()!()
    assert.ok(await next)
  })
})
