import type { Clock } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { TaskHandler } from '../tasks/tasks.ts'
import { contributions, type ReportRange, type ReportScope } from './contributions.ts'
import { contributorStats } from './contributor-stats.ts'
import { type CostParameters, costEstimate } from './cost-estimate.ts'
import { countsData, creditsData, type ReportKind, type Sorting, statsData } from './reports.ts'

/** Parameters of a report, stored with it. Those before `sort_by` came lack what came later. */
export interface ReportParameters extends ReportRange, Partial<Sorting> {
  scope: ReportScope
  counting_mode?: 'unique' | 'all'
  /** Only of cost estimates. */
  cost?: CostParameters
}

/** Computes a report and stores it. */
export const reportTask: TaskHandler = async (services, run) => {
  const { store, clock } = services
  const id = Number(run.payload.report)
  const row = await store.read.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return store.transaction(tx => run.finish(tx, null))
  const parameters = storedObject<ReportParameters>(row.parameters) as ReportParameters
  if (![parameters.scope, parameters.start, parameters.end].every(each => each !== undefined))
    return store.transaction(tx => run.finish(tx, null))
  const progress = (percent: number) => run.progress(percent)
  const data = await dataOf(store.read, row.kind as ReportKind, parameters, { clock, progress })
  await store.transaction(async tx => {
    await tx
      .updateTable('report')
      .set({ data: JSON.stringify(data) })
      .where('id', '=', id)
      .execute()
    await run.finish(tx, { report: id })
  })
}

async function dataOf(
  db: Reader,
  kind: ReportKind,
  { scope, cost, counting_mode = 'unique', ...range }: ReportParameters,
  { clock, progress }: { clock: Clock; progress: (percent: number) => Promise<void> },
): Promise<unknown> {
  const { sort_by = 'count', sort_order = 'descending' } = range
  const sorting = { sort_by, sort_order }
  if (kind === 'cost_estimate') return cost === undefined ? null : costEstimate(db, scope, cost, { clock, progress })
  if (kind === 'contributor_stats')
    return statsData(await contributorStats(db, scope, range, { clock, unique: counting_mode === 'unique' }), sorting)
  const rows = await contributions(db, scope, range, clock)
  return kind === 'credits' ? creditsData(rows, sorting) : countsData(rows, sorting)
}
