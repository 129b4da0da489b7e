import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { COUNTERS, type Counter, type Counters } from './counters.ts'

export interface Totals extends Counters {
  recent_changes: number
  last_change: number | null
}

type Row = ExpressionBuilder<Database, 'translation'>

/** Sums of the counters of any set of translations: cost follows the number of translations, never that of units. */
const sums = (eb: Row) => [
  ...([...COUNTERS, 'recent_changes'] as (Counter | 'recent_changes')[]).map(name =>
    sql<number>`coalesce(sum(${eb.ref(name)}), 0)`.as(name),
  ),
  eb.fn.max('last_change').as('last_change'),
]

export async function languageTotals(db: Reader, language: number): Promise<Totals> {
  const row = await db
    .selectFrom('translation')
    .select(sums)
    .where('language_id', '=', language)
    .executeTakeFirstOrThrow()
  return row as Totals
}

export async function projectTotals(db: Reader, project: number, language?: number): Promise<Totals> {
  const row = await db
    .selectFrom('translation')
    .select(sums)
    .where(eb => inProject(eb, project))
    .$if(language !== undefined, query => query.where('language_id', '=', language!))
    .executeTakeFirstOrThrow()
  return row as Totals
}

export async function projectTotalsByLanguage(
  db: Reader,
  project: number,
): Promise<(Totals & { language_id: number })[]> {
  const rows = await db
    .selectFrom('translation')
    .select(['language_id'])
    .select(sums)
    .where(eb => inProject(eb, project))
    .groupBy('language_id')
    .orderBy('language_id')
    .execute()
  return rows as (Totals & { language_id: number })[]
}

type GroupColumn = 'language_id' | 'project_id' | 'component_id'

/** Sums for each language, project or component at once; `narrow` says of which translations. */
export async function totalsBy(
  db: Reader,
  column: GroupColumn,
  narrow: (
    query: SelectQueryBuilder<Database, 'translation', object>,
  ) => SelectQueryBuilder<Database, 'translation', object> = query => query,
): Promise<(Totals & { id: number })[]> {
  const rows = await narrow(db.selectFrom('translation'))
    .select(`${column} as id`)
    .select(sums)
    .groupBy(column)
    .orderBy(column)
    .execute()
  return rows as unknown as (Totals & { id: number })[]
}

export async function componentTotals(db: Reader, components: readonly number[]): Promise<Totals> {
  const row = await db
    .selectFrom('translation')
    .select(sums)
    .where('component_id', 'in', components.length > 0 ? components : [-1])
    .executeTakeFirstOrThrow()
  return row as Totals
}

/** A component that is shared into a project counts there too. */
const inProject = (eb: Row, project: number) =>
  eb.or([
    eb('project_id', '=', project),
    eb(
      'component_id',
      'in',
      eb
        .selectFrom('component_link')
        .select('component_link.component_id')
        .where('component_link.project_id', '=', project),
    ),
  ])
