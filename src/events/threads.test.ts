import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from './testing-thread.ts'
import { ThreadError, type ThreadOptions, ThreadPool, Threads } from './threads.ts'

const entry = new URL('./testing-thread.ts', import.meta.url)
const opened: ThreadPool<Order, unknown>[] = []
const open = (options: Partial<ThreadOptions> = {}) => {
  const pool = new ThreadPool<Order, unknown>(entry, options)
  opened.push(pool)
  return pool
}
afterEach(() => Promise.all(opened.splice(0).map(pool => pool.close())))

const refusal = (reason: string) => (error: unknown) => error instanceof ThreadError && error.reason === reason

test('runs more jobs than threads and returns their results', async () => {
  const pool = open({ threads: 2 })
  const jobs = Array.from({ length: 9 }, (_, number) => pool.run({ say: { number } }))
  assert.deepEqual(
    await Promise.all(jobs),
    jobs.map((_, number) => ({ number })),
  )
  assert.ok(pool.size <= 2)
})

test('answers what a job asks while it runs', async () => {
  const pool = open({ threads: 1 })
  const answer = async (question: unknown) => {
    await sleep(1)
    if (question === 'bad') throw new RangeError('no answer')
    return { question }
  }
  const asked = ['a', new Map([['b', 1]])]
  assert.deepEqual(
    await pool.run({ ask: asked }, { answer }),
    asked.map(question => ({ question })),
  )
  await assert.rejects(pool.run({ ask: ['bad'] }, { answer }), { name: 'RangeError', message: 'no answer' })
  assert.deepEqual(await pool.run({ ask: ['c'] }, { answer }), [{ question: 'c' }])
})

test('ends a job that waits for an answer', async () => {
  const pool = open({ threads: 1 })
  const cancel = new AbortController()
  const asked = pool.run({ ask: ['x'] }, { answer: () => new Promise(() => {}), signal: cancel.signal })
  await sleep(50)
  cancel.abort()
  await assert.rejects(asked, { name: 'AbortError' })
  assert.equal(await pool.run({ say: 1 }), 1)
})

test('rethrows errors from a thread by name and keeps the thread', async () => {
  const pool = open({ threads: 1 })
  await assert.rejects(pool.run({ throw: 'so not' }), { name: 'RangeError', message: 'so not' })
  await assert.rejects(pool.run({ say: () => {} }), { name: 'DataCloneError' })
  assert.equal(await pool.run({ say: 1 }), 1)
})

test('aborting a signal cancels running and waiting jobs', async () => {
  const pool = open({ threads: 1 })
  const cancel = new AbortController()
  const endless = pool.run({ loop: true }, { signal: cancel.signal })
  const waiting = pool.run({ say: 'waited' })
  const left = pool.run({ say: 'nobody' }, { signal: cancel.signal })
  cancel.abort()
  await assert.rejects(endless, { name: 'AbortError' })
  await assert.rejects(left, { name: 'AbortError' })
  assert.equal(await waiting, 'waited')
  await assert.rejects(pool.run({ say: 1 }, { signal: cancel.signal }), { name: 'AbortError' })
})

test('ends jobs that run or wait past their deadline', async () => {
  const pool = open({ threads: 1 })
  const endless = pool.run({ loop: true }, { deadlineMs: 400 })
  const waiting = pool.run({ say: 1 }, { deadlineMs: 200 })
  await assert.rejects(waiting, refusal('busy'))
  await assert.rejects(endless, refusal('too long'))
  assert.equal(await pool.run({ say: 2 }), 2)
})

test('ends only the job that uses too much memory', async () => {
  const pool = open({ threads: 1, heapMegabytes: 24 })
  await assert.rejects(pool.run({ eat: true }), refusal('too much memory'))
  assert.equal(await pool.run({ say: 3 }), 3)
})

test('rejects the job of a thread that exits unexpectedly', async () => {
  const pool = open({ threads: 1 })
  await assert.rejects(pool.run({ exit: true }), /ended before/)
  assert.equal(await pool.run({ say: 4 }), 4)
})

test('rejects jobs immediately when the queue is full', async () => {
  const pool = open({ threads: 1, waiting: 1 })
  const running = pool.run({ say: 1 })
  const waiting = pool.run({ say: 2 })
  await assert.rejects(pool.run({ say: 3 }), refusal('busy'))
  assert.deepEqual(await Promise.all([running, waiting]), [1, 2])
})

test('runs deferrable jobs after urgent ones', async () => {
  const pool = open({ threads: 1 })
  const done: number[] = []
  const note = (number: number) => done.push(number)
  const first = pool.run({ say: 0 })
  const later = [1, 2].map(number => pool.run({ say: number }, { canWait: true }).then(() => note(number)))
  await Promise.all([first, ...later, pool.run({ say: 3 }).then(() => note(3))])
  assert.deepEqual(done, [3, 1, 2])
})

test('deferrable jobs leave a thread free for urgent ones', async () => {
  const pool = open({ threads: 2 })
  const end = new AbortController()
  const endless = [1, 2].map(() => pool.run({ loop: true }, { canWait: true, signal: end.signal }))
  assert.equal(await pool.run({ say: 1 }), 1)
  end.abort()
  for (const job of endless) await assert.rejects(job, { name: 'AbortError' })
})

test('idle threads end', async () => {
  const pool = open({ threads: 1, idleMs: 20 })
  await pool.run({ say: 1 })
  for (let tries = 0; pool.size > 0 && tries < 500; tries++) await sleep(10)
  assert.equal(pool.size, 0)
})

test('closing ends running and waiting jobs and rejects new ones', async () => {
  const threads = new Threads()
  const pool = threads.pool<Order, unknown>(entry, { threads: 1 })
  assert.equal(threads.pool(entry), pool)
  const endless = pool.run({ loop: true })
  const waiting = pool.run({ say: 1 })
  await Promise.all([
    threads.close(),
    assert.rejects(endless, refusal('closed')),
    assert.rejects(waiting, refusal('closed')),
  ])
  await assert.rejects(pool.run({ say: 1 }), refusal('closed'))
  assert.equal(pool.size, 0)
})
