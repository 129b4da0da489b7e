import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { test } from 'node:test'
import { RequestLog } from './request-log.ts'

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
