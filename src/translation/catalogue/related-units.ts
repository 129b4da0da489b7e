import { type Expression, type SqlBool, sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { UnitRow } from './units.ts'

export interface Kinship {
  contents: Iterable<string>
  targets: Iterable<string>
}

const AT_ONCE = 100
/** A text that stands in more places than this says nothing about any of them. */
const MOST = 5000
/** As many characters as the index has. */
const start = (target: string): string => [...target].slice(0, 40).join('')

/** Strings of one language of a project that have one of these contents, or one of these translations. */
export async function relatedUnits(
  db: Reader,
  project: number,
  language: number,
  { contents, targets }: Kinship,
): Promise<UnitRow[]> {
  const found = new Map<number, UnitRow>()
  const collect = async (values: readonly string[], condition: (some: string[]) => Expression<SqlBool>) => {
    for (let i = 0; i < values.length; i += AT_ONCE)
      for (const unit of await unitsIn(db, project, language, condition(values.slice(i, i + AT_ONCE))))
        found.set(unit.id, unit)
  }
  await collect(
    [...new Set(contents)].filter(hash => hash !== ''),
    some => sql<SqlBool>`unit.content_hash in (${sql.join(some)})`,
  )
  await collect(
    [...new Set(targets)].filter(target => target !== ''),
    some =>
      sql<SqlBool>`substr(unit.target, 1, 40) in (${sql.join([...new Set(some.map(start))])}) and unit.target in (${sql.join(some)})`,
  )
  return [...found.values()]
}

/** The cross join keeps SQLite from beginning with the translations and looking at all of their strings. */
const unitsIn = (db: Reader, project: number, language: number, condition: Expression<SqlBool>): Promise<UnitRow[]> =>
  db
    .selectFrom('unit')
    .crossJoin('translation')
    .selectAll('unit')
    .where(condition)
    .whereRef('translation.id', '=', 'unit.translation_id')
    .where('translation.project_id', '=', project)
    .where('translation.language_id', '=', language)
    .limit(MOST)
    .execute()
