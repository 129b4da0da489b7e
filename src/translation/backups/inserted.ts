import type { Work } from '../catalogue/work.ts'

type Table = 'label' | 'project_category' | 'component' | 'translation' | 'announcement' | 'screenshot' | 'addon'

/** Inserts a row and returns its id. */
export async function inserted(work: Work, table: Table, values: object): Promise<number> {
  const row = await work.tx
    .insertInto(table as 'label')
    .values(values as { project_id: number; name: string })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
