import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FairLimits, FairQueue, type Turn } from './fair-queue.ts'

const LIMITS: FairLimits = { running: 4, runningOfOne: 3, waiting: 6, waitingMs: 60_000 }

/** A queue whose requests are named after their callers: a1, a2, b1. */
function tested(limits: Partial<FairLimits> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits })
  const [begun, refused, turns]: [string[], string[], Map<string, Turn>] = [[], [], new Map()]
  return {
    queue,
    begun,
    refused,
    enter: (...names: string[]) => {
      for (const name of names)
        turns.set(
          name,
          queue.enter(
            name[0]!,
            () => begun.push(name),
            () => refused.push(name),
          ),
        )
    },
    leave: (...names: string[]) => {
      for (const name of names) turns.get(name)!.leave()
    },
  }
}

test('one caller leaves room for others', () => {
  const { enter, begun, queue } = tested()
  enter('a1', 'a2', 'a3', 'a4', 'a5')
  assert.deepEqual(begun, ['a1', 'a2', 'a3'])
  enter('b1')
  assert.deepEqual(begun, ['a1', 'a2', 'a3', 'b1'])
  assert.deepEqual([queue.running, queue.waiting], [4, 2])
})

test('waiting callers take turns, however many requests each has sent', () => {
  const { enter, leave, begun } = tested()
  enter('a1', 'a2', 'a3', 'x1')
  enter('a4', 'a5', 'a6', 'b1', 'b2', 'c1')
  leave('a1', 'a2', 'a3', 'x1')
  assert.deepEqual(begun.slice(4), ['a4', 'b1', 'c1', 'a5'])
  leave('b1', 'c1')
  assert.deepEqual(begun.slice(8), ['b2', 'a6'])
})

test('when too many wait, the caller with the most loses the newest', () => {
  const { enter, refused, leave, begun } = tested()
  enter('a1', 'a2', 'a3', 'x1')
  enter('a4', 'a5', 'a6', 'a7', 'a8', 'a9')
  enter('b1')
  assert.deepEqual(refused, ['a9'])
  enter('b2', 'b3')
  assert.deepEqual(refused, ['a9', 'a8', 'a7'])
  enter('b4')
  assert.deepEqual(refused, ['a9', 'a8', 'a7', 'b4'], 'both have three')
  enter('c1')
  assert.equal(refused.length, 5)
  leave('x1')
  assert.equal(begun.at(-1), 'b1', 'a has all its turns')
})

test('a heavy caller alone uses what it may, and is refused early', () => {
  const { enter, begun, refused } = tested()
  enter(...Array.from({ length: 20 }, (_, i) => `a${i + 1}`))
  assert.equal(begun.length, 3)
  assert.equal(refused.length, 11)
  assert.equal(refused[0], 'a10')
})

test('a client that disconnects gives up its place, and only once', () => {
  const { enter, leave, begun, queue } = tested()
  enter('a1', 'b1', 'c1', 'd1', 'e1', 'f1')
  leave('e1', 'e1')
  assert.equal(queue.waiting, 1)
  leave('a1', 'a1', 'a1')
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'd1', 'f1'])
  assert.deepEqual([queue.running, queue.waiting], [4, 0])
  leave('b1', 'c1', 'd1', 'f1', 'e1')
  assert.deepEqual([queue.running, queue.waiting], [0, 0])
})

test('refuses what has waited too long', async () => {
  const { enter, refused, queue } = tested({ waitingMs: 1 })
  enter('a1', 'b1', 'c1', 'd1', 'e1')
  // The timer does not keep the process running.
  while (refused.length === 0) await new Promise(resolve => setTimeout(resolve, 1))
  assert.deepEqual(refused, ['e1'])
  assert.equal(queue.waiting, 0)
})
