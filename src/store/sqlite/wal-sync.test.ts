import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { WalSync } from './wal-sync.ts'

describe('flushing the log', () => {
  test('a commit during a flush waits for the next one, and shares it with others', async () => {
    const flushes: PromiseWithResolvers<void>[] = []
    const log = new WalSync(() => {
      const flush = Promise.withResolvers<void>()
      flushes.push(flush)
      return flush.promise
    })
    const done: string[] = []
    const commit = (name: string) => log.flush().then(() => done.push(name))
    void commit('a')
    void commit('b')
    void commit('c')
    await turn()
    assert.equal(flushes.length, 1)
    flushes[0]!.resolve()
    await turn()
    assert.deepEqual(done, ['a'], 'the first flush may have begun before the other commits')
    assert.equal(flushes.length, 2)
    flushes[1]!.resolve()
    await turn()
    assert.deepEqual(done, ['a', 'b', 'c'])
    assert.equal(flushes.length, 2)
  })

  test('after a failure nothing more is promised', async () => {
    const log = new WalSync(async () => {
      throw Object.assign(new Error('input/output error'), { code: 'EIO' })
    })
    log.refuseAfterFailure()
    await assert.rejects(log.flush(), { trouble: 'failing' })
    assert.throws(() => log.refuseAfterFailure(), { trouble: 'failing' })
  })
})
