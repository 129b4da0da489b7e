import { absent } from '#fields/absent.ts'
import { help, type Input, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { anything, integer, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import {
  type CategoryRow,
  categoryLevels,
  changedLevel,
  type Level,
  levelAbove,
  newLevel,
  storedLevel,
} from '../../catalogue/inheritance.ts'
import { settleInheritance } from '../../catalogue/settle-inheritance.ts'
import { categorySettings, MAX_CATEGORY_DEPTH } from '../../declarations/parts.ts'
import { totalsIn } from '../../reports/visible-totals.ts'
import type { Addresses } from '../../values/addresses.ts'
import { notFound } from '../errors.ts'
import { effectiveFlags, inheritedFields, inheritedObject } from '../objects/inherited.ts'
import { Statistics, statisticsNumbers } from '../objects/statistics.ts'
import { amend, create, list, read, remove, replace, resource } from '../resource.ts'
import { rowsOf } from '../rows.ts'
import { categoryOf } from './components.ts'
import { type AnyCall, findProject, idIn, needProject, projectNamed } from './find.ts'
import { needFreePath } from './free-path.ts'
import { inheritedSettings } from './inherited-settings.ts'

const Category = shape('Category', 'A category: a group of components within a project.', {
  id: readOnly(integer()),
  ...categorySettings,
  ...inheritedFields,
  project: readOnly(webAddress()),
  category: readOnly(nullable(webAddress())),
  url: readOnly(webAddress()),
  statistics_url: readOnly(webAddress()),
  announcements_url: readOnly(webAddress()),
  reports_url: readOnly(webAddress()),
})

type Home = Pick<ProjectRow, 'id' | 'slug' | 'check_flags' | 'inheritance'>

/** Serializes categories of some projects. */
async function categoryObjects(
  call: AnyCall,
  rows: readonly CategoryRow[],
  homes: readonly Home[],
): Promise<unknown[]> {
  const levels = rows.length === 0 ? new Map<number, Level>() : await categoryLevels(call.db, homes)
  const projects = new Map(homes.map(each => [each.id, each]))
  return rows.map(row => categoryObject(row, projects.get(row.project_id)!, levels.get(row.id)!, call.addresses))
}

const one = async (call: AnyCall, row: CategoryRow, home: Home) => (await categoryObjects(call, [row], [home]))[0]

const categoryObject = (row: CategoryRow, home: Home, level: Level, addresses: Addresses) => ({
  ...inheritedObject(level),
  effective_check_flags: effectiveFlags(home.check_flags),
  id: row.id,
  name: row.name,
  slug: row.slug,
  project: addresses.api('projects', home.slug),
  category: row.parent_id === null ? null : addresses.api('categories', row.parent_id),
  url: addresses.api('categories', row.id),
  statistics_url: addresses.api('categories', row.id, 'statistics'),
  announcements_url: addresses.api('categories', row.id, 'announcements'),
  reports_url: addresses.api('categories', row.id, 'reports'),
})

interface FoundCategory {
  category: CategoryRow
  project: ProjectRow
}

export async function findCategory(call: AnyCall): Promise<FoundCategory> {
  const id = idIn(call, 'category')
  const category = await call.db.selectFrom('project_category').selectAll().where('id', '=', id).executeTakeFirst()
  if (category === undefined) throw notFound()
  const project = await call.db
    .selectFrom('project')
    .selectAll()
    .where('id', '=', category.project_id)
    .executeTakeFirstOrThrow()
  if (!(await call.permissions()).sees(project)) throw notFound()
  return { category, project }
}

const mayEdit = async (call: AnyCall) => needProject(call, (await findCategory(call)).project, 'project.edit')

const parent = help(optional(nullable(anything())), 'URL or ID of the parent category; null if there is none.')
const creation = {
  ...categorySettings,
  project: help(anything(), 'URL or slug of the project.'),
  category: parent,
  ...inheritedFields,
  ...absent('Categories have no flags of their own', { check_flags: [] }),
}
const changes = { ...creation, project: optional(creation.project) }

const duplicateSlug = (error: unknown) =>
  isDuplicate(error) ? invalidField('slug', 'unique', 'A category with this slug already exists.') : error

async function change(
  call: AnyCall,
  { category: newParent, project: newProject, ...sent }: Partial<Input<typeof changes>>,
): Promise<unknown> {
  const located = await findCategory(call)
  const { category, project } = located
  const [inheritable, settings] = await inheritedSettings(call, sent)
  if (newProject !== undefined && (await projectNamed(call, newProject, 'project')).id !== project.id)
    throw invalidField('project', 'invalid', 'A category cannot be moved to another project.')
  const folder = newParent === undefined ? undefined : await categoryOf(call, project.id, newParent)
  if (folder && isWithin(folder.path, category.path))
    throw invalidField('category', 'invalid', 'A category cannot be moved into itself.')
  const place = folder === undefined ? category.path.slice(0, -category.slug.length) : folder ? `${folder.path}/` : ''
  const path = place + (settings.slug ?? category.slug)
  if (path !== category.path) await needFreePath(call, project.id, path, 'component')
  const levels = await categoryLevels(call.db, [project])
  const above = await levelAbove(call.db, project, folder === undefined ? category.parent_id : (folder?.id ?? null))
  const inheritance =
    Object.keys(inheritable).length === 0
      ? category.inheritance
      : storedLevel(changedLevel(levels.get(category.id)!, inheritable, above))
  const set = { ...settings, path, inheritance, ...(folder !== undefined && { parent_id: folder?.id ?? null }) }
  const { tx } = call
  try {
    await call.work(async piece => {
      await piece.counters.relocate(tx, await allComponentsIn(call, located), async () => {
        await tx.updateTable('project_category').set(set).where('id', '=', category.id).execute()
        await updatePaths(call, located, path)
      })
      await settleInheritance(piece, project)
    })
  } catch (error) {
    throw duplicateSlug(error)
  }
  return one(call, { ...category, ...set }, project)
}

const isWithin = (path: string, outer: string): boolean => `${path}/`.startsWith(`${outer}/`)

/** Updates the paths of everything inside a category. */
async function updatePaths({ tx }: AnyCall, { category, project }: FoundCategory, path: string): Promise<void> {
  let depth = path.split('/').length
  for (const table of ['project_category', 'component'] as const) {
    const inside = await tx
      .selectFrom(table)
      .select(['id', 'path'])
      .where('project_id', '=', project.id)
      .where('path', '>=', `${category.path}/`)
      .where('path', '<', `${category.path}0`)
      .execute()
    for (const { id, path: old } of inside) {
      const now = path + old.slice(category.path.length)
      if (table === 'project_category') depth = Math.max(depth, now.split('/').length)
      await tx.updateTable(table).set({ path: now }).where('id', '=', id).execute()
    }
  }
  needShallow(depth)
}

function needShallow(depth: number): void {
  if (depth > MAX_CATEGORY_DEPTH)
    throw invalidField('category', 'invalid', `Categories can be nested at most ${MAX_CATEGORY_DEPTH} levels deep.`)
}

/** IDs of the components in a category and its subcategories. */
export async function componentsIn(call: AnyCall, { category, project }: FoundCategory): Promise<number[]> {
  const rows = await call.db
    .selectFrom('component')
    .select('id')
    .where('project_id', '=', project.id)
    .where('path', '>=', `${category.path}/`)
    .where('path', '<', `${category.path}0`)
    .execute()
  return rows.map(row => row.id)
}

/** The same with components of other projects that are shared with these categories. */
async function allComponentsIn(call: AnyCall, place: FoundCategory): Promise<number[]> {
  const { category, project } = place
  const shared = await call.db
    .selectFrom('component_link')
    .innerJoin('project_category', 'project_category.id', 'component_link.category_id')
    .select('component_link.component_id')
    .where('project_category.project_id', '=', project.id)
    .where(eb =>
      eb.or([
        eb('project_category.id', '=', category.id),
        eb.and([
          eb('project_category.path', '>=', `${category.path}/`),
          eb('project_category.path', '<', `${category.path}0`),
        ]),
      ]),
    )
    .execute()
  return [...new Set([...(await componentsIn(call, place)), ...shared.map(row => row.component_id)])]
}

export const categoryResources = [
  resource({
    path: '/categories/',
    name: 'Categories',
    description: 'Categories of visible projects.',
    operations: {
      GET: list({
        summary: 'List categories',
        answer: Category,
        handle: async call => {
          const permissions = await call.permissions()
          const query = call.db
            .selectFrom('project_category')
            .innerJoin('project', 'project.id', 'project_category.project_id')
            .selectAll('project_category')
            .select(['project.slug as home_slug', 'project.check_flags as home_flags'])
            .select('project.inheritance as home_inheritance')
            .where(eb => permissions.visibleProjects(eb))
            .orderBy('project_category.id')
          return rowsOf(query, rows => {
            const homes = rows.map(row => ({
              id: row.project_id,
              slug: row.home_slug,
              check_flags: row.home_flags,
              inheritance: row.home_inheritance,
            }))
            return categoryObjects(call, rows, homes)
          })
        },
      }),
      POST: create({
        summary: 'Create a category',
        body: creation,
        answer: Category,
        handle: async call => {
          const [inheritable] = await inheritedSettings(call, call.body)
          const project = await projectNamed(call, call.body.project, 'project')
          await needProject(call, project, 'project.edit')
          const folder = await categoryOf(call, project.id, call.body.category)
          const path = folder === null ? call.body.slug : `${folder.path}/${call.body.slug}`
          needShallow(path.split('/').length)
          await needFreePath(call, project.id, path, 'component')
          const values = {
            project_id: project.id,
            parent_id: folder?.id ?? null,
            name: call.body.name,
            slug: call.body.slug,
            path,
            inheritance: storedLevel(newLevel(inheritable, await levelAbove(call.db, project, folder?.id ?? null))),
          }
          const row = await call.tx
            .insertInto('project_category')
            .values(values)
            .returningAll()
            .executeTakeFirstOrThrow()
            .catch(error => {
              throw duplicateSlug(error)
            })
          return one(call, row, project)
        },
      }),
    },
  }),
  resource({
    path: '/categories/:category(\\d+)/',
    name: 'Category',
    description: 'A category.',
    operations: {
      GET: read({
        summary: 'Get a category',
        answer: Category,
        handle: async call => {
          const { category, project } = await findCategory(call)
          return one(call, category, project)
        },
      }),
      PUT: replace({
        summary: 'Rename or move a category',
        hold: 'alone',
        body: changes,
        answer: Category,
        allow: mayEdit,
        handle: call => change(call, call.body),
      }),
      PATCH: amend({
        summary: 'Rename or move a category',
        hold: 'alone',
        body: changes,
        answer: Category,
        allow: mayEdit,
        handle: call => change(call, call.body),
      }),
      DELETE: remove({
        summary: 'Delete an empty category',
        allow: mayEdit,
        handle: async call => {
          const place = await findCategory(call)
          const { category } = place
          const inner = await call.db
            .selectFrom('project_category')
            .select('id')
            .where('parent_id', '=', category.id)
            .limit(1)
            .executeTakeFirst()
          if (inner || (await allComponentsIn(call, place)).length > 0)
            throw invalidField('non_field_errors', 'invalid', 'The category is not empty.')
          for (const table of ['announcement', 'report'] as const)
            await call.tx.deleteFrom(table).where('category_id', '=', category.id).execute()
          await call.tx.deleteFrom('project_category').where('id', '=', category.id).execute()
        },
      }),
    },
  }),
  resource({
    path: '/categories/:category(\\d+)/statistics/',
    name: 'Category statistics',
    description: 'String, word and character counts by state.',
    flat: true,
    operations: {
      GET: read({
        summary: 'Get statistics of a category',
        answer: Statistics,
        handle: async call => {
          const place = await findCategory(call)
          const totals = await totalsIn(call.db, await call.permissions(), { category: place.category })
          const url = call.addresses.web('projects', place.project.slug, ...place.category.path.split('/'))
          return { ...statisticsNumbers(totals, true), name: place.category.name, url }
        },
      }),
    },
  }),
  resource({
    path: '/projects/:project/categories/',
    name: 'Project categories',
    description: 'Categories of a project.',
    operations: {
      GET: list({
        summary: 'List categories of a project',
        answer: Category,
        handle: async call => {
          const project = await findProject(call)
          const query = call.db
            .selectFrom('project_category')
            .selectAll()
            .where('project_id', '=', project.id)
            .orderBy('id')
          return rowsOf(query, rows => categoryObjects(call, rows, [project]))
        },
      }),
    },
  }),
]
