import { seesTask } from '../../tasks/access.ts'
import type { TaskRow } from '../../tasks/tasks.ts'
import { TASK_JOB } from '../../tasks/tasks.ts'
import type { Addresses } from '../call.ts'
import { notFound } from '../errors.ts'
import { nullable, readOnly, shape } from '../fields/field.ts'
import { anything, boolean, integer, text, webAddress } from '../fields/kinds.ts'
import { JsonAnswer, read, remove, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'

const Task = shape('Task', 'Work that goes on in the background.', {
  completed: readOnly(boolean()),
  progress: readOnly(integer({ min: 0, max: 100 })),
  result: readOnly(nullable(anything())),
  log: readOnly(text()),
})

/** What a request answers that only began something. */
export const Started = shape('StartedTask', 'Where to look how the work goes on.', {
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
  description: 'Work that goes on in the background: seen by whoever began it and by those who run the project.',
  operations: {
    GET: read({
      summary: 'How far a task is',
      answer: Task,
      handle: async call => {
        const row = await findTask(call)
        return {
          completed: row.finished_at !== null,
          progress: row.progress,
          result: row.result === null ? null : (JSON.parse(row.result) as unknown),
          log: row.log,
        }
      },
    }),
    DELETE: remove({
      summary: 'Forget a task; one that has not begun is never done',
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
