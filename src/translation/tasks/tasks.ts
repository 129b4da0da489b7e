import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Services } from '#core/services.ts'
import type { Job } from '#events/jobs.ts'
import { microseconds } from '#fields/timestamp.ts'
import { seconds } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { TaskTable } from '#store/tables/translation-services.ts'
import { DAILY_JOB, untilTomorrow } from './daily.ts'

export type TaskRow = Selectable<TaskTable>

export const TASK_JOB = 'translation-task'
const TRIES = 3

/** A task under way, as the one who does it sees it. */
interface TaskRun {
  readonly task: TaskRow
  readonly payload: Record<string, unknown>
  /** Percent. */
  progress(done: number): Promise<void>
  /** Ends the task in the transaction that writes its result, so that it is done exactly once. */
  finish(tx: Writer, result: unknown): Promise<void>
}

export type TaskHandler = (services: Services, run: TaskRun) => Promise<void>

interface NewTask {
  kind: string
  payload: Record<string, unknown>
  account: number | null
  project?: number | null
  component?: number | null
  /** The kind of job that does it, when it must not keep others waiting. */
  job?: string
  /** Tasks of one queue are done one after the other. */
  queue?: string
}

/** Writes down a task and the job that will do it; the answer is its id. */
export async function startTask(
  tx: Writer,
  services: Pick<Services, 'jobs' | 'clock'>,
  wish: NewTask,
): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('task')
    .values({
      id,
      kind: wish.kind,
      payload: JSON.stringify(wish.payload),
      account_id: wish.account,
      project_id: wish.project ?? null,
      component_id: wish.component ?? null,
      created_at: microseconds(services.clock),
    })
    .execute()
  await services.jobs.enqueue(tx, { kind: wish.job ?? TASK_JOB, key: id, queue: wish.queue ?? '' })
  await services.jobs.enqueue(tx, { kind: DAILY_JOB, key: '', runAt: untilTomorrow(seconds(services.clock)) })
  return id
}

/** Does a task. After a crash it begins anew; after some failures it ends, and says why. */
export async function runTask(
  services: Services,
  job: Job,
  kinds: Readonly<Record<string, TaskHandler>>,
): Promise<void> {
  const { store, clock } = services
  const task = await store.read.selectFrom('task').selectAll().where('id', '=', job.key).executeTakeFirst()
  // Somebody took it back, or a crash came between its end and the end of its job.
  if (task === undefined || task.finished_at !== null) return
  const update = (tx: Writer, values: Partial<TaskRow>) =>
    tx.updateTable('task').set(values).where('id', '=', task.id).execute()
  const isThere = async () =>
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
    if (handler === undefined) throw new Error(`There is no work of the kind "${task.kind}".`)
    await handler(services, run)
  } catch (error) {
    // Whoever removed what it was about has removed the task as well.
    if (!(await isThere())) return
    services.log.warn({ err: error, task: task.id, kind: task.kind }, 'a task failed')
    const reason = error instanceof Error ? error.message : String(error)
    const log = `${task.log}Attempt ${job.attempts}: ${reason}\n`
    const isLast = job.attempts >= TRIES
    await store.transaction(tx => update(tx, isLast ? { log, ...ended({ error: reason }) } : { log }))
    if (!isLast) throw error
  }
}
