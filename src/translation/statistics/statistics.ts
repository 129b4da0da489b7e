import type { SelectQueryBuilder } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { type Counters, noCounters } from './counters.ts'
import type { Scope } from './places.ts'
import { SUMMED } from './totals.ts'

export interface Totals extends Counters {
  recent_changes: number
  last_change: number | null
}

export interface ScopeTotals extends Totals {
  /** How many translations were counted. */
  translations: number
}

const COLUMNS = [...SUMMED, 'last_change'] as const

/** What counts no translation has no row. */
const nothing = (): ScopeTotals => ({ ...noCounters(), translations: 0, recent_changes: 0, last_change: null })

/** One row, found by its key: the cost does not depend on how much it counts. */
async function totalsOf(db: Reader, kind: Scope['kind'], id: number, language = 0): Promise<ScopeTotals> {
  const row = await db
    .selectFrom('translation_total')
    .select(COLUMNS)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('language_id', '=', language)
    .executeTakeFirst()
  return row ?? nothing()
}

export const siteTotals = (db: Reader): Promise<ScopeTotals> => totalsOf(db, 'site', 0)

export const languageTotals = (db: Reader, language: number): Promise<ScopeTotals> => totalsOf(db, 'language', language)

/** A component that is shared into a project counts there too. */
export const projectTotals = (db: Reader, project: number, language?: number): Promise<ScopeTotals> =>
  language === undefined ? totalsOf(db, 'project', project) : totalsOf(db, 'project language', project, language)

export const componentTotals = (db: Reader, component: number): Promise<ScopeTotals> =>
  totalsOf(db, 'component', component)

/** Everything in a category and in those below it. */
export const categoryTotals = (db: Reader, category: number): Promise<ScopeTotals> => totalsOf(db, 'category', category)

export async function projectTotalsByLanguage(
  db: Reader,
  project: number,
): Promise<(ScopeTotals & { language_id: number })[]> {
  return db
    .selectFrom('translation_total')
    .select(COLUMNS)
    .select('language_id')
    .where('kind', '=', 'project language')
    .where('id', '=', project)
    .orderBy('language_id')
    .execute()
}

type TotalsQuery = SelectQueryBuilder<Database, 'translation_total', object>

/** The totals of several languages, projects, categories or components at once; `narrow` says which. */
export async function totalsBy(
  db: Reader,
  kind: 'language' | 'project' | 'category' | 'component',
  narrow: (query: TotalsQuery) => TotalsQuery = query => query,
): Promise<(ScopeTotals & { id: number })[]> {
  return narrow(db.selectFrom('translation_total').where('kind', '=', kind))
    .select(COLUMNS)
    .select('id')
    .orderBy('id')
    .execute()
}

/** The totals of one language in every project that has it. */
export async function languageTotalsByProject(db: Reader, language: number): Promise<(ScopeTotals & { id: number })[]> {
  return db
    .selectFrom('translation_total')
    .select(COLUMNS)
    .select('id')
    .where('language_id', '=', language)
    .where('kind', '=', 'project language')
    .orderBy('id')
    .execute()
}

/**
 * Share of a whole in percent, cut (never rounded up) to one decimal: 100.0 means complete and nothing less, 0.0 means
 * nothing and nothing more. An empty whole has no share; `whenEmpty` says how the caller reads that.
 */
export function percent(part: number, total: number, whenEmpty: 0 | 100 = 0): number {
  if (total === 0) return whenEmpty
  const tenths = Math.floor((1000 * part) / total)
  if (tenths === 0 && part > 0) return 0.1
  if (tenths >= 1000 && part < total) return 99.9
  return tenths / 10
}
