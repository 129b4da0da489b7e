import { expressionBuilder } from 'kysely'
import { type Clock, systemClock } from '#store/clock.ts'
import { padded } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { checkScannedTerms, hasScannedTerms, settleScannedTerms } from './scanned-terms.ts'
import { changeCondition, isAboutChanges } from './search-changes.ts'
import { numericDate } from './search-dates.ts'
import { parseQuery, type Query, SearchError, type Term } from './search-query.ts'
import type { Condition, Units } from './term-conditions.ts'
import { FIELDS, inText, isDate } from './unit-search-fields.ts'

export { SearchError } from './search-query.ts'

/**
 * Parses a search for strings; errors are thrown here or by `unitCondition`. Dates such as `yesterday` are relative to
 * the clock.
 */
export const parseUnitSearch = (text: string, clock: Clock = systemClock): Query =>
  withNumericDates(parseQuery(text), clock.now())

function withNumericDates(query: Query, now: number): Query {
  if (query.kind === 'not') return { ...query, part: withNumericDates(query.part, now) }
  if (query.kind === 'found') return query
  if (query.kind !== 'term') return { ...query, parts: query.parts.map(part => withNumericDates(part, now)) }
  if (!isDate(query.field)) return query
  const { value, until } = query
  return { ...query, value: numericDate(value, now), ...(until !== undefined && { until: numericDate(until, now) }) }
}

/** Whether a search matches everything. */
export const findsAll = (query: Query): boolean => query.kind === 'and' && query.parts.length === 0

/** Rejects an invalid search that would otherwise fail later, when the user cannot correct it. */
export function checkUnitSearch(text: string): void {
  unitCondition(expressionBuilder<Database, 'unit'>(), checkScannedTerms(parseUnitSearch(text)))
}

/**
 * Prepares a search for `unitCondition`: finds the strings that regular expressions and `has:glossary` match. `scope` is
 * the translation that is searched, or a condition.
 */
export function settleSearch(db: Reader, query: Query, scope: number | ((eb: Units) => Condition)): Promise<Query> {
  const within =
    typeof scope === 'number' ? (eb: Units) => eb('unit.translation_id', '=', scope) as unknown as Condition : scope
  return settleScannedTerms(db, query, within, unitCondition)
}

export function unitCondition(eb: Units, query: Query): Condition {
  switch (query.kind) {
    case 'and':
      return allOf(eb, query.parts)
    case 'or':
      return eb.or(query.parts.map(part => unitCondition(eb, part)))
    case 'not':
      return eb.not(unitCondition(eb, query.part)) as unknown as Condition
    case 'found':
      return eb('unit.id', 'in', query.ids.length === 0 ? [-1] : padded(query.ids))
    default:
      return termCondition(eb, query)
  }
}

/** Terms about changes apply to the same change. */
function allOf(eb: Units, parts: readonly Query[]): Condition {
  const changes = parts.filter((part): part is Term => part.kind === 'term' && isAboutChanges(part.field))
  if (changes.length < 2) return eb.and(parts.map(part => unitCondition(eb, part)))
  const others = parts.filter(part => !changes.includes(part as Term))
  return eb.and([...others.map(part => unitCondition(eb, part)), changeCondition(eb, changes)])
}

/** Names of all search fields, for the documentation. */
export const searchFields = (): string[] => Object.keys(FIELDS)

function termCondition(eb: Units, term: Term): Condition {
  if (hasScannedTerms(term)) throw new SearchError('Regular expressions and "has:glossary" cannot be used here.')
  if (term.field === undefined)
    return eb.or((['source', 'target', 'context'] as const).map(name => inText(eb, `unit.${name}`, term)))
  const condition = Object.hasOwn(FIELDS, term.field) ? FIELDS[term.field] : undefined
  if (condition === undefined)
    throw new SearchError(
      `Unknown search field "${term.field}:". Valid fields: ${searchFields().join(', ')}. To search for text with a colon, put it in quotes.`,
    )
  return condition(eb, term)
}

/** IDs of the strings of a translation that match a search. */
export async function unitsMatching(db: Reader, translation: number, query: Query): Promise<ReadonlySet<number>> {
  const settled = await settleSearch(db, query, translation)
  const rows = await db
    .selectFrom('unit')
    .select('unit.id')
    .where('translation_id', '=', translation)
    .where(eb => unitCondition(eb, settled))
    .execute()
  return new Set(rows.map(row => row.id))
}
