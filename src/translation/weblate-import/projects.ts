// Projects with their labels and categories.

import { columnsOf } from '#fields/columns.ts'
import { nullable } from '#fields/field.ts'
import { integer, text } from '#fields/kinds.ts'
import { type ProjectRow, projectBySlug } from '../catalogue/components.ts'
import { createProject } from '../catalogue/projects.ts'
import type { Work } from '../catalogue/work.ts'
import { categorySettings, labelSettings, MAX_CATEGORY_DEPTH } from '../declarations/parts.ts'
import { projectSettings } from '../declarations/project.ts'
import { inStep } from '../import-steps/in-step.ts'
import type { Tally } from '../import-steps/tally.ts'
import { type Importing, isDenied, isInvalid, lastPart, parsed, unreadable, usual, withSize } from './context.ts'
import { noteUnsupported, PROJECT_UNSUPPORTED, settingsFrom } from './settings.ts'
import { StatusError } from './source.ts'

const required = { id: integer(), name: projectSettings.name, slug: projectSettings.slug }

export interface ImportedProject {
  readonly row: ProjectRow
  /** Local categories by their id on the server. */
  readonly categories: ReadonlyMap<string, { id: number; path: string }>
}

/** Creates a project, or uses the one with the same slug. Null if it cannot be stored. */
export async function importProject(
  importing: Importing,
  source: Record<string, unknown>,
): Promise<ImportedProject | null> {
  const { steps, services } = importing
  const project = parsed(required, source)
  const step = `project ${isInvalid(project) ? JSON.stringify(source.slug) : project.slug}`
  if (isInvalid(project)) {
    if (!steps.isDone(step))
      await inStep(importing, step, async (_, tally) => tally.add('projects', { skipped: project.invalid }))
    return null
  }
  const labels = await listOf(importing, `projects/${encodeURIComponent(project.slug)}/labels/`)
  const categories = await listOf(importing, `projects/${encodeURIComponent(project.slug)}/categories/`)
  if (!steps.isDone(step))
    await inStep(importing, step, async (piece, tally) => {
      const existing = await projectBySlug(piece.tx, project.slug)
      if (existing !== null) tally.add('projects', 'unchanged')
      const row = existing ?? (await create(piece, source, project, tally))
      if (row === null) return
      for (const list of [labels, categories]) if (typeof list === 'string') tally.note(list)
      await importLabels(piece, row, labels, tally)
      await importCategories(piece, row, categories, tally)
    })
  const row = await projectBySlug(services.store.read, project.slug)
  if (row === null) return null
  importing.projects.set(project.id, row.id)
  return { row, categories: await localCategories(importing, row, categories) }
}

async function listOf({ client, pageSize }: Importing, path: string): Promise<unknown[] | string> {
  try {
    return await client.all(withSize(path, pageSize))
  } catch (error) {
    if (error instanceof StatusError && isDenied(error)) return unreadable(error, path)
    throw error
  }
}

async function create(
  piece: Work,
  source: Record<string, unknown>,
  { name, slug }: { name: string; slug: string },
  tally: Tally,
): Promise<ProjectRow | null> {
  const place = `project ${slug}`
  const taken = await piece.tx.selectFrom('project').select('slug').where('name', '=', name).executeTakeFirst()
  if (taken !== undefined) {
    tally.add('projects', { skipped: `"${slug}": the project "${taken.slug}" has the same name` })
    return null
  }
  const settings = settingsFrom(projectSettings, source, place, tally)
  noteUnsupported(PROJECT_UNSUPPORTED, source, place, tally)
  tally.add('projects', 'created')
  return createProject(piece, { ...columnsOf(settings), name, slug })
}

async function importLabels(
  piece: Work,
  { id, slug }: ProjectRow,
  rows: unknown[] | string,
  tally: Tally,
): Promise<void> {
  for (const row of typeof rows === 'string' ? [] : rows) {
    const label = parsed(labelSettings, row)
    if (isInvalid(label)) {
      tally.add('labels', { skipped: `${slug}: ${label.invalid}` })
      continue
    }
    const inserted = await piece.tx
      .insertInto('label')
      .values({ ...label, project_id: id })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    tally.add('labels', inserted === undefined ? 'unchanged' : 'created')
  }
}

const categoryFields = {
  id: integer(),
  ...categorySettings,
  category: usual(nullable(text({ max: 1000 })), null),
}

/** Categories of a response with their paths, parents first. */
function withPaths(rows: unknown[] | string) {
  const categories = (typeof rows === 'string' ? [] : rows).map(row => parsed(categoryFields, row))
  const byId = new Map(categories.flatMap(each => (isInvalid(each) ? [] : [[String(each.id), each] as const])))
  const list = [...byId].map(([key, category]) => {
    const slugs = [category.slug]
    for (let parent = category.category; parent !== null && slugs.length <= MAX_CATEGORY_DEPTH; ) {
      const outer = byId.get(lastPart(parent))
      if (outer === undefined) break
      slugs.unshift(outer.slug)
      parent = outer.category
    }
    return { key, category, path: slugs.join('/'), depth: slugs.length }
  })
  const invalid = categories.filter(isInvalid)
  return { list: list.toSorted((a, b) => a.depth - b.depth), invalid }
}

async function importCategories(
  piece: Work,
  { id: project_id, slug: project }: ProjectRow,
  rows: unknown[] | string,
  tally: Tally,
): Promise<void> {
  const { list, invalid } = withPaths(rows)
  for (const each of invalid) tally.add('categories', { skipped: `${project}: ${each.invalid}` })
  const ids = new Map<string, number>()
  for (const { category, path, depth } of list) {
    if (depth > MAX_CATEGORY_DEPTH) {
      tally.add('categories', { skipped: `${project}/${path}: nested more than ${MAX_CATEGORY_DEPTH} deep` })
      continue
    }
    const existing = await piece.tx
      .selectFrom('project_category')
      .select('id')
      .where('project_id', '=', project_id)
      .where('path', '=', path)
      .executeTakeFirst()
    const parent_id = ids.get(path.split('/').slice(0, -1).join('/')) ?? null
    const values = { project_id, parent_id, name: category.name, slug: category.slug, path }
    const row =
      existing ??
      (await piece.tx.insertInto('project_category').values(values).returning('id').executeTakeFirstOrThrow())
    ids.set(path, row.id)
    tally.add('categories', existing === undefined ? 'created' : 'unchanged')
  }
}

async function localCategories({ services }: Importing, project: ProjectRow, rows: unknown[] | string) {
  const local = await services.store.read
    .selectFrom('project_category')
    .select(['id', 'path'])
    .where('project_id', '=', project.id)
    .execute()
  const byPath = new Map(local.map(each => [each.path, each]))
  return new Map(
    withPaths(rows).list.flatMap(({ key, path }) => {
      const category = byPath.get(path)
      return category === undefined ? [] : [[key, category] as const]
    }),
  )
}
