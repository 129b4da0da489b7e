import { appendChange } from '#events/change-log.ts'
import type { Writer } from '#store/store.ts'
import type { Wiki } from '../wiki.ts'

/**
 * Adds the entry of the change log that everything else follows, and has those mailed behind it who want to know. It comes last
 * in its transaction, as `appendChange` does.
 */
export async function noteChange(
  tx: Writer,
  { clock, services }: Wiki,
  change: Parameters<typeof appendChange>[2],
): Promise<void> {
  await appendChange(tx, clock, change)
  await services.news.wake?.(tx)
}
