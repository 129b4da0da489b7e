import { type SqlBool, sql } from 'kysely'
import { REMEMBERED_SECONDS } from '#accounts/idempotency.ts'
import { deleteOldChanges } from '#events/old-changes.ts'
import { seconds } from '#store/clock.ts'
import { deleteSome } from '#store/delete-some.ts'
import { unhurried } from '#store/turn.ts'
import { oldAuditEntries } from './audit/prune.ts'
import type { Retention, Services } from './services.ts'

const JOB = 'retention'
/** Rows per transaction, so that other writers wait only a moment. */
export const ROWS = 500
/** Transactions per run for each kind of data, so that other jobs get their turn. */
const PORTIONS = 20

const DAY = 86_400
const EVERY = 3600
/** Until the next run while there is more to delete. */
const SOON = 10

/** What this layer and those below it delete. Upper layers add to `services.retention`. */
export function ownRetention({ store, clock, config }: Pick<Services, 'store' | 'clock' | 'config'>): Retention[] {
  const ago = (days: number): number => seconds(clock) - days * DAY
  return [
    {
      name: 'change log',
      deleteOld: async limit =>
        config.changeLogDays === 0 ? 0 : deleteOldChanges(store, ago(config.changeLogDays), limit),
    },
    {
      name: 'sent emails',
      deleteOld: limit => {
        const before = ago(config.sentMailDays)
        return deleteSome(store, 'mail', 'id', sql<SqlBool>`created_at < ${before} and sent_at < ${before}`, limit)
      },
    },
    {
      name: 'failed emails',
      deleteOld: limit => {
        const before = ago(config.failedDays)
        return deleteSome(store, 'mail', 'id', sql<SqlBool>`created_at < ${before} and failed_at < ${before}`, limit)
      },
    },
    {
      name: 'failed jobs',
      deleteOld: limit => deleteSome(store, 'job', 'id', sql<SqlBool>`failed_at < ${ago(config.failedDays)}`, limit),
    },
    {
      name: 'expired sessions',
      deleteOld: limit => deleteSome(store, 'session', 'id_hash', sql<SqlBool>`expires_at <= ${seconds(clock)}`, limit),
    },
    {
      name: 'login history',
      deleteOld: limit => deleteSome(store, 'sign_in', 'id', sql<SqlBool>`at < ${ago(config.signInDays)}`, limit),
    },
    oldAuditEntries(store, clock, config.auditDays),
    {
      name: 'expired links',
      deleteOld: limit => deleteSome(store, 'account_link', 'id', sql<SqlBool>`expires_at <= ${seconds(clock)}`, limit),
    },
    {
      name: 'request counts',
      deleteOld: limit =>
        deleteSome(store, 'request_count', 'expires_at', sql<SqlBool>`expires_at <= ${clock.now()}`, limit),
    },
    {
      name: 'idempotency keys',
      deleteOld: limit => {
        const before = seconds(clock) - REMEMBERED_SECONDS
        return deleteSome(store, 'idempotency_key', 'created_at', sql<SqlBool>`created_at <= ${before}`, limit)
      },
    },
    {
      name: 'login attempts',
      deleteOld: limit =>
        deleteSome(store, 'login_attempt', 'key', sql<SqlBool>`resets_at <= ${seconds(clock)}`, limit),
    },
  ]
}

/** Deletes old data every hour. Finished jobs are deleted when they finish. */
export function handleRetention(services: Services): void {
  const { store, jobs, clock } = services
  jobs.handle(JOB, async () => {
    const hasMore = await deleteOldData(services)
    const runAt = seconds(clock) + (hasMore ? SOON : EVERY)
    await store.transaction(tx => jobs.enqueue(tx, { kind: JOB, key: '', runAt }))
  })
}

/** Schedules the first run. A later start does not postpone it. */
export const beginRetention = ({ store, jobs, clock }: Services): Promise<void> =>
  store.transaction(tx => jobs.enqueue(tx, { kind: JOB, key: '', runAt: seconds(clock) + EVERY }))

/** Returns whether there is more to delete. A failure is logged and does not keep the rest from being deleted. */
export async function deleteOldData({ retention, log }: Services): Promise<boolean> {
  unhurried()
  let hasMore = false
  for (const { name, deleteOld } of retention)
    try {
      const { rows, isDone } = await inPortions(deleteOld)
      if (rows > 0) log('retention.deleted', { what: name, rows })
      if (!isDone) hasMore = true
    } catch (error) {
      log('retention.failed', { err: error, what: name })
    }
  return hasMore
}

async function inPortions(deleteOld: Retention['deleteOld']): Promise<{ rows: number; isDone: boolean }> {
  let rows = 0
  for (let i = 0; i < PORTIONS; i++) {
    const deleted = await deleteOld(ROWS)
    rows += deleted
    if (deleted < ROWS) return { rows, isDone: true }
  }
  return { rows, isDone: false }
}
