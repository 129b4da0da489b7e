import type { Services } from '#accounts/services.ts'
import { seconds } from '#store/clock.ts'
import { runDailyAddons } from '../addons/run.ts'
import { microseconds } from '../statistics/timestamp.ts'
import { DAILY_JOB, untilTomorrow } from './daily-job.ts'

const DAY = 86_400_000_000
const KEPT_DAYS = 30

/** Runs the daily add-ons, forgets old tasks, and comes back tomorrow while there is anything to come back for. */
export async function daily(services: Services): Promise<void> {
  const { store, jobs, clock } = services
  await runDailyAddons(services)
  await store.transaction(async tx => {
    await tx
      .deleteFrom('task')
      .where('created_at', '<', microseconds(clock) - KEPT_DAYS * DAY)
      .execute()
    const addon = await tx.selectFrom('addon').select('id').limit(1).executeTakeFirst()
    const task = await tx.selectFrom('task').select('id').limit(1).executeTakeFirst()
    if (addon || task) await jobs.enqueue(tx, { kind: DAILY_JOB, key: '', runAt: untilTomorrow(seconds(clock)) })
  })
}
