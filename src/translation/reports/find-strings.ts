import type { Reader } from '#store/store.ts'
import type { Permissions } from '../catalogue/permissions.ts'
import type { UnitRow } from '../catalogue/rows.ts'
import type { Query, Term } from '../catalogue/search-query.ts'
import { settleSearch, unitCondition } from '../catalogue/unit-search.ts'
import type { Versioned } from '../catalogue/unit-version.ts'
import type { Totals } from '../statistics/statistics.ts'
import { isInPlace, isVisible, type Place, type PlaceName } from './place.ts'

/** A translation with its matching strings. */
export interface FoundStrings {
  readonly place: PlaceName
  readonly projectName: string
  readonly componentName: string
  readonly language: { readonly code: string; readonly name: string; readonly direction: string }
  readonly units: readonly FoundUnit[]
}
export type FoundUnit = Pick<
  UnitRow,
  'id' | 'source' | 'target' | 'context' | 'state' | 'id_hash' | 'failing_checks' | 'translation_id'
> &
  Versioned

export interface StringsPage {
  readonly groups: readonly FoundStrings[]
  /** Translation, position and id of the last string; null when there are no more. */
  readonly next: readonly number[] | null
  /** Number of strings scanned for this page. */
  readonly lookedAt: number
}

/** Scan limit per page; the reader sees how far the search got. */
const MOST_LOOKED_AT = 200_000

/**
 * Finds strings in a place, page by page. Translations whose counters rule out a match are skipped, so that rare strings
 * are found quickly on large sites.
 */
export async function findStrings(
  db: Reader,
  permissions: Permissions,
  place: Place,
  query: Query,
  after: readonly number[] | null,
  size: number,
): Promise<StringsPage> {
  const translations = await db
    .selectFrom('translation')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('project', 'project.id', 'component.project_id')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .selectAll('translation')
    .select(['project.slug', 'project.name as projectName', 'component.path', 'component.name as componentName'])
    .select(['language.code', 'language.name as languageName', 'language.direction'])
    .where(eb => isInPlace(eb as never, place) as never)
    .where(eb => isVisible(eb as never, permissions) as never)
    .where('translation.id', '>=', after?.[0] ?? 0)
    .orderBy('translation.id')
    .execute()
  const groups: FoundStrings[] = []
  let room = size
  let lookedAt = 0
  for (const [i, translation] of translations.entries()) {
    if (!mayHold(query, translation)) continue
    if (lookedAt > 0 && lookedAt + translation.total > MOST_LOOKED_AT)
      return { groups, lookedAt, next: [translation.id, 0, 0] }
    lookedAt += translation.total
    const from = i === 0 && after?.[0] === translation.id ? after : null
    const units = await unitsOf(db, translation.id, query, from, room + 1)
    const shown = units.slice(0, room)
    if (shown.length > 0) {
      const { slug, path, code, projectName, componentName, languageName, direction } = translation
      groups.push({
        place: { project: slug, component: path, language: code },
        projectName,
        componentName,
        language: { code, name: languageName, direction },
        units: shown,
      })
    }
    if (units.length > room) {
      const last = shown.at(-1) ?? null
      return { groups, lookedAt, next: last ? [translation.id, last.position, last.id] : [translation.id, 0, 0] }
    }
    room -= shown.length
  }
  return { groups, lookedAt, next: null }
}

async function unitsOf(db: Reader, translation: number, search: Query, after: readonly number[] | null, limit: number) {
  const query = await settleSearch(db, search, translation)
  const [, position = 0, id = 0] = after ?? []
  return db
    .selectFrom('unit')
    .select(['id', 'source', 'target', 'context', 'state', 'id_hash', 'failing_checks', 'position'])
    .select(['translation_id', 'explanation', 'extra_flags'])
    .where('translation_id', '=', translation)
    .where(eb => unitCondition(eb, query))
    .$if(after !== null, rows =>
      rows.where(eb =>
        eb.or([eb('position', '>', position), eb.and([eb('position', '=', position), eb('id', '>', id)])]),
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Whether a translation can contain a match, judging by its counters. */
function mayHold(query: Query, totals: Totals): boolean {
  switch (query.kind) {
    case 'and':
      return query.parts.every(part => mayHold(part, totals))
    case 'or':
      return query.parts.some(part => mayHold(part, totals))
    case 'not':
      return totals.total > 0
    case 'found':
      return query.ids.length > 0
    default:
      return most(query, totals) > 0
  }
}

function most({ field, operator, value, until }: Term, t: Totals): number {
  if (until !== undefined) return t.total
  const counts: Record<string, number> = {
    'has:check': t.failing,
    'has:failing-check': t.failing,
    'has:suggestion': t.suggestions,
    'has:comment': t.comments,
    'is:needs-editing': t.fuzzy,
    'is:fuzzy': t.fuzzy,
    'is:translated': t.translated,
    'is:untranslated': t.total - t.translated,
    'state:<translated': t.total - t.translated,
    'state:>=translated': t.translated,
    'state:translated': t.translated - t.approved - t.readonly,
    'state:approved': t.approved,
    'state:readonly': t.readonly,
    'state:empty': t.total - t.translated - t.fuzzy,
  }
  return counts[`${field}:${operator ?? ''}${value}`] ?? t.total
}
