import { lockRows } from '#store/lock-rows.ts'
import type { Writer } from '#store/store.ts'
import type { PageRow } from '../content/pages.ts'

/** Locks a page, as far as the engine has other writers, and says whether it is still as it was read. */
export async function isStill(tx: Writer, { id, latest_rev, ns, title }: PageRow): Promise<boolean> {
  const query = tx.selectFrom('page').where('id', '=', id).select(['latest_rev', 'ns', 'title'])
  const now = await lockRows(tx, query).executeTakeFirst()
  return now !== undefined && now.latest_rev === latest_rev && now.ns === ns && now.title === title
}
