import type { Services } from '#core/services.ts'
import { isoMicroseconds, microseconds } from '#fields/timestamp.ts'
import { present } from '#store/gone.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { work } from '../catalogue/work.ts'
import type { TaskHandler } from '../tasks/tasks.ts'
import { writeBackup } from './write-backup.ts'

/** Older backups are deleted. */
export const KEPT_BACKUPS = 10

export const backupTask: TaskHandler = async (services: Services, run) => {
  const { store, clock } = services
  const project_id = run.task.project_id!
  const project = await store.read.selectFrom('project').selectAll().where('id', '=', project_id).executeTakeFirst()
  if (project === undefined) return store.transaction(tx => run.finish(tx, null))
  const now = microseconds(clock)
  const content = await store.atOneMoment(db => writeBackup(db, project, now, run.progress))
  const name = `${isoMicroseconds(now).slice(0, 19).replaceAll(':', '')}-${run.task.id.slice(0, 8)}.zip`
  await work(services, run.task.account_id, async piece => {
    const still = await piece.tx.selectFrom('project').select('id').where('id', '=', project_id).executeTakeFirst()
    present(still, 'project')
    await piece.tx
      .insertInto('project_backup')
      .values({ project_id, name, size: content.length, content, account_id: run.task.account_id, created_at: now })
      .execute()
    const old = await piece.tx
      .selectFrom('project_backup')
      .select('id')
      .where('project_id', '=', project_id)
      .orderBy('id', 'desc')
      .offset(KEPT_BACKUPS)
      .limit(1000)
      .execute()
    await piece.tx
      .deleteFrom('project_backup')
      .where('id', 'in', [-1, ...old.map(row => row.id)])
      .execute()
    piece.record(ACTION.projectBackedUp, { project_id }, { target: name })
    await run.finish(piece.tx, { name, size: content.length })
  })
}
