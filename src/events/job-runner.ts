import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, seconds, systemClock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { whileWanted } from '#store/turn.ts'
import { KIND, traced } from '#tracing/span.ts'
import { type Job, type Jobs, MAIN_LANE } from './jobs.ts'
import type { Log } from './log.ts'

interface RunnerOptions {
  readonly store: Store
  readonly jobs: Jobs
  readonly log: Log
  readonly lane?: string
  /** Leases use real time even if the site's clock is pinned. */
  readonly leaseClock?: Clock
  readonly leaseSeconds?: number
  readonly pollMilliseconds?: number
}

/** Runs due jobs of one lane, with the lane's concurrency, until stopped. */
export class JobRunner {
  readonly #options: Required<RunnerOptions>
  readonly #stopping = new AbortController()
  #loops: Promise<void>[] = []

  constructor(options: RunnerOptions) {
    this.#options = { lane: MAIN_LANE, leaseClock: systemClock, leaseSeconds: 120, pollMilliseconds: 1000, ...options }
  }

  start(): void {
    const { jobs, lane } = this.#options
    this.#loops = Array.from({ length: jobs.widthOf(lane) }, () => this.#run())
  }

  /** Stops running jobs at their next database call and returns them to the queue. Starts no new ones. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#loops)
  }

  /**
   * Runs all due jobs one at a time and returns how many. For tests, and for commands that must leave no jobs behind.
   */
  async drain(): Promise<number> {
    let done = 0
    while (!this.#stopping.signal.aborted && (await this.#one())) done++
    return done
  }

  async #run(): Promise<void> {
    const { log, pollMilliseconds } = this.#options
    while (!this.#stopping.signal.aborted) {
      await this.drain().catch(error => log('job.queue_failed', { err: error }))
      await sleep(pollMilliseconds, undefined, { signal: this.#stopping.signal }).catch(() => {})
    }
  }

  async #one(): Promise<boolean> {
    const { store, jobs, lane, leaseClock, leaseSeconds } = this.#options
    const now = seconds(leaseClock)
    await jobs.queueFound(store, lane)
    if (!(await jobs.isDue(store.read, now, lane))) return false
    const job = await store.transaction(tx => jobs.take(tx, now, leaseSeconds, lane))
    if (job === null) return false
    await this.#work(job)
    return true
  }

  async #work(job: Job): Promise<void> {
    const { store, jobs, log } = this.#options
    const { signal } = this.#stopping
    const renewing = this.#keepLease(job)
    try {
      const attributes = {
        'parlance.job.id': job.id,
        'parlance.job.kind': job.kind,
        'parlance.job.attempt': job.attempts,
      }
      await traced(`job ${job.kind}`, KIND.internal, attributes, () =>
        whileWanted(signal, () => jobs.handlers.get(job.kind)!(job, signal)),
      )
    } catch (error) {
      if (signal.aborted) return await store.transaction(tx => jobs.giveBack(tx, job))
      log('job.failed', { err: error, job: job.id, kind: job.kind, attempt: job.attempts })
      const text = error instanceof Error ? error.message : String(error)
      return await store.transaction(tx => jobs.fail(tx, job, text))
    } finally {
      clearInterval(renewing)
    }
    await store.transaction(tx => jobs.finish(tx, job))
  }

  /** Renews the lease of a long job for as long as its process lives. */
  #keepLease(job: Job): NodeJS.Timeout {
    const { store, jobs, log, leaseClock, leaseSeconds } = this.#options
    const renew = () => store.transaction(tx => jobs.renew(tx, job, seconds(leaseClock), leaseSeconds))
    return setInterval(
      () => void renew().catch(error => log('job.not_renewed', { err: error, job: job.id })),
      (leaseSeconds * 1000) / 3,
    ).unref()
  }
}
