import type { Services } from '#core/services.ts'
import { seconds } from '#store/clock.ts'
import type { Store, Writer } from '#store/store.ts'
import type { Wiki } from '../wiki.ts'

const JOB = 'wiki-sweep-watches'
/** Minimum seconds between sweeps. Expired watches are already hidden from everyone. */
const PAUSE = 3600
/** Rows scanned per statement. */
const BATCH_SIZE = 2000

/** Queues a sweep for after a watch expires. */
export const sweepWatchesLater = (tx: Writer, { services, clock }: Pick<Wiki, 'services' | 'clock'>, end: number) =>
  services.jobs.enqueue(tx, { kind: JOB, key: '', runAt: Math.max(end, seconds(clock) + PAUSE) })

export function handleSweepingWatches(services: Services): void {
  const { store, clock } = services
  services.jobs.handle(JOB, async () => {
    const next = await sweepWatches(store, seconds(clock))
    if (next !== null) await store.transaction(tx => sweepWatchesLater(tx, { services, clock }, next))
  })
}

/** Removes expired watches. Returns when the next one expires, or null when none does. */
export async function sweepWatches(store: Store, now: number): Promise<number | null> {
  let next: number | null = null
  for (let after = 0; ; ) {
    const rows = await store.read
      .selectFrom('watch')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select(['id', 'expires_at'])
      .execute()
    const ends = rows.filter(row => row.expires_at !== null)
    const over = ends.filter(row => row.expires_at! <= now).map(row => row.id)
    if (over.length > 0)
      // Checked again, because the owner may have extended the watch meanwhile.
      await store.transaction(tx =>
        tx.deleteFrom('watch').where('id', 'in', over).where('expires_at', '<=', now).execute(),
      )
    for (const { expires_at: end } of ends) if (end! > now && (next === null || end! < next)) next = end
    if (rows.length < BATCH_SIZE) return next
    after = rows.at(-1)!.id
  }
}
