import { portions } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { LanguageRow } from '../catalogue/languages.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import type { Totals } from '../statistics/statistics.ts'
import { SUMMED } from '../statistics/totals.ts'
import { isInPlace, isVisible, type Place } from './place.ts'
import { totalsByCategory } from './visible-totals.ts'

export async function languagesOf(db: Reader, ids: readonly number[]): Promise<LanguageRow[]> {
  const rows: LanguageRow[] = []
  for (const some of portions(ids))
    rows.push(...(await db.selectFrom('translation_language').selectAll().where('id', 'in', some).execute()))
  return rows
}

export interface ComponentTotals {
  /** Slug of the project that owns it. */
  readonly project: string
  readonly projectName: string
  readonly path: string
  readonly name: string
  /** Path of its category. */
  readonly category: string | null
  readonly totals: Totals
}

const NUMBERS = [...SUMMED.filter(name => name !== 'translations'), 'last_change'] as const

/** Components in a place with their totals, in the language of the place or in all languages. */
export async function componentsIn(db: Reader, permissions: Permissions, place: Place): Promise<ComponentTotals[]> {
  const named = ['project.slug', 'project.name as projectName', 'component.path', 'component.name'] as const
  const rows = place.language
    ? await db
        .selectFrom('translation')
        .innerJoin('component', 'component.id', 'translation.component_id')
        .innerJoin('project', 'project.id', 'component.project_id')
        .leftJoin('project_category', 'project_category.id', 'component.category_id')
        .select(named)
        .select('project_category.path as category')
        .select(NUMBERS.map(name => `translation.${name}` as const))
        .where(eb => isInPlace(eb as never, place) as never)
        .where(eb => isVisible(eb as never, permissions) as never)
        .execute()
    : await db
        .selectFrom('component')
        .innerJoin('project', 'project.id', 'component.project_id')
        .innerJoin('translation_total as counted', join =>
          join
            .onRef('counted.id', '=', 'component.id')
            .on('counted.kind', '=', 'component')
            .on('counted.language_id', '=', 0),
        )
        .leftJoin('project_category', 'project_category.id', 'component.category_id')
        .select(named)
        .select('project_category.path as category')
        .select(NUMBERS.map(name => `counted.${name}` as const))
        .where('component.id', 'in', eb =>
          eb
            .selectFrom('component as wanted')
            .select('wanted.id')
            .$if(place.category === undefined, query =>
              query
                .where('wanted.project_id', '=', place.project!.id)
                .union(
                  eb
                    .selectFrom('component_link')
                    .select('component_link.component_id as id')
                    .where('component_link.project_id', '=', place.project!.id),
                ),
            )
            .$if(place.category !== undefined, query =>
              query
                .where('wanted.category_id', '=', place.category!.id)
                .union(
                  eb
                    .selectFrom('component_link')
                    .select('component_link.component_id as id')
                    .where('component_link.category_id', '=', place.category!.id),
                ),
            ),
        )
        .where(eb => isVisible(eb as never, permissions) as never)
        .execute()
  return rows.map(({ slug, projectName, path, name, category, ...totals }) => ({
    project: slug,
    projectName,
    path,
    name,
    category,
    totals: totals as Totals,
  }))
}

export interface CategoryTotals {
  readonly path: string
  readonly name: string
  readonly totals: Totals
}

/** Direct subcategories of a project or category, without those that have nothing visible. */
export async function categoriesIn(
  db: Reader,
  permissions: Permissions,
  { project, category }: Place,
): Promise<CategoryTotals[]> {
  const rows = await db
    .selectFrom('project_category')
    .select(['id', 'path', 'name'])
    .where('project_id', '=', project!.id)
    .where('parent_id', category ? '=' : 'is', category ? category.id : null)
    .execute()
  if (rows.length === 0) return []
  const totals = await totalsByCategory(db, permissions, { project: project! })
  return rows.flatMap(({ id, path, name }) => {
    const counted = totals.get(id)
    return counted ? [{ path, name, totals: counted }] : []
  })
}
