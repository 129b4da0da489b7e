import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { type Clock, seconds } from '#store/clock.ts'
import { padded } from '#store/keyset.ts'
import { holdRows, lockRows } from '#store/lock-rows.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'

export interface NewJob {
  readonly kind: string
  /** Jobs of one kind with the same key are merged. Jobs without a key are never merged. */
  readonly key?: string
  readonly payload?: Record<string, unknown>
  /** Seconds since 1970; defaults to now. */
  readonly runAt?: number
  /** Jobs of one queue run one at a time, in the order in which they are due. Jobs without a queue never wait. */
  readonly queue?: string
}

export interface Job {
  readonly id: number
  readonly kind: string
  readonly key: string
  readonly payload: Record<string, unknown>
  /** 1 on the first attempt. */
  readonly attempts: number
  readonly version: number
}

/**
 * Runs a job. Must be idempotent, because a job may run again after a crash. When `stop` aborts, the server is shutting
 * down: further database calls fail, and another server resumes the job from its last recorded progress.
 */
export type JobHandler = (job: Job, stop: AbortSignal) => Promise<void>

/** A job of a known kind and lane. */
type FoundJob = Omit<NewJob, 'kind' | 'queue'> & { readonly key: string }

/** Returns the jobs that are necessary according to data that others have written. */
type Finder = (db: Reader) => Promise<readonly FoundJob[]>

export const MAX_ATTEMPTS = 8
/** Jobs of different lanes never wait for each other. */
export const MAIN_LANE = 'main'
const FIRST_DELAY = 10
const LONGEST_DELAY = 3600

/** The job table. Any number of processes may take jobs from it. */
export class Jobs {
  readonly handlers = new Map<string, JobHandler>()
  readonly #laneOf = new Map<string, string>()
  readonly #widthOf = new Map<string, number>()
  readonly #finders = new Map<string, Finder>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Use a separate lane for jobs that wait on other systems, like an email server. */
  handle(kind: string, handler: JobHandler, lane: string = MAIN_LANE): void {
    if (this.handlers.has(kind)) throw new Error(`A handler for jobs of kind "${kind}" is already registered.`)
    this.handlers.set(kind, handler)
    this.#laneOf.set(kind, lane)
  }

  /**
   * Looks for jobs of this kind regularly instead of having writers queue them. For work that most changes cause: if all
   * writers queued the same job, each would wait for the transaction of the one before.
   */
  find(kind: string, finder: Finder): void {
    this.#finders.set(kind, finder)
  }

  laneOf(kind: string): string {
    return this.#laneOf.get(kind) ?? MAIN_LANE
  }

