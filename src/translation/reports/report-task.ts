import { storedObject } from '#store/stored-json.ts'
import type { TaskHandler } from '../tasks/tasks.ts'
import { contributions, type ReportRange, type ReportScope } from './contributions.ts'
import { type ReportKind, reportData } from './reports.ts'

/** Parameters of a report, stored with it. */
export interface ReportParameters extends ReportRange {
  scope: ReportScope
}

/** Computes a report and stores it. */
export const reportTask: TaskHandler = async (services, run) => {
  const { store } = services
  const id = Number(run.payload.report)
  const row = await store.read.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return store.transaction(tx => run.finish(tx, null))
  const { scope, ...range } = storedObject<ReportParameters>(row.parameters) as ReportParameters
  if (![scope, range.start, range.end].every(each => each !== undefined))
    return store.transaction(tx => run.finish(tx, null))
  const data = reportData(row.kind as ReportKind, await contributions(store.read, scope, range, services.clock))
  await store.transaction(async tx => {
    await tx
      .updateTable('report')
      .set({ data: JSON.stringify(data) })
      .where('id', '=', id)
      .execute()
    await run.finish(tx, { report: id })
  })
}
