import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { RequestLog, sharedRequestLog } from './request-log.ts'
import { exchangeThrough, type Share } from './shared-counts.ts'

test('counts requests per caller within a sliding period', () => {
  const log = new RequestLog()
  const send = (at: number, who = 'a') => {
    const { isAdmitted, remaining, resetMs } = log.count({ who, limit: 2, periodMs: 100, at })
    return [isAdmitted, remaining, resetMs]
  }
  assert.deepEqual(send(0), [true, 1, 100])
  assert.deepEqual(send(40), [true, 0, 60])
  assert.deepEqual(send(90), [false, 0, 10], 'rejected requests do not count')
  assert.deepEqual(send(90, 'b'), [true, 1, 100])
  assert.deepEqual(send(100), [true, 0, 40])
  assert.deepEqual(send(1000), [true, 1, 100])
})

test('workers of a server share their counts', async () => {
  const primary = fork(path.join(import.meta.dirname, 'testing-cluster.ts'), { stdio: 'inherit' })
  const [message] = await once(primary, 'message')
  await once(primary, 'exit')
  // Three workers send five requests each; the limit is seven.
  assert.deepEqual(message, { admitted: 7, refused: 8 })
})

onEachEngine('rate limits of several servers', open => {
  const MINUTE = 60_000
  /** Servers on one database, and the number of times they have written to it. */
  const servers = async (count: number) => {
    const store = await open()
    const exchange = exchangeThrough(store)
    let writes = 0
    const counting = (share: Share) => {
      writes++
      return exchange(share)
    }
    return {
      store,
      writes: () => writes,
      servers: Array.from({ length: count }, () => sharedRequestLog(counting)),
    }
  }
  /** Sends requests to the servers in turn, and returns how many were admitted. */
  const send = async (all: ReturnType<typeof sharedRequestLog>[], times: number, limit: number, at = 0, who = 'a') => {
    let admitted = 0
    for (let i = 0; i < times; i++) {
      const { isAdmitted } = await all[i % all.length]!({ who, limit, periodMs: MINUTE, at: at + i })
      if (isAdmitted) admitted++
    }
    return admitted
  }

  test('small limits are exact', async () => {
    const { servers: all } = await servers(3)
    assert.equal(await send(all, 30, 8), 8)
    assert.equal(await send(all, 30, 8, 100, 'b'), 8)
  })

  test('large limits are exceeded by at most a twentieth per server, with few writes', async () => {
    const { servers: all, writes } = await servers(3)
    const admitted = await send(all, 3000, 1000)
    assert.ok(admitted >= 1000 && admitted <= 1000 + 3 * 50, `${admitted} admitted`)
    assert.ok(writes() <= 3 * 20, `${writes()} writes`)
  })

  test('a server with little traffic learns from others that the limit is reached', async () => {
    const { servers: all } = await servers(2)
    assert.equal(await send([all[0]!], 200, 100), 100)
    const admitted = await send([all[1]!], 200, 100, 1000)
    assert.ok(admitted < 5, `${admitted} admitted`)
  })

  test('requests expire at all servers', async () => {
    const { servers: all } = await servers(2)
    assert.equal(await send(all, 20, 8), 8)
    const { isAdmitted, resetMs } = await all[0]!({ who: 'a', limit: 8, periodMs: MINUTE, at: 1000 })
    assert.ok(!isAdmitted && resetMs > 0 && resetMs <= MINUTE + 3000, `${resetMs}`)
    assert.equal(await send(all, 20, 8, 2 * MINUTE), 8)
  })

  test('a restarted server remembers what it has shared', async () => {
    const { store, servers: all } = await servers(1)
    assert.equal(await send(all, 20, 8), 8)
    assert.equal(await send([sharedRequestLog(exchangeThrough(store))], 20, 8, 100), 0)
  })

  test('counts alone while the database is unavailable', async () => {
    const failing = sharedRequestLog(() => Promise.reject(new Error('gone')))
    assert.equal(await send([failing], 20, 8), 8)
  })

  test('stores no addresses', async () => {
    const { store, servers: all } = await servers(1)
    await send(all, 1, 8, 0, 'api 192.0.2.7')
    const rows = await store.read.selectFrom('request_count').selectAll().execute()
    assert.equal(rows.length, 1)
    assert.doesNotMatch(JSON.stringify(rows), /192/)
  })
})
