import { setTimeout } from 'node:timers/promises'
import { seconds, systemClock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'

/** Jobs that are due within this many seconds may run during a measurement. */
const SOON = 300

/** Waits for the background work of a new site: it imports its interface texts and then checks them. */
export async function untilIdle(store: Store): Promise<void> {
  const jobsDue = () =>
    store.read
      .selectFrom('job')
      .select('id')
      .where('run_at', '<', seconds(systemClock) + SOON)
      .execute()
  while ((await jobsDue()).length > 0) await setTimeout(500)
}
