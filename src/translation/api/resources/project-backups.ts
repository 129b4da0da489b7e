import { readOnly, shape } from '#fields/field.ts'
import { dateTime, integer, text, webAddress } from '#fields/kinds.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { startTask } from '../../tasks/tasks.ts'
import { forbidden, notFound } from '../errors.ts'
import { act, array, raw, remove, resource } from '../resource.ts'
import { download } from './downloads.ts'
import { type AnyCall, findProject, needProject } from './find.ts'
import { Started, started } from './tasks.ts'

const Backup = shape('ProjectBackup', 'A project backup.', {
  name: readOnly(text()),
  timestamp: readOnly(dateTime()),
  size: readOnly(integer()),
  url: readOnly(webAddress()),
})

/** A backup contains every component, so it requires access to all of them. */
async function mayBackUp(call: AnyCall): Promise<void> {
  const project = await findProject(call)
  await needProject(call, project, 'project.edit')
  const permissions = await call.permissions()
  const restricted = await call.db
    .selectFrom('component')
    .select(['id', 'restricted'])
    .where('project_id', '=', project.id)
    .where('restricted', '=', 1)
    .execute()
  if (restricted.some(component => !permissions.seesComponent(project, component)))
    throw forbidden('The project has components that you cannot see.')
}

async function findBackup(call: AnyCall): Promise<{ id: number; name: string }> {
  const project = await findProject(call)
  const row = await call.db
    .selectFrom('project_backup')
    .select(['id', 'name'])
    .where('project_id', '=', project.id)
    .where('name', '=', call.params.backup!)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  return row
}

export const projectBackups = [
  resource({
    path: '/projects/:project/backups/',
    name: 'Project backups',
    description:
      'Backups of a project. The ten newest are kept. To restore one, send it as zipfile when creating a project.',
    operations: {
      GET: array({
        summary: 'List backups of a project',
        answer: Backup,
        allow: mayBackUp,
        handle: async call => {
          const project = await findProject(call)
          const rows = await call.db
            .selectFrom('project_backup')
            .select(['name', 'size', 'created_at'])
            .where('project_id', '=', project.id)
            .orderBy('id')
            .execute()
          return rows.map(row => ({
            name: row.name,
            timestamp: isoMicroseconds(row.created_at),
            size: row.size,
            url: call.addresses.api('projects', project.slug, 'backups', row.name),
          }))
        },
      }),
      POST: act({
        summary: 'Create a backup',
        status: 202,
        answer: Started,
        allow: mayBackUp,
        handle: async call => {
          const project = await findProject(call)
          const task = { kind: 'backup', payload: {}, account: call.accountId(), project: project.id }
          const id = await startTask(call.tx, call.services, task)
          return started(id, 'Backup scheduled. It will be available soon.', call.addresses)
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/backups/:backup/',
    name: 'Project backup',
    description: 'A backup of a project.',
    ownFormat: true,
    operations: {
      GET: raw({
        summary: 'Download a backup',
        types: ['application/zip'],
        allow: mayBackUp,
        handle: async call => {
          const { id, name } = await findBackup(call)
          const { content } = await call.db
            .selectFrom('project_backup')
            .select('content')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          return download(content, name)
        },
      }),
      DELETE: remove({
        summary: 'Delete a backup',
        allow: mayBackUp,
        handle: async call => {
          const { id } = await findBackup(call)
          await call.tx.deleteFrom('project_backup').where('id', '=', id).execute()
        },
      }),
    },
  }),
]
