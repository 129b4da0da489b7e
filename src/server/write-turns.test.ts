import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { AskedTurns, TurnKeeper } from './write-turns.ts'

describe('write turns', () => {
  let keeper: TurnKeeper<string>
  let workers: Map<string, AskedTurns>
  let messages: number
  beforeEach(() => {
    messages = 0
    keeper = new TurnKeeper<string>((name, message) => {
      messages++
      setImmediate(() => workers.get(name)!.hear(message))
    })
    const worker = (name: string) =>
      new AskedTurns(message => {
        messages++
        setImmediate(() => keeper.hear(name, message))
      })
    workers = new Map(['a', 'b', 'c'].map(name => [name, worker(name)]))
  })
  const settled = async () => {
    for (let i = 0; i < 10; i++) await turn()
  }
  /** Takes the turn and records it. */
  const taken: string[] = []
  const take = (name: string) =>
    workers
      .get(name)!
      .take()
      .then(() => taken.push(name))

  test('a worker keeps its turn without messages while nobody else waits', async () => {
    const a = workers.get('a')!
    await a.take()
    const before = messages
    for (let i = 0; i < 5; i++) {
      a.pass(false)
      await a.take()
    }
    assert.equal(messages, before)
  })

  test('workers that wait get their turns in order, however busy the first one is', async () => {
    taken.length = 0
    await take('a')
    void take('b')
    void take('c')
    await settled()
    assert.deepEqual(taken, ['a'], 'nobody gets a turn during a transaction')
    workers.get('a')!.pass(false)
    void take('a')
    await settled()
    assert.deepEqual(taken, ['a', 'b'])
    workers.get('b')!.pass(false)
    await settled()
    workers.get('c')!.pass(false)
    await settled()
    assert.deepEqual(taken, ['a', 'b', 'c', 'a'])
  })

  test('a worker with more transactions keeps its turn until they are done', async () => {
    taken.length = 0
    await take('a')
    void take('b')
    await settled()
    workers.get('a')!.pass(true)
    await take('a')
    await settled()
    assert.deepEqual(taken, ['a', 'a'])
    workers.get('a')!.pass(false)
    await settled()
    assert.deepEqual(taken, ['a', 'a', 'b'])
  })

  test('an idle worker returns its turn', async () => {
    await workers.get('a')!.take()
    workers.get('a')!.pass(false)
    await workers.get('b')!.take()
  })

  test('the turn of a worker that ends goes to the next one', async () => {
    await workers.get('a')!.take()
    const b = workers.get('b')!.take()
    const c = workers.get('c')!.take()
    await settled()
    keeper.forget('b')
    keeper.forget('a')
    await c
    assert.equal(await Promise.race([b.then(() => 'granted'), settled().then(() => 'waits')]), 'waits')
  })
})
