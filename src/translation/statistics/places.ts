import { statement } from '#store/statement.ts'
import type { Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'

/** The projects and categories whose totals include a component, besides the site and languages. */
export interface CountedPlace {
  component: number
  /** Its own project and those it is shared with. */
  projects: readonly number[]
  /** Its category and those that it is shared with, with all parents. */
  categories: readonly number[]
}

const COMPONENT_PLACES = statement(db =>
  db
    .selectFrom('component')
    .leftJoin('component_link as link', 'link.component_id', 'component.id')
    .select(['component.project_id', 'component.category_id', 'link.project_id as shared'])
    .select('link.category_id as shared_category'),
)

/** Finds these places. The component cannot move while this transaction holds the catalogue lock. */
export const countedPlace = async (tx: Writer, component: number): Promise<CountedPlace | null> =>
  placeOf(tx, component, await COMPONENT_PLACES.where('component.id', '=', component).all(tx))

const PLACES_OF_TRANSLATION = statement(db =>
  db
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .leftJoin('component_link as link', 'link.component_id', 'component.id')
    .select(['component.project_id', 'component.category_id', 'link.project_id as shared'])
    .select('link.category_id as shared_category'),
)

/** The same for the component of a translation, asked together with the next statement of the transaction. */
export async function countedPlaceLater(
  tx: Writer,
  translation: number,
): Promise<(component: number) => Promise<CountedPlace | null>> {
  const rows = await PLACES_OF_TRANSLATION.where('translation.id', '=', translation).later(tx)
  return component => placeOf(tx, component, rows())
}

async function placeOf(
  tx: Writer,
  component: number,
  rows: readonly {
    project_id: number
    category_id: number | null
    shared: number | null
    shared_category: number | null
  }[],
): Promise<CountedPlace | null> {
  if (rows.length === 0) return null
  const { project_id, category_id } = rows[0]!
  const categories = new Set<number>()
  for (const id of [category_id, ...rows.map(row => row.shared_category)])
    for (const each of await categoriesAround(tx, id)) categories.add(each)
  return {
    component,
    projects: [...new Set([project_id, ...rows.flatMap(({ shared }) => shared ?? [])])],
    categories: [...categories],
  }
}

async function categoriesAround(tx: Writer, category: number | null): Promise<number[]> {
  const categories: number[] = []
  for (let id = category; id !== null && !categories.includes(id); ) {
    categories.push(id)
    const row = await tx.selectFrom('project_category').select('parent_id').where('id', '=', id).executeTakeFirst()
    id = row?.parent_id ?? null
  }
  return categories
}

export interface Scope {
  kind: Database['translation_total']['kind']
  id: number
  language_id: number
}

/** All totals that include a translation of a component. */
export const scopesOf = ({ component, projects, categories }: CountedPlace, language: number): Scope[] => [
  { kind: 'site', id: 0, language_id: 0 },
  { kind: 'language', id: language, language_id: 0 },
  { kind: 'component', id: component, language_id: 0 },
  ...projects.flatMap((id): Scope[] => [
    { kind: 'project', id, language_id: 0 },
    { kind: 'project language', id, language_id: language },
  ]),
  ...categories.map((id): Scope => ({ kind: 'category', id, language_id: 0 })),
]

export const scopeKey = ({ kind, id, language_id }: Scope): string => `${kind} ${id} ${language_id}`
