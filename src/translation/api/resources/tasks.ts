import type { Account } from '#accounts/account.ts'
import { nullable, readOnly, shape } from '#fields/field.ts'
import { anything, boolean, integer, text, webAddress } from '#fields/kinds.ts'
import type { Reader } from '#store/store.ts'
import { storedValue } from '#store/stored-json.ts'
import type { Permissions } from '../../catalogue/permissions.ts'
import type { TaskRow } from '../../tasks/tasks.ts'
import { TASK_JOB } from '../../tasks/tasks.ts'
import type { Addresses } from '../../values/addresses.ts'
import { notFound } from '../errors.ts'
import { JsonAnswer, read, remove, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'

/** A task is visible to the user who started it and to the managers of its project. */
async function seesTask(
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

const Task = shape('Task', 'A background task.', {
  completed: readOnly(boolean()),
  progress: readOnly(integer({ min: 0, max: 100 })),
  result: readOnly(nullable(anything())),
  log: readOnly(text()),
})

/** Response to a request that starts a background task. */
export const Started = shape('StartedTask', 'A background task that was started.', {
  detail: readOnly(text()),
  task_url: readOnly(webAddress()),
})

export const started = (id: string, detail: string, addresses: Addresses): JsonAnswer =>
  new JsonAnswer({ detail, task_url: addresses.api('tasks', id) }, 202)

async function findTask(call: AnyCall): Promise<TaskRow> {
  const id = call.params.task!.toLowerCase()
  const task = await call.db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst()
  if (task === undefined || !(await seesTask(call.db, task, call.caller.account, await call.permissions())))
    throw notFound()
  return task
}

export const task = resource({
  path: '/tasks/:task([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})/',
  name: 'Task',
  description: 'A background task, visible to the user who started it and to project managers.',
  operations: {
    GET: read({
      summary: 'Get the status of a task',
      answer: Task,
      handle: async call => {
        const row = await findTask(call)
        return {
          completed: row.finished_at !== null,
          progress: row.progress,
          result: storedValue(row.result),
          log: row.log,
        }
      },
    }),
    DELETE: remove({
      summary: 'Delete a task, cancelling it if it has not started',
      hold: 'shared',
      allow: findTask,
      handle: async call => {
        const { id } = await findTask(call)
        const { tx } = call
        await tx.deleteFrom('task').where('id', '=', id).execute()
        await tx.deleteFrom('job').where('kind', '=', TASK_JOB).where('key', '=', id).execute()
      },
    }),
  },
})
