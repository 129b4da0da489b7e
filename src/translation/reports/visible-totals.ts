import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import { ACCESS, type Permissions } from '../catalogue/permissions.ts'
import {
  categoryTotals,
  componentTotals,
  languageTotals,
  languageTotalsByProject,
  projectTotals,
  projectTotalsByLanguage,
  siteTotals,
  type Totals,
  totalsBy,
} from '../statistics/statistics.ts'
import { SUMMED } from '../statistics/totals.ts'
import { isInPlace, isVisible, type PlaceKeys } from './place.ts'

type Counted = Totals & { translations?: number }

/**
 * Totals of a place, counting only what the reader may see, so that numbers match the visible strings and reveal nothing
 * hidden. Stored totals include everything; hidden translations, usually none, are subtracted.
 */
export async function totalsIn(db: Reader, permissions: Permissions, place: PlaceKeys): Promise<Counted> {
  const kept = await keptTotals(db, place)
  return (await takeAwayHidden(db, permissions, place, 'place', new Map([[0, kept]]))).get(0)!
}

async function keptTotals(db: Reader, place: PlaceKeys): Promise<Counted> {
  const { project, category, component, language, translation } = place
  if (translation) return translation
  if (component) return componentTotals(db, component.id)
  if (category) return categoryTotals(db, category.id)
  if (project) return projectTotals(db, project.id, language?.id)
  return language ? languageTotals(db, language.id) : siteTotals(db)
}

export type TotalsById = ReadonlyMap<number, Counted>

/** Totals by language, for languages with visible content. */
export async function totalsByLanguage(db: Reader, permissions: Permissions, place: PlaceKeys): Promise<TotalsById> {
  const rows = place.project
    ? (await projectTotalsByLanguage(db, place.project.id)).map(({ language_id: id, ...row }) => ({ ...row, id }))
    : await totalsBy(db, 'language')
  return notEmptied(await takeAwayHidden(db, permissions, place, 'language', byId(rows)))
}

/** Totals by project, of the site or one language. Callers filter projects by visibility. */
export async function totalsByProject(db: Reader, permissions: Permissions, place: PlaceKeys): Promise<TotalsById> {
  const rows = place.language ? await languageTotalsByProject(db, place.language.id) : await totalsBy(db, 'project')
  return notEmptied(await takeAwayHidden(db, permissions, place, 'project', byId(rows)))
}

/** Totals by category of a project, including subcategories. */
export async function totalsByCategory(
  db: Reader,
  permissions: Permissions,
  place: PlaceKeys & { project: { id: number } },
): Promise<TotalsById> {
  const rows = await totalsBy(db, 'category', query =>
    query.where('id', 'in', eb =>
      eb.selectFrom('project_category').select('project_category.id').where('project_id', '=', place.project.id),
    ),
  )
  return notEmptied(await takeAwayHidden(db, permissions, place, 'category', byId(rows)))
}

const byId = <T extends { id: number }>(rows: readonly T[]): Map<number, T> => new Map(rows.map(row => [row.id, row]))

const notEmptied = (totals: TotalsById): TotalsById =>
  new Map([...totals].filter(([, { translations }]) => translations !== 0))

/** What hidden translations are subtracted from: the place, or its languages, projects or categories. */
type Group = 'place' | 'language' | 'project' | 'category'

interface Belonging {
  readonly id: RawBuilder<unknown>
  readonly join: RawBuilder<unknown>
}

/** How translations map to groups. A component counts in all projects it is shared with and all parent categories. */
const BELONGING: Readonly<Record<Group, Belonging>> = {
  place: { id: sql`0`, join: sql`` },
  language: { id: sql`translation.language_id`, join: sql`` },
  project: {
    id: sql`held.project_id`,
    join: sql`join (
      select id as component_id, project_id from component
      union all select component_id, project_id from component_link
    ) as held on held.component_id = translation.component_id`,
  },
  category: {
    id: sql`around.id`,
    // Prefix range for `path/`: "0" is the character after "/".
    join: sql`join (
      select k.id, c.id as component_id from project_category k
      join component c on c.project_id = k.project_id and c.path >= k.path || '/' and c.path < k.path || '0'
      union
      select k.id, l.component_id from project_category k
      join project_category h on h.project_id = k.project_id and h.path || '/' >= k.path || '/' and h.path || '/' < k.path || '0'
      join component_link l on l.category_id = h.id
    ) as around on around.component_id = translation.component_id`,
  },
}

async function takeAwayHidden<T extends Counted>(
  db: Reader,
  permissions: Permissions,
  place: PlaceKeys,
  group: Group,
  totals: Map<number, T>,
): Promise<Map<number, T>> {
  // Access to a component covers all of it.
  if (permissions.superuser || place.component || !(await hidesAnything(db, permissions))) return totals
  for (const { id, last_change, ...sums } of await hiddenIn(db, permissions, place, group)) {
    const all = totals.get(Number(id))
    if (all === undefined) continue
    const rest = { ...all }
    for (const name of SUMMED) if (rest[name] !== undefined) rest[name] = rest[name] - Number(sums[name])
    if (last_change !== null && Number(last_change) >= (all.last_change ?? 0))
      rest.last_change = await lastChangeSeen(db, permissions, await memberOf(db, place, group, Number(id)))
    totals.set(Number(id), rest)
  }
  return totals
}

/** Components hidden from the reader, found through partial indexes; usually none. */
export const hiddenComponents = (db: Reader, permissions: Permissions) =>
  db
    .selectFrom('component')
    .select('component.id')
    .where('component.restricted', '=', 1)
    .where(eb => eb.not(permissions.visibleComponents(eb)))
    .union(
      db
        .selectFrom('project')
        .innerJoin('component', 'component.project_id', 'project.id')
        .select('component.id')
        .where('project.access_control', '>=', ACCESS.private)
        .where(eb => eb.not(permissions.visibleProjects(eb))),
    )

const hidesAnything = async (db: Reader, permissions: Permissions): Promise<boolean> =>
  (await hiddenComponents(db, permissions).limit(1).executeTakeFirst()) !== undefined

type Hidden = Record<'id' | (typeof SUMMED)[number], number> & { last_change: number | null }

async function hiddenIn(
  db: Reader,
  permissions: Permissions,
  place: PlaceKeys,
  group: Group,
): Promise<readonly Hidden[]> {
  const { id, join } = BELONGING[group]
  const sums = SUMMED.filter(name => name !== 'translations').map(
    name => sql`sum(${sql.ref(`translation.${name}`)}) as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Hidden>`select ${id} as id, count(*) as translations, ${sql.join(sums)},
      max(translation.last_change) as last_change
    from translation ${join}
    where translation.component_id in (${hiddenComponents(db, permissions)})
      and ${isInPlace(expressionBuilder(), place)}
    group by 1`.execute(db)
  return rows
}

async function lastChangeSeen(db: Reader, permissions: Permissions, place: PlaceKeys): Promise<number | null> {
  const row = await db
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(eb => eb.fn.max('translation.last_change').as('last'))
    .where(eb => isInPlace(eb, place))
    .where(eb => isVisible(eb, permissions))
    .executeTakeFirst()
  return row?.last ?? null
}

/** Narrows a place to one of its languages, projects or categories. */
async function memberOf(db: Reader, place: PlaceKeys, group: Group, id: number): Promise<PlaceKeys> {
  if (group === 'place') return place
  if (group !== 'category') return { ...place, [group]: { id } }
  const category = await db
    .selectFrom('project_category')
    .select(['id', 'project_id', 'path'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...place, category }
}
