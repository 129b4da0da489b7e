import { sql } from 'kysely'
import { type Clock, seconds, systemClock } from '#store/clock.ts'
import type { Reader, Writer } from '#store/store.ts'

export const JOB_STATES = ['waiting', 'running', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]

export interface ListedJob {
  readonly id: number
  readonly kind: string
  readonly key: string
  readonly attempts: number
  /** When the job is due or finally failed, in seconds since 1970. */
  readonly at: number
  readonly lastError: string | null
}

/** Leases use real time even if the site's clock is pinned. */
const stateNow = () =>
  sql<JobState>`case when failed_at is not null then 'failed' when leased_until > ${seconds(systemClock)} then 'running' else 'waiting' end`

/** Number of jobs by kind and state. */
export async function countJobs(db: Reader): Promise<{ kind: string; state: JobState; count: number }[]> {
  const rows = await db
    .selectFrom('job')
    .select(eb => ['kind', stateNow().as('state'), eb.fn.countAll<number>().as('count')])
    .groupBy(['kind', sql`2`])
    .execute()
  return rows.map(row => ({ ...row, count: Number(row.count) }))
}

/** Jobs in one state. Failed jobs come newest first, others in the order in which they are due. */
export async function listJobs(db: Reader, state: JobState, limit: number): Promise<ListedJob[]> {
  const isFailed = state === 'failed'
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where(stateNow(), '=', state)
    .orderBy(isFailed ? 'failed_at' : 'run_at', isFailed ? 'desc' : 'asc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    id: row.id,
    kind: row.kind,
    key: row.key,
    attempts: row.attempts,
    at: row.failed_at ?? row.run_at,
    lastError: row.last_error,
  }))
}

/** Makes a waiting or failed job due now and resets its attempts. Returns its kind; null if there is no such job. */
export async function tryAgain(tx: Writer, clock: Clock, id: number): Promise<string | null> {
  const row = await tx
    .updateTable('job')
    .set({ run_at: seconds(clock), attempts: 0, failed_at: null })
    .where('id', '=', id)
    .where(stateNow(), '<>', 'running')
    .returning('kind')
    .executeTakeFirst()
  return row?.kind ?? null
}

/** Deletes a failed job. Returns its kind; null if there is no such job or it was queued again meanwhile. */
export async function forgetFailed(tx: Writer, id: number): Promise<string | null> {
  const row = await tx
    .deleteFrom('job')
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .returning('kind')
    .executeTakeFirst()
  return row?.kind ?? null
}
