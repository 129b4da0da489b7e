// Sitewide tasks that are started on a page and run in the background.

import type { Services } from '#core/services.ts'
import type { WholeSiteResult, WholeSiteWork } from '#core/whole-site.ts'
import { storedObject } from '#store/stored-json.ts'
import { type TaskView, taskView } from '#translation/manage/tasks.ts'
import { runTask, startTask, type TaskHandler } from '#translation/tasks/tasks.ts'
import { note, type Visit } from './section.ts'

const JOB = 'whole-site'
const KINDS = { check: 'site-check', backup: 'site-backup' } as const

/** Registers the job in its own lane, because it may take long. */
export function registerWholeSite(services: Services): void {
  const { store, jobs } = services
  jobs.handle(
    JOB,
    (job, stop) => {
      const handler: TaskHandler = async (_, run) => {
        let reports = Promise.resolve()
        const report = (percent: number): void => {
          reports = reports.then(() => run.progress(percent)).catch(() => {})
        }
        const result = await services.wholeSite(run.payload as unknown as WholeSiteWork, report, stop)
        await reports
        await store.transaction(tx => run.finish(tx, result))
      }
      return runTask(services, job, { [KINDS.check]: handler, [KINDS.backup]: handler })
    },
    JOB,
  )
}

/** State of the latest task of a kind. */
export interface LastWork {
  readonly view: TaskView
  readonly work: WholeSiteWork
  readonly result: WholeSiteResult
  readonly startedAt: number
}

/** The latest task of a kind; null if there was none in the last month. */
export async function lastWork(
  { services }: Pick<Visit, 'services'>,
  kind: WholeSiteWork['kind'],
): Promise<LastWork | null> {
  const row = await services.store.read
    .selectFrom('task')
    .selectAll()
    .where('project_id', 'is', null)
    .where('kind', '=', KINDS[kind])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    view: taskView(row),
    work: storedObject<WholeSiteWork>(row.payload) as WholeSiteWork,
    result: storedObject<WholeSiteResult>(row.result),
    startedAt: row.created_at,
  }
}

/** Starts a task and logs who started it; false if one is already running. */
export async function startWork(visit: Visit, work: WholeSiteWork): Promise<boolean> {
  const { services, caller } = visit
  const last = await lastWork(visit, work.kind)
  if (last !== null && !last.view.completed) return false
  await services.store.transaction(async tx => {
    const request = { kind: KINDS[work.kind], payload: { ...work }, account: caller.account!.id, job: JOB }
    await startTask(tx, services, request)
    await note(tx, visit, work.kind === 'check' ? 'database-checked' : 'backup-made', '')
  })
  return true
}
