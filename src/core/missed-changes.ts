import type { Services } from '#core/services.ts'
import { deletedUpTo } from '#events/old-changes.ts'

/**
 * Where a follower of the change log continues that has read everything after a number: there, or behind entries that
 * were deleted before it could read them. Call it after reading. Logs what was missed.
 */
export async function skipDeleted(
  { store, log }: Services,
  follower: string,
  after: number,
  area?: string,
): Promise<number> {
  const deleted = await deletedUpTo(store.read, area)
  if (deleted <= after) return after
  log('notification.entries_missed', { follower, after, deleted })
  return deleted
}
