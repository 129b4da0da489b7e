import type { Reader } from '#store/store.ts'
import { hasPending, storeFile } from './component-files.ts'
import type { ComponentParts } from './components.ts'
import { exportFile } from './export-file.ts'
import type { Work } from './work.ts'

/** Number of units with changes that are not in the stored files yet. */
export async function pendingUnits(
  db: Reader,
  within: { project?: number; component?: number; translation?: number },
): Promise<number> {
  const row = await db
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where('unit.pending', '=', 1)
    .$if(within.project !== undefined, query => query.where('translation.project_id', '=', within.project!))
    .$if(within.component !== undefined, query => query.where('translation.component_id', '=', within.component!))
    .$if(within.translation !== undefined, query => query.where('translation.id', '=', within.translation!))
    .executeTakeFirstOrThrow()
  return row.n
}

/** Writes pending changes of one or all translations into the stored files. */
export async function commitPending(work: Work, parts: ComponentParts, only?: number): Promise<number> {
  const { tx } = work
  const rows = await tx
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', parts.component.id)
    .$if(only !== undefined, query => query.where('id', '=', only!))
    .orderBy('id')
    .execute()
  let files = 0
  for (const translation of rows) {
    if (translation.filename === '' || !(await hasPending(tx, translation.id))) continue
    const language = await tx
      .selectFrom('translation_language')
      .selectAll()
      .where('id', '=', translation.language_id)
      .executeTakeFirstOrThrow()
    const content = await exportFile(tx, { ...parts, translation, language })
    await storeFile(work, parts.component.id, translation.filename, content)
    await tx
      .updateTable('unit')
      .set({ pending: 0 })
      .where('translation_id', '=', translation.id)
      .where('pending', '=', 1)
      .execute()
    files++
  }
  return files
}
