import { type RawBuilder, sql } from 'kysely'
import type { Writer } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'

/** Bits of `deleted`: hidden log action, hidden user name, and visible to oversighters only. */
const ACTION = 1
const USER = 4
const RESTRICTED = 8

/** Hides an offensive user name wherever it appears, or shows it again. */
export async function hideName(
  tx: Writer,
  account: { readonly id: number; readonly name: string },
  hide: boolean,
): Promise<void> {
  const marked = (bits: number): RawBuilder<number> =>
    hide ? sql<number>`deleted | ${sql.lit(bits)}` : sql<number>`deleted & ~${sql.lit(bits)}`
  const author = { deleted: marked(USER | RESTRICTED) }
  const actors = await tx.selectFrom('actor').where('account_id', '=', account.id).select('id').execute()
  for (const { id } of actors) {
    for (const table of ['revision', 'archive', 'recent_change', 'old_file', 'deleted_file'] as const)
      await tx.updateTable(table).set(author).where('actor_id', '=', id).execute()
    const entries = tx.updateTable('log').set(author).where('actor_id', '=', id)
    await entries.where('type', '!=', 'suppress').execute()
  }
  const about = { deleted: marked(ACTION | RESTRICTED) }
  const title = account.name.replaceAll(' ', '_')
  const entries = tx.updateTable('log').set(about).where('ns', '=', NS.user).where('title', '=', title)
  await entries.where('type', '!=', 'suppress').execute()
  const changes = tx.updateTable('recent_change').set(about).where('ns', '=', NS.user).where('title', '=', title)
  await changes.where('log_id', '>', 0).execute()
}
