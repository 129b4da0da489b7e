import { columnsOf } from '#fields/columns.ts'
import { type Fields, help, type Input, optional } from '#fields/field.ts'
import { file } from '#fields/kinds.ts'
import { invalid, invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import { restoreBackup } from '../../backups/restore-backup.ts'
import { createProject, makeManager } from '../../catalogue/projects.ts'
import { removeProject } from '../../catalogue/removal.ts'
import { changeProject } from '../../catalogue/settings.ts'
import { Project, projectObject } from '../objects/project.ts'
import { amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { readable } from './downloads.ts'
import { type AnyCall, findProject, needProject, needSite } from './find.ts'

export const projects = resource({
  path: '/projects/',
  name: 'Projects',
  description: 'Projects that you can see.',
  operations: {
    GET: list({
      summary: 'List of projects',
      answer: Project,
      handle: async call => {
        const permissions = await call.permissions()
        const query = call.db
          .selectFrom('project')
          .selectAll()
          .where(eb => permissions.visibleProjects(eb))
          .orderBy('id')
        return rowsOf(query, rows => rows.map(row => projectObject(row, call.addresses)))
      },
    }),
    POST: create({
      summary: 'Create a project',
      body: {
        ...Project.fields,
        zipfile: help(
          optional(file()),
          'A backup of a project: the new one is made of it, with its settings; send name and slug alone beside it.',
        ),
      },
      answer: Project,
      allow: call => needSite(call, 'project.add', 'Can not create projects'),
      handle: async call => {
        const { zipfile, ...values } = call.body
        if (zipfile) refuseSettings(values)
        const trustPeople = (await call.permissions()).onSite('user.edit')
        const row = await readable(() =>
          named(() =>
            call.work(async piece => {
              const made = zipfile
                ? await restoreBackup(piece, zipfile.content, { name: values.name, slug: values.slug, trustPeople })
                : await createProject(piece, columnsOf(values))
              await makeManager(piece, made, call.accountId())
              return made
            }),
          ),
        )
        return projectObject(row, call.addresses)
      },
    }),
  },
})

/** A backup brings settings along; others beside it would be dropped. */
function refuseSettings(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    if (name === 'name' || name === 'slug') continue
    const { fallback } = (Project.fields as Fields)[name]!
    if (value !== fallback)
      throw invalidField(name, 'invalid', 'A project that is made of a backup has its settings from there.')
  }
}

const mayEdit = async (call: AnyCall) => needProject(call, await findProject(call), 'project.edit')

export const project = resource({
  path: '/projects/:project/',
  name: 'Project',
  description: 'One project.',
  operations: {
    GET: read({
      summary: 'One project',
      answer: Project,
      handle: async call => projectObject(await findProject(call), call.addresses),
    }),
    PUT: replace({
      summary: 'Change a project',
      body: Project.fields,
      answer: Project,
      allow: mayEdit,
      handle: call => change(call, call.body),
    }),
    PATCH: amend({
      summary: 'Change parts of a project',
      body: Project.fields,
      answer: Project,
      allow: mayEdit,
      handle: call => change(call, call.body),
    }),
    DELETE: remove({
      summary: 'Remove a project with everything in it',
      allow: mayEdit,
      handle: async call => {
        const row = await findProject(call)
        await call.work(piece => removeProject(piece, row))
      },
    }),
  },
})

async function change(call: AnyCall, wish: Partial<Input<typeof Project.fields>>): Promise<unknown> {
  const before = await findProject(call)
  if (wish.access_control !== undefined && wish.access_control !== before.access_control)
    await needProject(call, before, 'project.permissions', 'Can not change who sees the project')
  const after = await named(() => call.work(piece => changeProject(piece, before, columnsOf(wish))))
  return projectObject(after, call.addresses)
}

/** Names and slugs are unique on the site. */
async function named<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw invalid({ code: 'unique', detail: 'There is a project with this name or slug already.', attr: 'slug' })
  }
}
