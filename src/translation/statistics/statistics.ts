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
  /** Number of translations counted. */
  translations: number
}

const COLUMNS = [...SUMMED, 'last_change'] as const

/** Totals for a scope without a row, which has no translations. */
const nothing = (): ScopeTotals => ({ ...noCounters(), translations: 0, recent_changes: 0, last_change: null })

/** Reads one row by key, at constant cost. */
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

/** Includes components shared with the project. */
export const projectTotals = (db: Reader, project: number, language?: number): Promise<ScopeTotals> =>
  language === undefined ? totalsOf(db, 'project', project) : totalsOf(db, 'project language', project, language)

export const componentTotals = (db: Reader, component: number): Promise<ScopeTotals> =>
  totalsOf(db, 'component', component)

/** Includes subcategories. */
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

/** Totals of several languages, projects, categories or components, selected by `narrow`. */
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

/** Totals of one language by project. */
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
 * Percentage truncated to one decimal, never rounded up to 100 or down to 0: 100.0 means complete, 0.0 means none.
 * `whenEmpty` is the result for an empty whole.
 */
export function percent(part: number, total: number, whenEmpty: 0 | 100 = 0): number {
  if (total === 0) return whenEmpty
  const tenths = Math.floor((1000 * part) / total)
  if (tenths === 0 && part > 0) return 0.1
  if (tenths >= 1000 && part < total) return 99.9
  return tenths / 10
}
