import type { Services } from '#core/services.ts'
import { seconds } from '#store/clock.ts'

/** Daily job at 1:00 UTC, enqueued by code that has daily work. */
export const DAILY_JOB = 'translation-daily'

const DAY = 86_400
const AT = 3600

/** The next time the daily job is due, in seconds since 1970. */
export const untilTomorrow = (now: number): number => Math.floor((now - AT) / DAY) * DAY + DAY + AT

/** Does the daily work and repeats while there are add-ons. */
export async function daily(services: Services, work: (services: Services) => Promise<void>): Promise<void> {
  const { store, jobs, clock } = services
  await work(services)
  await store.transaction(async tx => {
    const addon = await tx.selectFrom('addon').select('id').limit(1).executeTakeFirst()
    if (addon) await jobs.enqueue(tx, { kind: DAILY_JOB, key: '', runAt: untilTomorrow(seconds(clock)) })
  })
}
