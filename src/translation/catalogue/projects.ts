import type { Insertable } from 'kysely'
import type { ProjectTable } from '#store/tables/translation.ts'
import { ACTION } from './change-actions.ts'
import type { ProjectRow } from './components.ts'
import type { Work } from './work.ts'

export async function createProject(
  work: Work,
  values: Omit<Insertable<ProjectTable>, 'id' | 'created_at'>,
): Promise<ProjectRow> {
  const row = await work.tx
    .insertInto('project')
    .values({ ...values, created_at: work.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  work.record(ACTION.projectCreated, { project_id: row.id }, { target: row.name })
  return row
}
