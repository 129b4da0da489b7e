import type { Selectable } from 'kysely'
import { present } from '#store/gone.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { LanguageRow } from './languages.ts'

export type ProjectRow = Selectable<Database['project']>
export type ComponentRow = Selectable<Database['component']>

/** A component with its project and source language. */
export interface ComponentParts {
  component: ComponentRow
  project: ProjectRow
  sourceLanguage: LanguageRow
  /** IDs of its own add-ons. */
  addons?: readonly number[]
  /** The component whose repository it uses. */
  owner?: ComponentRow | undefined
  ownerProject?: ProjectRow | undefined
}

/**
 * Loads components with their projects and source languages, in a fixed number of queries for any number of components. Those whose
 * project was deleted since they were read are left out.
 */
export async function componentParts(db: Reader, components: readonly ComponentRow[]): Promise<ComponentParts[]> {
  if (components.length === 0) return []
  const unique = (ids: readonly number[]) => [...new Set(ids)]
  const ownerIds = unique(components.flatMap(each => each.linked_component_id ?? []))
  const owners =
    ownerIds.length === 0 ? [] : await db.selectFrom('component').selectAll().where('id', 'in', ownerIds).execute()
  const projects = await db
    .selectFrom('project')
    .selectAll()
    .where('id', 'in', unique([...components, ...owners].map(each => each.project_id)))
    .execute()
  const languages = await db
    .selectFrom('translation_language')
    .selectAll()
    .where('id', 'in', unique(components.map(each => each.source_language_id)))
    .execute()
  const addons = await db
    .selectFrom('addon')
    .select(['id', 'component_id'])
    .where(
      'component_id',
      'in',
      components.map(each => each.id),
    )
    .orderBy('id')
    .execute()
  const projectById = new Map(projects.map(each => [each.id, each]))
  const languageById = new Map(languages.map(each => [each.id, each]))
  return components.flatMap(component => {
    const project = projectById.get(component.project_id)
    const sourceLanguage = languageById.get(component.source_language_id)
    const owner = owners.find(each => each.id === component.linked_component_id)
    return project && sourceLanguage
      ? [
          {
            component,
            project,
            sourceLanguage,
            addons: addons.filter(each => each.component_id === component.id).map(each => each.id),
            owner,
            ownerProject: owner && projectById.get(owner.project_id),
          },
        ]
      : []
  })
}

/** Same as `componentParts` for one component. */
export async function partsOf(db: Reader, component: ComponentRow): Promise<ComponentParts> {
  const [parts] = await componentParts(db, [component])
  return present(parts, 'component')
}

export async function componentByPath(db: Reader, project: number, path: string): Promise<ComponentRow | null> {
  const row = await db
    .selectFrom('component')
    .selectAll()
    .where('project_id', '=', project)
    .where('path', '=', path)
    .executeTakeFirst()
  return row ?? null
}

export async function projectBySlug(db: Reader, slug: string): Promise<ProjectRow | null> {
  const row = await db.selectFrom('project').selectAll().where('slug', '=', slug).executeTakeFirst()
  return row ?? null
}
