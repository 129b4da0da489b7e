import { columnsOf } from '#fields/columns.ts'
import { type Fields, help, type Input, optional } from '#fields/field.ts'
import { file } from '#fields/kinds.ts'
import { invalid, invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import { restoreBackup } from '../../backups/restore-backup.ts'
import { changedProjectLevel, newProjectLevel, storedLevel } from '../../catalogue/inheritance.ts'
import { createProject, makeManager } from '../../catalogue/projects.ts'
import { removeProject } from '../../catalogue/removal.ts'
import { changeProject } from '../../catalogue/settings.ts'
import { settleInheritance } from '../../catalogue/settle-inheritance.ts'
import { Project, projectObject } from '../objects/project.ts'
import { amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { readable } from './downloads.ts'
import { type AnyCall, findProject, needProject, needSite } from './find.ts'
import { inheritedSettings } from './inherited-settings.ts'

export const projects = resource({
  path: '/projects/',
  name: 'Projects',
  description: 'Projects that you can see.',
  operations: {
    GET: list({
      summary: 'List projects',
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
          'A project backup to restore, including its settings. Send only name and slug with it.',
        ),
      },
      answer: Project,
      allow: call => needSite(call, 'project.add', 'Can not create projects'),
      handle: async call => {
        const { zipfile, ...sent } = call.body
        if (zipfile) rejectSettings(sent)
        const [inheritable, values] = await inheritedSettings(call, sent)
        const trustPeople = (await call.permissions()).onSite('user.edit')
        const row = await readable(() =>
          withUniqueName(() =>
            call.work(async piece => {
              const created = zipfile
                ? await restoreBackup(piece, zipfile.content, { name: values.name, slug: values.slug, trustPeople })
                : await createProject(piece, {
                    ...columnsOf(values),
                    inheritance: storedLevel(newProjectLevel(inheritable)),
                  })
              await makeManager(piece, created, call.accountId())
              return created
            }),
          ),
        )
        return projectObject(row, call.addresses)
      },
    }),
  },
})

/** A backup includes its settings, so other settings would be ignored. */
function rejectSettings(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    if (name === 'name' || name === 'slug') continue
    const { fallback } = (Project.fields as Fields)[name]!
    if (value !== fallback)
      throw invalidField(name, 'invalid', 'A project restored from a backup uses the settings in the backup.')
  }
}

const mayEdit = async (call: AnyCall) => needProject(call, await findProject(call), 'project.edit')

export const project = resource({
  path: '/projects/:project/',
  name: 'Project',
  description: 'A project.',
  operations: {
    GET: read({
      summary: 'Get a project',
      answer: Project,
      handle: async call => projectObject(await findProject(call), call.addresses),
    }),
    PUT: replace({
      summary: 'Replace a project',
      body: Project.fields,
      answer: Project,
      allow: mayEdit,
      handle: call => change(call, call.body),
    }),
    PATCH: amend({
      summary: 'Update a project',
      body: Project.fields,
      answer: Project,
      allow: mayEdit,
      handle: call => change(call, call.body),
    }),
    DELETE: remove({
      summary: 'Delete a project and everything in it',
      allow: mayEdit,
      handle: async call => {
        const row = await findProject(call)
        await call.work(piece => removeProject(piece, row))
      },
    }),
  },
})

async function change(call: AnyCall, settings: Partial<Input<typeof Project.fields>>): Promise<unknown> {
  const before = await findProject(call)
  if (settings.access_control !== undefined && settings.access_control !== before.access_control)
    await needProject(call, before, 'project.permissions', 'Can not change who sees the project')
  const [inheritable, rest] = await inheritedSettings(call, settings)
  const inheritance =
    Object.keys(inheritable).length === 0 ? before.inheritance : storedLevel(changedProjectLevel(before, inheritable))
  const after = await withUniqueName(() =>
    call.work(async piece => {
      const row = await changeProject(piece, before, { ...columnsOf(rest), inheritance })
      if (row.inheritance !== before.inheritance) await settleInheritance(piece, row)
      return row
    }),
  )
  return projectObject(after, call.addresses)
}

/** Names and slugs are unique on the site. */
async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw invalid({ code: 'unique', detail: 'A project with this name or slug already exists.', attr: 'slug' })
  }
}
