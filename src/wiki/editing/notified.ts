import type { Reader, Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'

/**
 * Sets the time since which watched pages are unseen. A null `since` marks
 * them as seen; null `pages` means all of them.
 */
export async function setNotified(
  tx: Writer,
  accountId: number,
  since: number | null,
  pages: readonly PageName[] | null,
): Promise<void> {
  const watched = tx.updateTable('watch').set({ notified_at: since }).where('account_id', '=', accountId)
  if (pages === null) {
    await watched.execute()
    return
  }
  for (const { ns, title } of pages) await watched.where('ns', '=', ns).where('title', '=', title).execute()
}

/** The time since which each page is unseen, by namespace and title. Unwatched pages are left out. */
export async function notificationTimes(
  db: Reader,
  accountId: number,
  pages: readonly PageName[],
): Promise<Map<string, number | null>> {
  const times = new Map<string, number | null>()
  for (const [ns, group] of Map.groupBy(pages, page => page.ns)) {
    const rows = await db
      .selectFrom('watch')
      .where('account_id', '=', accountId)
      .where('ns', '=', ns)
      .where(
        'title',
        'in',
        group.map(page => page.title),
      )
      .select(['title', 'notified_at'])
      .execute()
    for (const row of rows) times.set(`${ns}:${row.title}`, row.notified_at)
  }
  return times
}