  /** Each lane needs a runner. */
  get lanes(): string[] {
    return [...new Set([MAIN_LANE, ...this.#laneOf.values()])]
  }

  /** Sets how many jobs of a lane a server runs concurrently. */
  widen(lane: string, atOnce: number): void {
    this.#widthOf.set(lane, atOnce)
  }

  widthOf(lane: string): number {
    return this.#widthOf.get(lane) ?? 1
  }

  /**
   * Queues a job in the transaction that makes it necessary. If the job is already waiting, the earlier time and the
   * newer payload win. If it is running, it will run again, because it may have read old data.
   */
  async enqueue(tx: Writer, { kind, key = randomUUID(), payload = {}, runAt, queue = '' }: NewJob): Promise<void> {
    const at = runAt ?? seconds(this.#clock)
    await tx
      .insertInto('job')
      .values({ kind, key, payload: JSON.stringify(payload), run_at: at, queue })
      .onConflict(conflict =>
        conflict.columns(['kind', 'key']).doUpdateSet(eb => ({
          payload: eb.ref('excluded.payload'),
          queue: eb.ref('excluded.queue'),
          run_at: eb
            .case()
            .when(
              eb.and([
                eb('job.leased_until', 'is', null),
                eb('job.failed_at', 'is', null),
                eb('job.run_at', '<', eb.ref('excluded.run_at')),
              ]),
            )
            .then(eb.ref('job.run_at'))
            .else(eb.ref('excluded.run_at'))
            .end(),
          version: eb('job.version', '+', 1),
          attempts: 0,
          failed_at: null,
        })),
      )
      .execute()
  }

  /** Queues the jobs that are necessary now, unless they are already waiting, running or being retried. */
  async queueFound(store: Store, lane: string = MAIN_LANE): Promise<void> {
    for (const [kind, finder] of this.#finders) {
      if (this.laneOf(kind) !== lane) continue
      const jobs = await this.#unplanned(store.read, kind, await finder(store.read))
      if (jobs.length === 0) continue
      await store.transaction(async tx => {
        for (const job of jobs) await this.enqueue(tx, { kind, ...job })
      })
    }
  }

  async #unplanned(db: Reader, kind: string, jobs: readonly FoundJob[]): Promise<FoundJob[]> {
    if (jobs.length === 0) return []
    const now = seconds(this.#clock)
    const rows = await db
      .selectFrom('job')
      .select(['key', 'run_at', 'attempts', 'leased_until', 'failed_at'])
      .where('kind', '=', kind)
      .where('key', 'in', padded(jobs.map(job => job.key)))
      .execute()
    const isPlanned = ({ key, runAt = now }: FoundJob): boolean => {
      const row = rows.find(each => each.key === key)
      if (row === undefined) return false
      // A job that failed for good gets another chance, but not every second.
      if (row.failed_at !== null) return row.failed_at > now - LONGEST_DELAY
      return row.leased_until !== null || row.attempts > 0 || row.run_at <= runAt
    }
    return jobs.filter(job => !isPlanned(job))
  }

  /** Read-only check for due jobs: an idle server must not lock the database by polling. */
  async isDue(db: Reader, leaseNow: number, lane: string = MAIN_LANE): Promise<boolean> {
    const due = this.#due(db, leaseNow, lane)
    return due !== null && (await due.select('id').executeTakeFirst()) !== undefined
  }

  /** Takes the next due job for `leaseSeconds`. If the process dies, others can take the job after that. */
  async take(tx: Writer, leaseNow: number, leaseSeconds: number, lane: string = MAIN_LANE): Promise<Job | null> {
    const due = this.#due(tx, leaseNow, lane)?.selectAll()
    const row = due && (await lockRows(tx, due, 'skip').executeTakeFirst())
    if (!row) return null
    const attempts = row.attempts + 1
    await tx
      .updateTable('job')
      .set({ attempts, leased_until: leaseNow + leaseSeconds })
      .where('id', '=', row.id)
      .execute()
    const payload = storedObject<Record<string, unknown>>(row.payload)
    return { id: row.id, kind: row.kind, key: row.key, payload, attempts, version: row.version }
  }

  #due(db: Reader, leaseNow: number, lane: string) {
    const kinds = [...this.handlers.keys()].filter(kind => this.#laneOf.get(kind) === lane)
    if (kinds.length === 0) return null
    const now = seconds(this.#clock)
    return db
      .selectFrom('job')
      .where('failed_at', 'is', null)
      .where('run_at', '<=', now)
      .where('kind', 'in', kinds)
      .where(eb => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', leaseNow)]))
      .where(eb => eb.or([eb('queue', '=', ''), eb.not(eb.exists(inFront(eb, now, leaseNow)))]))
      .orderBy('run_at')
      .orderBy('id')
      .limit(1)
  }

  /**
   * Makes others that queue this running job again wait for this transaction. The job can then safely check for
   * remaining work and schedule its next run.
   */
  async hold(tx: Writer, { id }: Job): Promise<void> {
    await holdRows(tx, tx.selectFrom('job').select('id').where('id', '=', id))
  }

  async finish(tx: Writer, job: Job): Promise<void> {
    const deleted = await tx
      .deleteFrom('job')
      .where('id', '=', job.id)
      .where('version', '=', job.version)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) await this.#release(tx, job)
  }

  /** Extends the lease of a running job. */
  async renew(tx: Writer, job: Job, leaseNow: number, leaseSeconds: number): Promise<void> {
    await tx
      .updateTable('job')
      .set({ leased_until: leaseNow + leaseSeconds })
      .where('id', '=', job.id)
      .where('leased_until', 'is not', null)
      .execute()
  }

  /** Returns an interrupted job to the queue. It is due immediately, and the attempt does not count. */
  async giveBack(tx: Writer, job: Job): Promise<void> {
    await tx
      .updateTable('job')
      .set(eb => ({
        leased_until: null,
        attempts: eb
          .case()
          .when('attempts', '>', 0)
          .then(eb('attempts', '-', 1))
          .else(0)
          .end(),
      }))
      .where('id', '=', job.id)
      .execute()
  }

  /** For a job that was queued again while it ran. */
  async #release(tx: Writer, job: Job): Promise<void> {
    await tx.updateTable('job').set({ leased_until: null }).where('id', '=', job.id).execute()
  }

  /** Schedules a retry, or marks the job as failed after too many attempts. */
  async fail(tx: Writer, job: Job, error: string): Promise<void> {
    const delay = Math.min(FIRST_DELAY * 2 ** (job.attempts - 1), LONGEST_DELAY)
    const now = seconds(this.#clock)
    await tx
      .updateTable('job')
      .set(eb => ({
        last_error: error.slice(0, 2000),
        leased_until: null,
        failed_at: job.attempts >= MAX_ATTEMPTS ? now : null,
        run_at: eb
          .case()
          .when('version', '=', job.version)
          .then(now + delay)
          .else(eb.ref('run_at'))
          .end(),
      }))
      .where('id', '=', job.id)
      .execute()
  }
}

/**
 * The jobs that a queued job waits for: one that is running, or any that is due earlier. The latter also keeps two
 * servers from starting two jobs of a queue at the same moment, when neither can see yet what the other has taken.
 */
const inFront = (eb: ExpressionBuilder<Database, 'job'>, now: number, leaseNow: number) =>
  eb
    .selectFrom('job as other')
    .select('other.id')
    .whereRef('other.queue', '=', 'job.queue')
    .whereRef('other.id', '<>', 'job.id')
    .where(other =>
      other.or([
        other('other.leased_until', '>', leaseNow),
        other.and([
          other('other.failed_at', 'is', null),
          other('other.run_at', '<=', now),
          other.or([
            other('other.run_at', '<', other.ref('job.run_at')),
            other.and([
              other('other.run_at', '=', other.ref('job.run_at')),
              other('other.id', '<', other.ref('job.id')),
            ]),
          ]),
        ]),
      ]),
    )
