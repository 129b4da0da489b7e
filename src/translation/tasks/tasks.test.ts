import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Services } from '#core/services.ts'
import { type ManualClock, manualClock, testServices } from '#core/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { DAILY_JOB, daily, untilTomorrow } from './daily.ts'
import { oldTasks, runTask, startTask, TASK_JOB, type TaskHandler } from './tasks.ts'

onEachEngine('tasks', open => {
  let services: Services
  let clock: ManualClock
  const kinds: Record<string, TaskHandler> = {}
  const drain = () => {
    const { store, jobs, log } = services
    return new JobRunner({ store, jobs, log, leaseClock: clock }).drain()
  }
  const start = (kind: string) =>
    services.store.transaction(tx => startTask(tx, services, { kind, payload: { n: 1 }, account: null }))
  const task = (id: string) =>
    services.store.read.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst()

  before(async () => {
    clock = manualClock()
    services = await testServices(await open(), clock)
    services.jobs.handle(TASK_JOB, job => runTask(services, job, kinds))
    services.jobs.handle(DAILY_JOB, () => daily(services, async () => {}))
  })

  test('report progress and end with their result', async () => {
    const seen: unknown[] = []
    kinds.good = async (_, run) => {
      await run.progress(41.7)
      seen.push((await task(run.task.id))!.progress, run.payload)
      await services.store.transaction(tx => run.finish(tx, { done: true }))
    }
    const id = await start('good')
    await drain()
    assert.deepEqual(seen, [41, { n: 1 }])
    const { progress, result, finished_at } = (await task(id))!
    assert.deepEqual([progress, result], [100, '{"done":true}'])
    assert.notEqual(finished_at, null)
  })

  test('are retried on failure and finally end with the error', async () => {
    let tries = 0
    kinds.bad = async () => {
      tries++
      throw new Error('out of paper')
    }
    const id = await start('bad')
    for (let i = 0; i < 5; i++) {
      await drain()
      clock.advance(3600)
    }
    assert.equal(tries, 3)
    const { log, result, finished_at } = (await task(id))!
    assert.equal(log, [1, 2, 3].map(n => `Attempt ${n}: out of paper\n`).join(''))
    assert.equal(result, '{"error":"out of paper"}')
    assert.notEqual(finished_at, null)
    assert.equal((await task(await startAndRun('unknown')))!.finished_at === null, false)
  })

  const startAndRun = async (kind: string): Promise<string> => {
    const id = await start(kind)
    for (let i = 0; i < 3; i++) {
      await drain()
      clock.advance(3600)
    }
    return id
  }

  test('run once when the server crashes before the job ends', async () => {
    let runs = 0
    kinds.once = async (_, run) => {
      runs++
      await services.store.transaction(tx => run.finish(tx, runs))
    }
    const id = await start('once')
    const job = { id: 0, kind: TASK_JOB, key: id, payload: {}, attempts: 1, version: 1 }
    await runTask(services, job, kinds)
    await drain()
    assert.equal(runs, 1)
  })

  test('are deleted after a month', async () => {
    const { store } = services
    const count = async () => (await store.read.selectFrom('task').select('id').execute()).length
    const [before, { deleteOld }] = [await count(), oldTasks(services)]
    clock.advance(29 * 86_400)
    assert.equal(await deleteOld(100), 0)
    clock.advance(2 * 86_400)
    assert.equal(await deleteOld(1), 1)
    assert.equal(await deleteOld(100), before - 1)
    assert.equal(await count(), 0)
  })

  test('the daily job ends without add-ons', async () => {
    const { store, jobs } = services
    await store.transaction(tx => jobs.enqueue(tx, { kind: DAILY_JOB, key: '' }))
    await drain()
    assert.deepEqual(await store.read.selectFrom('job').selectAll().execute(), [])
  })

  test('the daily job runs at 1:00 UTC', () => {
    const at = (iso: string) => Date.parse(iso) / 1000
    assert.equal(untilTomorrow(at('2026-11-15T00:59:59Z')), at('2026-11-15T01:00:00Z'))
    assert.equal(untilTomorrow(at('2026-11-15T01:00:00Z')), at('2026-11-16T01:00:00Z'))
  })
})
