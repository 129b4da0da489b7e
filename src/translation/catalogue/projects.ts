import type { Insertable } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { ACTION } from './change-actions.ts'
import type { ProjectRow } from './components.ts'
import type { Work } from './work.ts'

export async function createProject(
  work: Work,
  values: Omit<Insertable<Database['project']>, 'id' | 'created_at'>,
): Promise<ProjectRow> {
  const row = await work.tx
    .insertInto('project')
    .values({ ...values, created_at: work.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  work.record(ACTION.projectCreated, { project_id: row.id }, { target: row.name })
  return row
}

/** Makes the creator of a project its manager, in a new team with all project permissions. */
export async function makeManager(work: Work, project: ProjectRow, account: number): Promise<void> {
  const role = await work.tx.selectFrom('role').select('id').where('name', '=', 'Administration').executeTakeFirst()
  if (role === undefined) return
  const team = await work.tx
    .insertInto('team')
    .values({ name: 'Administration', defining_project_id: project.id, language_selection: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await work.tx.insertInto('team_role').values({ team_id: team.id, role_id: role.id }).execute()
  await work.tx.insertInto('team_member').values({ team_id: team.id, account_id: account }).execute()
  await work.tx.insertInto('team_admin').values({ team_id: team.id, account_id: account }).execute()
}
