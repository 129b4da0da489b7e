import { type BulkEdit, bulkEditSome } from '../catalogue/bulk-edit.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import { partsOf } from '../catalogue/components.ts'
import { work } from '../catalogue/work.ts'
import type { TaskHandler } from './tasks.ts'

/** What is changed by one transaction, so that others who write need not wait for all of it. */
const AT_ONCE = 200

export interface BulkPayload extends Record<string, unknown> {
  readonly translation: number
  readonly wish: BulkEdit
}

/** Changes many strings at once in the background. Begun anew after a crash, it finds what is done as it is wanted. */
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
  if (place === undefined) return store.transaction(tx => run.finish(tx, { error: 'The translation is gone.' }))
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
