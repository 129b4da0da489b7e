import { skipNumbers } from '#store/row-numbers.ts'
import type { Writer } from '#store/store.ts'

/**
 * Deleted revisions and pages keep their numbers in other tables. An import may have brought some that are higher than all
 * in the table itself: they must not be given again.
 */
export async function skipUsedNumbers(tx: Writer, table: 'page' | 'revision'): Promise<void> {
  const used = await highestDeleted(tx, table)
  if (used > 0) await skipNumbers(tx, table, used)
}

/** Every page that was deleted has an entry in the log, where its number can be found quickly. */
async function highestDeleted(tx: Writer, table: 'page' | 'revision'): Promise<number> {
  const row =
    table === 'revision'
      ? await tx
          .selectFrom('archive')
          .select(eb => eb.fn.max('rev_id').as('id'))
          .executeTakeFirst()
      : await tx
          .selectFrom('log')
          .select(eb => eb.fn.max('page_id').as('id'))
          .executeTakeFirst()
  return row?.id ?? 0
}
