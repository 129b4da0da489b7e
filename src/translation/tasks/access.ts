import type { Account } from '#accounts/account.ts'
import type { Reader } from '#store/store.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import type { TaskRow } from './tasks.ts'

/** Whoever began a task sees it, and so do those who run the project it is about. */
export async function seesTask(
  db: Reader,
  task: TaskRow,
  account: Account | null,
  permissions: Permissions,
): Promise<boolean> {
  if (account === null) return false
  if (task.project_id === null) return task.account_id === account.id || permissions.superuser
  const project = await db.selectFrom('project').selectAll().where('id', '=', task.project_id).executeTakeFirst()
  if (project === undefined || !permissions.sees(project)) return false
  return task.account_id === account.id || permissions.inProject(project, 'project.edit')
}
