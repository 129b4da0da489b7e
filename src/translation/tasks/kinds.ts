import { runAddon } from '../addons/run.ts'
import { backupTask } from '../backups/backup-task.ts'
import { reportTask } from '../reports/report-task.ts'
import type { TaskHandler } from './tasks.ts'

const addon: TaskHandler = async (services, run) => {
  const row = await services.store.read
    .selectFrom('addon')
    .selectAll()
    .where('id', '=', Number(run.payload.addon))
    .executeTakeFirst()
  const changed = row === undefined ? 0 : await runAddon(services, row, (done, of) => run.progress((done / of) * 100))
  await services.store.transaction(tx => run.finish(tx, { changed }))
}

/** Everything that a task can do. */
export const TASK_KINDS: Readonly<Record<string, TaskHandler>> = { addon, backup: backupTask, report: reportTask }
