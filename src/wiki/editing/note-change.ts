import { appendChange } from '#events/change-log.ts'
import type { Writer } from '#store/store.ts'
import type { Wiki } from '../wiki.ts'

/** Appends to the change log and queues notification emails. Must come last in its transaction, like `appendChange`. */
export async function noteChange(
  tx: Writer,
  { clock, services }: Wiki,
  change: Parameters<typeof appendChange>[2],
): Promise<void> {
  await appendChange(tx, clock, change)
  await services.news.wake?.(tx)
}
