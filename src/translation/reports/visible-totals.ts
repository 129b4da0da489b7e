import { sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Permissions } from '../catalogue/permissions.ts'
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
import { isInPlace, isVisible, type Place } from './place.ts'

/**
 * How much there is in a place, of what whoever looks may see: every number on a page can then be followed to its strings.
 * Totals are kept for everybody; what is hidden from this reader, mostly nothing, is taken away.
 */
export async function totalsIn(db: Reader, permissions: Permissions, place: Place): Promise<Totals> {
  const all = await keptTotals(db, place)
  const hidden = (await hiddenBy(db, permissions, place, 'nothing')).get(0)
  return hidden ? without(all, hidden) : all
}

async function keptTotals(db: Reader, place: Place): Promise<Totals> {
  const { project, category, component, language, translation } = place
  if (translation) return translation
  if (component) return componentTotals(db, component.id)
  if (category) return categoryTotals(db, category.id)
  if (project) return projectTotals(db, project.id, language?.id)
  return language ? languageTotals(db, language.id) : siteTotals(db)
}

export type TotalsById = Map<number, Totals>

/** Each language of a place. */
export async function totalsByLanguage(db: Reader, permissions: Permissions, place: Place): Promise<TotalsById> {
  const rows = place.project
    ? (await projectTotalsByLanguage(db, place.project.id)).map(({ language_id: id, ...row }) => ({ ...row, id }))
    : await totalsBy(db, 'language')
  return seen(rows, await hiddenBy(db, permissions, place, 'language_id'))
}

/** Each project of the site, or of one language. Which of them may be seen is asked where they are named. */
export async function totalsByProject(db: Reader, permissions: Permissions, place: Place): Promise<TotalsById> {
  const rows = place.language ? await languageTotalsByProject(db, place.language.id) : await totalsBy(db, 'project')
  return seen(rows, await hiddenBy(db, permissions, place, 'project_id'))
}

const seen = (rows: readonly (Totals & { id: number })[], hidden: ReadonlyMap<number, Hidden>): TotalsById =>
  new Map(
    rows.flatMap(row => {
      const less = hidden.get(row.id)
      const rest = less ? without(row, less) : row
      return less && Number((row as { translations?: number }).translations) === less.translations
        ? []
        : [[row.id, rest] as const]
    }),
  )

type Hidden = Record<(typeof SUMMED)[number], number>

const without = <T extends Totals>(all: T, hidden: Hidden): T => ({
  ...all,
  ...Object.fromEntries(SUMMED.flatMap(name => (name in all ? [[name, all[name as 'total'] - hidden[name]]] : []))),
})

/** What translations count that this reader may not see, by what they belong to. */
async function hiddenBy(
  db: Reader,
  permissions: Permissions,
  place: Place,
  by: 'nothing' | 'language_id' | 'project_id',
): Promise<Map<number, Hidden>> {
  if (permissions.superuser || place.component) return new Map()
  const id = by === 'nothing' ? sql<number>`0` : sql<number>`${sql.ref(`translation.${by}`)}`
  const query = db
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(id.as('id'))
    .select(sql<number>`count(*)`.as('translations'))
    .select(
      SUMMED.filter(name => name !== 'translations').map(name =>
        sql<number>`coalesce(sum(${sql.ref(`translation.${name}`)}), 0)`.as(name),
      ),
    )
    .where(eb => isInPlace(eb, place))
    .where(eb => eb.not(isVisible(eb, permissions)))
  const rows = await (by === 'nothing' ? query : query.groupBy(`translation.${by}`)).execute()
  return new Map(
    rows.flatMap(row => {
      const numbers = Object.fromEntries(SUMMED.map(name => [name, Number(row[name as 'translations'])])) as Hidden
      return numbers.translations === 0 ? [] : [[Number(row.id), numbers] as const]
    }),
  )
}
