import type { Writer } from '#store/store.ts'

/** Deletes suggestions, comments, labels and check failures of strings. The history stays with the translation. */
export async function removeDependents(tx: Writer, ids: readonly number[]): Promise<void> {
  const suggestions = tx.selectFrom('suggestion').select('suggestion.id').where('suggestion.unit_id', 'in', ids)
  await tx.deleteFrom('suggestion_vote').where('suggestion_id', 'in', suggestions).execute()
  for (const table of [
    ...(['check_failure', 'suggestion', 'unit_comment', 'unit_label'] as const),
    ...(['screenshot_unit', 'unit_variant'] as const),
  ] as const)
    await tx.deleteFrom(table).where('unit_id', 'in', ids).execute()
}
