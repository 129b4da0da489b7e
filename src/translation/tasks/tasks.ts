import { randomUUID } from 'node:crypto'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Retention, Services } from '#core/services.ts'
import type { Job } from '#events/jobs.ts'
import { microseconds } from '#fields/timestamp.ts'
import { deleteSome } from '#store/delete-some.ts'
import type { Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'

export type TaskRow = Selectable<Database['task']>

export const TASK_JOB = 'translation-task'
const TRIES = 3

/** A running task, as its handler sees it. */
interface TaskRun {
  readonly task: TaskRow
  readonly payload: Record<string, unknown>
  /** Percent. */
  progress(done: number): Promise<void>
  /** Finishes the task in the same transaction as its result, so that it runs exactly once. */
  finish(tx: Writer, result: unknown): Promise<void>
}

export type TaskHandler = (services: Services, run: TaskRun) => Promise<void>

interface NewTask {
  kind: string
  payload: Record<string, unknown>
  account: number | null
  project?: number | null
  component?: number | null
  /** Job kind, for tasks that must not block others. */
  job?: string
  /** Tasks of one queue run one after the other. */
  queue?: string
}

/** Creates a task with its job and returns the task id. */
export async function startTask(
  tx: Writer,
  services: Pick<Services, 'jobs' | 'clock'>,
  newTask: NewTask,
): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('task')
    .values({
      id,
      kind: newTask.kind,
      payload: JSON.stringify(newTask.payload),
      account_id: newTask.account,
      project_id: newTask.project ?? null,
      component_id: newTask.component ?? null,
      created_at: microseconds(services.clock),
    })
    .execute()
  await services.jobs.enqueue(tx, { kind: newTask.job ?? TASK_JOB, key: id, queue: newTask.queue ?? '' })
  return id
}

/** Runs a task. It starts over after a crash and ends with the error after several failures. */
export async function runTask(
  services: Services,
  job: Job,
  kinds: Readonly<Record<string, TaskHandler>>,
): Promise<void> {
  const { store, clock } = services
  const task = await store.read.selectFrom('task').selectAll().where('id', '=', job.key).executeTakeFirst()
  // It was cancelled, or the server crashed between the end of the task and of its job.
  if (task === undefined || task.finished_at !== null) return
  const update = (tx: Writer, values: Partial<TaskRow>) =>
    tx.updateTable('task').set(values).where('id', '=', task.id).execute()
  const exists = async () =>
    (await store.read.selectFrom('task').select('id').where('id', '=', task.id).executeTakeFirst()) !== undefined
  const ended = (result: unknown) => ({
    result: JSON.stringify(result ?? null),
    progress: 100,
    finished_at: microseconds(clock),
  })
  const run: TaskRun = {
    task,
    payload: storedObject<Record<string, unknown>>(task.payload),
    progress: async done => {
      await store.transaction(tx => update(tx, { progress: Math.min(99, Math.floor(done)) }))
    },
    finish: async (tx, result) => {
      await update(tx, ended(result))
    },
  }
  try {
    const handler = kinds[task.kind]
    if (handler === undefined) throw new Error(`Unknown task kind "${task.kind}".`)
    await handler(services, run)
  } catch (error) {
    // The task was deleted together with its project or component.
    if (!(await exists())) return
    services.log('task.failed', { err: error, task: task.id, kind: task.kind })
    const reason = error instanceof Error ? error.message : String(error)
    const log = `${task.log}Attempt ${job.attempts}: ${reason}\n`
    const isLast = job.attempts >= TRIES
    await store.transaction(tx => update(tx, isLast ? { log, ...ended({ error: reason }) } : { log }))
    if (!isLast) throw error
  }
}

const DAY = 86_400_000_000

/** Deletes the results of old tasks. */
export const oldTasks = ({ store, clock, config }: Services): Retention => ({
  name: 'tasks',
  deleteOld: limit => {
    const before = microseconds(clock) - config.taskDays * DAY
    return deleteSome(store, 'task', 'id', sql<SqlBool>`created_at < ${before}`, limit)
  },
})
