// Strings of a translation as the editor lists them: in file order and in pages.

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import type { Query, Term } from './search-query.ts'
import { stateOf } from './state-names.ts'
import { findsAll, settleSearch, unitCondition } from './unit-search.ts'

/** A position between strings. Several strings can have the same position, so the ID is needed too. */
export interface Place {
  readonly position: number
  readonly id: number
}

/** Where a page starts: at the beginning, after or before a place, or around it. */
export type Where = { after: Place } | { before: Place } | { around: Place } | null

const COLUMNS = [
  'id',
  'position',
  'source',
  'target',
  'state',
  'failing_checks',
  'suggestion_count',
  'comment_count',
  'context',
] as const

export type ListedString = Pick<UnitRow, (typeof COLUMNS)[number]>

export interface Stretch {
  readonly strings: readonly ListedString[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
}

const matching = (db: Reader, translation: TranslationRow, terms: Query) =>
  db
    .selectFrom('unit')
    .where('translation_id', '=', translation.id)
    .where(eb => unitCondition(eb, terms))
    .$if(true, query => hintsOf(terms).reduce((narrowed, hint) => narrowed.where(hint), query))

type Direction = 'forwards' | 'backwards'

/** Rows examined per statement, which cannot be interrupted on SQLite. */
const BATCH = 4000

/**
 * Splits the way from a place into sections, with null as the end of the last one. Searches without an index examine
 * every string, so others get a turn in between.
 */
async function* sections(
  db: Reader,
  translation: TranslationRow,
  terms: Query,
  from: RawBuilder<SqlBool>,
  direction: Direction,
): AsyncGenerator<{ from: RawBuilder<SqlBool>; to: RawBuilder<SqlBool> | null }> {
  const isFast = findsAll(terms) || hintsOf(terms).length > 0 || translation.total <= BATCH
  let start = from
  while (!isFast) {
    const order = direction === 'forwards' ? 'asc' : 'desc'
    const stop = await db
      .selectFrom('unit')
      .select(['position', 'id'])
      .where('translation_id', '=', translation.id)
      .where(start)
      .orderBy('position', order)
      .orderBy('id', order)
      .offset(BATCH - 1)
      .limit(1)
      .executeTakeFirst()
    if (stop === undefined) break
    yield { from: start, to: beyond(direction === 'forwards' ? '<=' : '>=', stop) }
    start = beyond(direction === 'forwards' ? '>' : '<', stop)
  }
  yield { from: start, to: null }
}

async function find(
  db: Reader,
  translation: TranslationRow,
  terms: Query,
  most: number,
  start: RawBuilder<SqlBool>,
  direction: Direction,
): Promise<ListedString[]> {
  const order = direction === 'forwards' ? 'asc' : 'desc'
  const strings: ListedString[] = []
  for await (const { from, to } of sections(db, translation, terms, start, direction)) {
    const rows = await matching(db, translation, terms)
      .select(COLUMNS)
      .where(from)
      .$if(to !== null, query => query.where(to!))
      .orderBy('position', order)
      .orderBy('id', order)
      .limit(most - strings.length)
      .execute()
    strings.push(...rows)
    if (strings.length >= most) break
  }
  return direction === 'forwards' ? strings : strings.reverse()
}

/** A page of matching strings that starts at the given rank. */
export async function stretchAt(
  db: Reader,
  translation: TranslationRow,
  search: Query,
  rank: number,
  limit: number,
): Promise<Stretch> {
  const terms = await settleSearch(db, search, translation.id)
  const strings: ListedString[] = []
  let passed = rank
  for await (const { from, to } of sections(db, translation, terms, beyond('>', BEGINNING), 'forwards')) {
    const here = matching(db, translation, terms)
      .where(from)
      .$if(to !== null, query => query.where(to!))
    if (to !== null && passed > 0) {
      const { n } = await here.select(eb => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
      if (Number(n) <= passed) {
        passed -= Number(n)
        continue
      }
    }
    const rows = await here
      .select(COLUMNS)
      .orderBy('position')
      .orderBy('id')
      .offset(passed)
      .limit(limit + 1 - strings.length)
      .execute()
    passed = 0
    strings.push(...rows)
    if (strings.length > limit) break
  }
  return {
    strings: strings.slice(0, limit),
    hasBefore: rank > 0 && strings.length > 0,
    hasAfter: strings.length > limit,
  }
}

export async function stretchOf(
  db: Reader,
  translation: TranslationRow,
  search: Query,
  where: Where,
  limit: number,
): Promise<Stretch> {
  const terms = await settleSearch(db, search, translation.id)
  const forwards = (most: number, from: RawBuilder<SqlBool>) => find(db, translation, terms, most, from, 'forwards')
  const backwards = (most: number, from: RawBuilder<SqlBool>) => find(db, translation, terms, most, from, 'backwards')
  if (where === null) {
    const strings = await forwards(limit + 1, beyond('>', BEGINNING))
    return { strings: strings.slice(0, limit), hasBefore: false, hasAfter: strings.length > limit }
  }
  if ('after' in where) {
    const strings = await forwards(limit + 1, beyond('>', where.after))
    const [earlier] = await backwards(1, beyond('<=', where.after))
    return { strings: strings.slice(0, limit), hasBefore: earlier !== undefined, hasAfter: strings.length > limit }
  }
  if ('before' in where) {
    const strings = await backwards(limit + 1, beyond('<', where.before))
    const [later] = await forwards(1, beyond('>=', where.before))
    return { strings: strings.slice(-limit), hasBefore: strings.length > limit, hasAfter: later !== undefined }
  }
  const half = Math.floor(limit / 2)
  const later = await forwards(limit + 1, beyond('>=', where.around))
  // Near the end, more of the earlier strings fit.
  const earlierCount = Math.max(half, limit - later.length)
  const earlier = await backwards(earlierCount + 1, beyond('<', where.around))
  const kept = earlierCount === 0 ? [] : earlier.slice(-earlierCount)
  const rest = limit - kept.length
  return {
    strings: [...kept, ...later.slice(0, rest)],
    hasBefore: earlier.length > earlierCount,
    hasAfter: later.length > rest,
  }
}

/** Before every string. Even this bound makes SQLite follow the index order instead of sorting the results. */
const BEGINNING: Place = { position: -1, id: 0 }

const beyond = (operator: '<' | '<=' | '>' | '>=', { position, id }: Place): RawBuilder<SqlBool> =>
  sql<SqlBool>`(position, id) ${sql.raw(operator)} (${position}, ${id})`

/** Number of matching strings. Slow if the counters do not have it, because every string is examined. */
export async function countStrings(db: Reader, translation: TranslationRow, terms: Query): Promise<number> {
  return knownCount(translation, terms) ?? count(db, translation, terms, null)
}

/** Number of matching strings before a place. */
export const countBefore = (db: Reader, translation: TranslationRow, terms: Query, place: Place): Promise<number> =>
  count(db, translation, terms, beyond('<', place))

async function count(
  db: Reader,
  translation: TranslationRow,
  search: Query,
  before: RawBuilder<SqlBool> | null,
): Promise<number> {
  const terms = await settleSearch(db, search, translation.id)
  let sum = 0
  for await (const { from, to } of sections(db, translation, terms, beyond('>', BEGINNING), 'forwards')) {
    const bounds = [from, to, before].flatMap(each => each ?? [])
    const { n } = await matching(db, translation, terms)
      .select(eb => eb.fn.countAll<number>().as('n'))
      .$if(true, query => bounds.reduce((bounded, bound) => bounded.where(bound), query))
      .executeTakeFirstOrThrow()
    sum += Number(n)
  }
  return sum
}

/** The number of matches from the translation's counters, for common searches; null for others. */
export function knownCount(translation: TranslationRow, terms: Query): number | null {
  const { total, translated, fuzzy, failing, suggestions, comments } = translation
  if (findsAll(terms)) return total
  if (terms.kind !== 'term' || terms.until !== undefined) return null
  const { field, operator, value } = terms
  if (field === 'has')
    return { check: failing, 'failing-check': failing, suggestion: suggestions, comment: comments }[value] ?? null
  if (field === 'is' && value === 'translated') return translated
  if (field === 'is' && value === 'untranslated') return total - translated
  if (field === 'is' && ['fuzzy', 'needs-editing'].includes(value)) return fuzzy
  if ((field !== 'state' && field !== 'is') || NO_STATES.test(value)) return null
  const state = stateOf(value)
  if (state === UNIT_STATES.empty && (operator === undefined || operator === '=')) return total - translated - fuzzy
  if (field === 'is' || state !== UNIT_STATES.translated) return null
  if (operator === '<') return total - translated
  return operator === '>=' ? translated : null
}

/**
 * Conditions that follow from a search and match a partial index (migration 014). The planner needs them literally, so
 * they contain no parameters.
 */
function hintsOf(terms: Query): RawBuilder<SqlBool>[] {
  const parts = terms.kind === 'and' ? terms.parts : [terms]
  const hints = new Set(parts.flatMap(part => (part.kind === 'term' ? (hintOf(part) ?? []) : [])))
  return [...hints].map(text => sql<SqlBool>`${sql.raw(text)}`)
}

const UNFINISHED = 'unit.state < 20'
const FAILING = 'unit.failing_checks > 0'
const SUGGESTED = 'unit.suggestion_count > 0'
const COMMENTED = 'unit.comment_count > 0'

/** Values of `is:` that are no states. */
const NO_STATES = /^(?:pending|automatically[-_]translated)$/

function hintOf({ field, operator, value, until }: Term): string | null {
  if (field === 'check') return FAILING
  if (field === 'suggestion' || field === 'suggestion_author') return SUGGESTED
  if (field === 'has')
    return { check: FAILING, 'failing-check': FAILING, suggestion: SUGGESTED, comment: COMMENTED }[value] ?? null
  if (until !== undefined) return null
  if (field === 'is' && value === 'untranslated') return UNFINISHED
  if ((field !== 'state' && field !== 'is') || NO_STATES.test(value)) return null
  const state = stateOf(value)
  const isBelow =
    field === 'is' || operator === undefined || operator === '=' || operator === '<='
      ? state < UNIT_STATES.translated
      : operator === '<' && state <= UNIT_STATES.translated
  return isBelow ? UNFINISHED : null
}
