import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { JobRunner } from './job-runner.ts'
import { type Job, Jobs, MAX_ATTEMPTS, type NewJob } from './jobs.ts'
import { silentLog } from './testing-log.ts'

function clockAt(start: number): Clock & { at: number } {
  return {
    at: start,
    now() {
      return this.at * 1000
    },
  }
}

onEachEngine('jobs', open => {
  let store: Store | undefined
  let jobs: Jobs
  let clock: ReturnType<typeof clockAt>
  const ran: Job[] = []
  beforeEach(async () => {
    store ??= await open()
    await store.transaction(tx => tx.deleteFrom('job').execute())
    clock = clockAt(1000)
    jobs = new Jobs(clock)
    ran.length = 0
    jobs.handle('note', async job => {
      ran.push(job)
    })
  })
  const enqueue = (job: NewJob) => store!.transaction(tx => jobs.enqueue(tx, job))
  const runner = (leaseClock: Clock = clock) =>
    new JobRunner({ store: store!, jobs, log: silentLog, leaseClock, leaseSeconds: 60, pollMilliseconds: 5 })
  const rows = () => store!.read.selectFrom('job').selectAll().execute()

  test('runs jobs in the order in which they are due, then deletes them', async () => {
    await enqueue({ kind: 'note', payload: { n: 2 }, runAt: 1000 })
    await enqueue({ kind: 'note', payload: { n: 1 }, runAt: 900 })
    await enqueue({ kind: 'note', payload: { n: 3 }, runAt: 1001 })
    assert.equal(await runner().drain(), 2)
    assert.deepEqual(
      ran.map(job => job.payload.n),
      [1, 2],
    )
    clock.at = 1001
    assert.equal(await runner().drain(), 1)
    assert.deepEqual(await rows(), [])
  })

  test('merges jobs with the same key: newest payload, earliest time', async () => {
    await enqueue({ kind: 'note', key: 'k', payload: { n: 1 }, runAt: 900 })
    await enqueue({ kind: 'note', key: 'k', payload: { n: 2 }, runAt: 2000 })
    assert.equal(await runner().drain(), 1)
    assert.deepEqual(
      ran.map(job => job.payload.n),
      [2],
    )
  })

  test('a job queued again while it runs will run again', async () => {
    jobs.handle('busy', async job => {
      if (job.payload.n === 1) await enqueue({ kind: 'busy', key: 'k', payload: { n: 2 } })
      else ran.push(job)
    })
    await enqueue({ kind: 'busy', key: 'k', payload: { n: 1 } })
    assert.equal(await runner().drain(), 2)
    assert.equal(ran.length, 1)
    assert.deepEqual(await rows(), [])
  })

  test('a job from a rolled-back transaction never runs', async () => {
    const undone = store!.transaction(async tx => {
      await jobs.enqueue(tx, { kind: 'note' })
      throw new Error('undone')
    })
    await assert.rejects(undone)
    assert.equal(await runner().drain(), 0)
  })

  test('retries a failing job with increasing delays, then marks it as failed with the reason', async () => {
    let tries = 0
    jobs.handle('bad', async () => {
      tries++
      throw new Error('no luck')
    })
    await enqueue({ kind: 'bad' })
    const delays: number[] = []
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      assert.equal(await runner().drain(), 1)
      const [row] = await rows()
      delays.push(row!.run_at - clock.at)
      clock.at = row!.run_at
    }
    assert.deepEqual(delays, [10, 20, 40, 80, 160, 320, 640, 1280])
    assert.equal(await runner().drain(), 0)
    assert.equal(tries, MAX_ATTEMPTS)
    const [row] = await rows()
    assert.equal(row!.last_error, 'no luck')
    assert.notEqual(row!.failed_at, null)
  })

  test('queueing a failed job again retries it', async () => {
    await enqueue({ kind: 'note', key: 'k' })
    await store!.transaction(tx => tx.updateTable('job').set({ failed_at: 1, attempts: 8 }).execute())
    await enqueue({ kind: 'note', key: 'k' })
    assert.equal(await runner().drain(), 1)
  })

  test('takes over the job of a dead process when the lease expires, not before', async () => {
    await enqueue({ kind: 'note' })
    await store!.transaction(tx => jobs.take(tx, clock.at, 60))
    assert.equal(await runner().drain(), 0)
    assert.equal(await runner({ now: () => 1060_000 }).drain(), 1)
    assert.equal(ran[0]!.attempts, 2)
  })

  test('concurrent runners never take the same job', async () => {
    for (let i = 0; i < 20; i++) await enqueue({ kind: 'note', payload: { i } })
    await Promise.all(Array.from({ length: 5 }, () => runner().drain()))
    assert.deepEqual(
      ran.map(job => job.payload.i as number).sort((a, b) => a - b),
      Array.from({ length: 20 }, (_, i) => i),
    )
  })

  test('stopping waits for the running job and starts no other', async () => {
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    jobs.handle('slow', async job => {
      started.resolve()
      await release.promise
      ran.push(job)
    })
    await enqueue({ kind: 'slow', runAt: 1 })
    await enqueue({ kind: 'note', runAt: 2 })
    const working = runner()
    working.start()
    await started.promise
    const stopped = working.stop()
    release.resolve()
    await stopped
    assert.deepEqual(
      ran.map(job => job.kind),
      ['slow'],
    )
    assert.equal((await rows()).length, 1)
  })

  test('lanes do not wait for each other', async () => {
    const started = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    jobs.handle(
      'slow',
      async () => {
        started.resolve()
        await release.promise
      },
      'side',
    )
    await enqueue({ kind: 'slow', runAt: 1 })
    await enqueue({ kind: 'note', runAt: 2 })
    const side = new JobRunner({ store: store!, jobs, log: silentLog, lane: 'side', pollMilliseconds: 5 })
    side.start()
    await started.promise
    assert.equal(await runner().drain(), 1)
    assert.deepEqual(jobs.lanes, ['main', 'side'])
    release.resolve()
    await side.stop()
    assert.deepEqual(await rows(), [])
  })

  test('a busy queue does not block others and keeps its own order', async () => {
    const held = Promise.withResolvers<void>()
    const others = Promise.withResolvers<void>()
    const began: string[] = []
    const ended: string[] = []
    jobs.handle(
      'slow',
      async ({ key }) => {
        began.push(key)
        if (key === 'huge 1') await held.promise
        ended.push(key)
        if (key === 'small 2') others.resolve()
      },
      'wide',
    )
    jobs.widen('wide', 3)
    for (const [i, key] of ['huge 1', 'huge 2', 'huge 3', 'huge 4', 'small 1', 'small 2'].entries())
      await enqueue({ kind: 'slow', key, runAt: i, queue: key.split(' ')[0]! })
    const wide = new JobRunner({ store: store!, jobs, log: silentLog, lane: 'wide', pollMilliseconds: 5 })
    wide.start()
    await others.promise
    // Which of the two queues begins first is left to the database.
    const before = [began.toSorted(), [...ended]]
    held.resolve()
    while ((await rows()).length > 0) await sleep(5)
    await wide.stop()
    assert.deepEqual(before, [
      ['huge 1', 'small 1', 'small 2'],
      ['small 1', 'small 2'],
    ])
    assert.deepEqual(ended.slice(2), ['huge 1', 'huge 2', 'huge 3', 'huge 4'])
  })

  test('concurrent runners start only one job of a queue', async () => {
    for (let i = 0; i < 6; i++) await enqueue({ kind: 'note', payload: { i }, runAt: 900, queue: `q${i % 2}` })
    const take = () => store!.transaction(tx => jobs.take(tx, clock.at, 60))
    const taken = (await Promise.all([take(), take(), take(), take(), take()])).flatMap(job => job?.payload.i ?? [])
    const rest = [await take(), await take()].flatMap(job => job?.payload.i ?? [])
    assert.deepEqual([...taken, ...rest].toSorted(), [0, 1])
  })

  test('a delayed or failed job does not block its queue', async () => {
    await enqueue({ kind: 'note', key: 'later', runAt: 2000, queue: 'q' })
    await enqueue({ kind: 'note', key: 'failed', runAt: 1, queue: 'q' })
    await store!.transaction(tx => tx.updateTable('job').set({ failed_at: 1 }).where('key', '=', 'failed').execute())
    await enqueue({ kind: 'note', key: 'now', runAt: 1000, queue: 'q' })
    assert.equal(await runner().drain(), 1)
    assert.equal(ran[0]!.key, 'now')
  })

  test('stopping interrupts a job at its next database call and returns it to the queue', async () => {
    const started = Promise.withResolvers<void>()
    let steps = 0
    jobs.handle('endless', async () => {
      for (;;) {
        await store!.transaction(tx => tx.selectFrom('job').select('id').execute())
        if (++steps === 3) started.resolve()
      }
    })
    await enqueue({ kind: 'endless', key: 'k' })
    const stopping = runner()
    stopping.start()
    await started.promise
    await stopping.stop()
    const [row] = await rows()
    assert.deepEqual([row!.leased_until, row!.attempts, row!.last_error], [null, 0, null])
  })

  test('a job that outlasts its lease is not taken by another runner', async () => {
    const release = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    jobs.handle('long', () => {
      started.resolve()
      return release.promise
    })
    await enqueue({ kind: 'long' })
    const long = new JobRunner({ store: store!, jobs, log: silentLog, leaseClock: clock, leaseSeconds: 1 })
    const running = long.drain()
    await started.promise
    clock.at = 5000
    for (let i = 0; i < 200 && (await rows())[0]!.leased_until! < 5000; i++) await sleep(10)
    assert.equal(await runner().drain(), 0)
    release.resolve()
    assert.equal(await running, 1)
  })

  test('leaves jobs without a handler to other servers', async () => {
    await enqueue({ kind: 'elsewhere' })
    assert.equal(await runner().drain(), 0)
    assert.equal((await rows()).length, 1)
  })
})
