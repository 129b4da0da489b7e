import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, seconds, systemClock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { whileWanted } from '#store/turn.ts'
import { type Job, type Jobs, MAIN_LANE } from './jobs.ts'
import type { Log } from './log.ts'

interface RunnerOptions {
  readonly store: Store
  readonly jobs: Jobs
  readonly log: Log
  readonly lane?: string
  /** Leases follow real time even where the site's clock is pinned. */
  readonly leaseClock?: Clock
  readonly leaseSeconds?: number
  readonly pollMilliseconds?: number
}

/** Works through due jobs of one lane, as many at once as the lane is wide, until it is stopped. */
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

  /** Stops the jobs that are running, at their next step, and gives them back to be done later; no further one begins. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#loops)
  }

  /** Runs every job that is due now, one at a time, and says how many. For tests and for commands that must leave nothing behind. */
  async drain(): Promise<number> {
    let done = 0
    while (!this.#stopping.signal.aborted && (await this.#one())) done++
    return done
  }

  async #run(): Promise<void> {
    const { log, pollMilliseconds } = this.#options
    while (!this.#stopping.signal.aborted) {
      await this.drain().catch(error => log.error({ err: error }, 'jobs cannot be taken'))
      await sleep(pollMilliseconds, undefined, { signal: this.#stopping.signal }).catch(() => {})
    }
  }

  async #one(): Promise<boolean> {
    const { store, jobs, lane, leaseClock, leaseSeconds } = this.#options
    const now = seconds(leaseClock)
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
      await whileWanted(signal, () => jobs.handlers.get(job.kind)!(job, signal))
    } catch (error) {
      if (signal.aborted) return await store.transaction(tx => jobs.giveBack(tx, job))
      log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'a job failed')
      const text = error instanceof Error ? error.message : String(error)
      return await store.transaction(tx => jobs.fail(tx, job, text))
    } finally {
      clearInterval(renewing)
    }
    await store.transaction(tx => jobs.finish(tx, job))
  }

  /** Long work keeps its lease for as long as its process lives. */
  #keepLease(job: Job): NodeJS.Timeout {
    const { store, jobs, log, leaseClock, leaseSeconds } = this.#options
    const renew = () => store.transaction(tx => jobs.renew(tx, job, seconds(leaseClock), leaseSeconds))
    return setInterval(
      () => void renew().catch(error => log.warn({ err: error, job: job.id }, 'a lease cannot be renewed')),
      (leaseSeconds * 1000) / 3,
    ).unref()
  }
}
