import type { ExpressionBuilder, ExpressionWrapper, Selectable, SqlBool } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { type ComponentRow, componentByPath, type ProjectRow, projectBySlug } from '../catalogue/components.ts'
import { isUsed, type LanguageRow, languageByCode } from '../catalogue/languages.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import type { TranslationRow } from '../catalogue/rows.ts'
import { translationOf } from '../catalogue/translations.ts'

export type CategoryRow = Selectable<Database['project_category']>

/** A part of the catalogue; the whole site when empty. */
export interface Place {
  readonly project?: ProjectRow
  readonly category?: CategoryRow
  readonly component?: ComponentRow
  readonly language?: LanguageRow
  /** Set when the place is one component in one language. */
  readonly translation?: TranslationRow
}

/** The ids that identify a place. */
export interface PlaceKeys {
  readonly project?: Pick<ProjectRow, 'id'>
  readonly category?: Pick<CategoryRow, 'id' | 'project_id' | 'path'>
  readonly component?: Pick<ComponentRow, 'id'>
  readonly language?: Pick<LanguageRow, 'id'>
  readonly translation?: TranslationRow
}

/** A place as named in a URL: project slug, path of a category or component, language code. */
export interface PlaceName {
  readonly project?: string | undefined
  readonly category?: string | undefined
  readonly component?: string | undefined
  readonly language?: string | undefined
}

/** Finds a place; null when it does not exist or is not visible. */
export async function findPlace(db: Reader, permissions: Permissions, name: PlaceName): Promise<Place | null> {
  const language = name.language === undefined ? undefined : await languageByCode(db, name.language)
  if (language === null) return null
  if (name.project === undefined) return alone(db, permissions, name, language)
  const project = await projectBySlug(db, name.project)
  if (project === null || !permissions.sees(project)) return null
  const inProject = { project, ...(language && { language }) }
  if (name.category !== undefined) {
    const category = await categoryByPath(db, project.id, name.category)
    return category && { ...inProject, category }
  }
  if (name.component === undefined) return inProject
  const component = await componentByPath(db, project.id, name.component)
  if (component === null || !permissions.seesComponent(project, component)) return null
  if (language === undefined) return { ...inProject, component }
  const translation = await translationOf(db, component.id, language.id)
  return translation && { ...inProject, component, translation }
}

/** A language or the whole site. A language without translations is only visible to those who can edit it. */
async function alone(
  db: Reader,
  permissions: Permissions,
  { category, component }: PlaceName,
  language: LanguageRow | undefined,
): Promise<Place | null> {
  if (category !== undefined || component !== undefined) return null
  if (language === undefined) return {}
  return (await isUsed(db, language.id)) || permissions.onSite('language.edit') ? { language } : null
}

export async function categoryByPath(db: Reader, project: number, path: string): Promise<CategoryRow | null> {
  const row = await db
    .selectFrom('project_category')
    .selectAll()
    .where('project_id', '=', project)
    .where('path', '=', path)
    .executeTakeFirst()
  return row ?? null
}

type Condition<T extends keyof Database> = ExpressionWrapper<Database, T, SqlBool>
type Joined = 'translation' | 'component' | 'project'

/** Condition for translations in a place, including shared components, regardless of visibility. */
export function isInPlace(eb: ExpressionBuilder<Database, Joined>, place: PlaceKeys): Condition<Joined> {
  const { project, category, component, language, translation } = place
  if (translation) return eb('translation.id', '=', translation.id)
  const parts: Condition<Joined>[] = []
  if (language) parts.push(eb('translation.language_id', '=', language.id))
  if (component) parts.push(eb('translation.component_id', '=', component.id))
  else if (category)
    parts.push(eb('translation.component_id', 'in', componentsHeldBy(eb as unknown as AnyTables, category)))
  else if (project) parts.push(eb('translation.component_id', 'in', componentsOfProject(eb, project.id)))
  return eb.and(parts)
}

/** Expression builder for subqueries on components. */
export type AnyTables = ExpressionBuilder<Database, 'component'>

const componentsOfProject = (eb: ExpressionBuilder<Database, Joined>, project: number) =>
  eb
    .selectFrom('component as own')
    .select('own.id')
    .where('own.project_id', '=', project)
    .union(
      eb.selectFrom('component_link').select('component_link.component_id as id').where('project_id', '=', project),
    )

/** Components of a category, and those of other projects that are shared with it. */
const componentsHeldBy = (eb: AnyTables, category: NonNullable<PlaceKeys['category']>) =>
  componentsOfCategory(eb, category).union(
    eb
      .selectFrom('component_link')
      .innerJoin('project_category as inner', 'inner.id', 'component_link.category_id')
      .select('component_link.component_id as id')
      .where('inner.project_id', '=', category.project_id)
      .where(inside => isWithin(inside as unknown as WithInner, category)),
  )

type WithInner = ExpressionBuilder<Database & { inner: Database['project_category'] }, 'inner'>

/** Whether a category is another one or inside of it. Prefix range for `path/`: "0" is the character after "/". */
const isWithin = (eb: WithInner, { id, path }: NonNullable<PlaceKeys['category']>) =>
  eb.or([eb('inner.id', '=', id), eb.and([eb('inner.path', '>=', `${path}/`), eb('inner.path', '<', `${path}0`)])])

/** Includes subcategories. */
export function componentsOfCategory(eb: AnyTables, category: NonNullable<PlaceKeys['category']>) {
  return eb
    .selectFrom('component as own')
    .innerJoin('project_category as inner', 'inner.id', 'own.category_id')
    .select('own.id')
    .where('inner.project_id', '=', category.project_id)
    .where(inside => isWithin(inside as unknown as WithInner, category))
}

/** Condition for what the reader may see of a place. */
export const isVisible = (
  eb: ExpressionBuilder<Database, Joined>,
  permissions: Permissions,
): Condition<'project' | 'component'> =>
  eb.and([permissions.visibleProjects(eb), permissions.visibleComponents(eb)]) as unknown as Condition<
    'project' | 'component'
  >
