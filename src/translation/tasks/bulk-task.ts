import { type BulkEdit, bulkEditSome } from '../catalogue/bulk-edit.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import { partsOf } from '../catalogue/components.ts'
import { work } from '../catalogue/work.ts'
import type { TaskHandler } from './tasks.ts'

/** Strings per transaction, so that other writers are not blocked for long. */
const AT_ONCE = 200

export interface BulkPayload extends Record<string, unknown> {
  readonly translation: number
  readonly wish: BulkEdit
}

/** Bulk edits strings in the background. After a crash it starts over; strings already edited are left as they are. */
export const bulkTask: TaskHandler = async (services, run) => {
  const { store } = services
  const { translation: id, wish } = run.payload as BulkPayload
  const row = await store.read
    .selectFrom('component')
    .innerJoin('translation', 'translation.component_id', 'component.id')
    .selectAll('component')
    .select('translation.total')
    .where('translation.id', '=', id)
    .executeTakeFirst()
  const places = row === undefined ? [] : await translationsOf(store.read, await partsOf(store.read, row))
  const place = places.find(each => each.translation.id === id)
  if (place === undefined) return store.transaction(tx => run.finish(tx, { error: 'The translation was deleted.' }))
  let updated = 0
  let seen = 0
  let behind: number | null = 0
  while (behind !== null) {
    const from: number = behind
    const { done, last } = await work(services, run.task.account_id, piece =>
      bulkEditSome(piece, place, wish, { behind: from, most: AT_ONCE }),
    )
    updated += done
    behind = last
    seen += AT_ONCE
    await run.progress((100 * seen) / Math.max(1, row!.total))
  }
  await store.transaction(tx => run.finish(tx, { updated }))
}
