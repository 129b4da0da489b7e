// The strings of one translation as an editor walks along them: in the order of the file, a stretch at a time.

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '#store/store.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import type { Query, Term } from './search-query.ts'
import { findsAll, stateOf, unitCondition } from './unit-search.ts'

/** A place between strings: several may have one position, so their ids tell them apart. */
export interface Place {
  readonly position: number
  readonly id: number
}

/** Where a stretch lies: at the beginning, behind or before a place, or on both sides of it. */
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

export async function stretchOf(
  db: Reader,
  translation: TranslationRow,
  terms: Query,
  where: Where,
  limit: number,
): Promise<Stretch> {
  const rows = matching(db, translation, terms).select(COLUMNS)
  const forwards = (most: number, from?: RawBuilder<SqlBool>) =>
    rows
      .$if(from !== undefined, query => query.where(from!))
      .orderBy('position')
      .orderBy('id')
      .limit(most)
      .execute()
  const backwards = async (most: number, from: RawBuilder<SqlBool>) =>
    (await rows.where(from).orderBy('position', 'desc').orderBy('id', 'desc').limit(most).execute()).reverse()
  if (where === null) {
    const found = await forwards(limit + 1)
    return { strings: found.slice(0, limit), hasBefore: false, hasAfter: found.length > limit }
  }
  if ('after' in where) {
    const found = await forwards(limit + 1, beyond('>', where.after))
    const [earlier] = await backwards(1, beyond('<=', where.after))
    return { strings: found.slice(0, limit), hasBefore: earlier !== undefined, hasAfter: found.length > limit }
  }
  if ('before' in where) {
    const found = await backwards(limit + 1, beyond('<', where.before))
    const [later] = await forwards(1, beyond('>=', where.before))
    return { strings: found.slice(-limit), hasBefore: found.length > limit, hasAfter: later !== undefined }
  }
  const half = Math.floor(limit / 2)
  const later = await forwards(limit + 1, beyond('>=', where.around))
  // Near the end there is more room for what comes before.
  const wanted = Math.max(half, limit - later.length)
  const earlier = await backwards(wanted + 1, beyond('<', where.around))
  const kept = wanted === 0 ? [] : earlier.slice(-wanted)
  const rest = limit - kept.length
  return {
    strings: [...kept, ...later.slice(0, rest)],
    hasBefore: earlier.length > wanted,
    hasAfter: later.length > rest,
  }
}

const beyond = (operator: '<' | '<=' | '>' | '>=', { position, id }: Place): RawBuilder<SqlBool> =>
  sql<SqlBool>`(position, id) ${sql.raw(operator)} (${position}, ${id})`

/** How many strings a search finds. Dear where the counters do not know it: every string is looked at. */
export async function countStrings(db: Reader, translation: TranslationRow, terms: Query): Promise<number> {
  const known = knownCount(translation, terms)
  if (known !== null) return known
  const { n } = await matching(db, translation, terms)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** How many of the strings that a search finds come before one. */
export async function countBefore(
  db: Reader,
  translation: TranslationRow,
  terms: Query,
  place: Place,
): Promise<number> {
  const { n } = await matching(db, translation, terms)
    .select(eb => eb.fn.countAll<number>().as('n'))
    .where(beyond('<', place))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The count that stands in the translation's own counters, for the searches that people work by; null for others. */
export function knownCount(translation: TranslationRow, terms: Query): number | null {
  const { total, translated, fuzzy, failing, suggestions, comments } = translation
  if (findsAll(terms)) return total
  if (terms.kind !== 'term') return null
  const { field, operator, value } = terms
  if (field === 'has')
    return { check: failing, 'failing-check': failing, suggestion: suggestions, comment: comments }[value] ?? null
  if (field === 'is' && value === 'translated') return translated
  if (field === 'is' && ['fuzzy', 'needs-editing'].includes(value)) return fuzzy
  if ((field !== 'state' && field !== 'is') || value === 'pending') return null
  const state = stateOf(value)
  if (state === UNIT_STATES.empty && (operator === undefined || operator === '=')) return total - translated - fuzzy
  if (field === 'is' || state !== UNIT_STATES.translated) return null
  if (operator === '<') return total - translated
  return operator === '>=' ? translated : null
}

/**
 * What follows from a search and is the condition of a partial index (migration 014). The planner finds the index by these
 * very words, so that they hold no parameter.
 */
function hintsOf(terms: Query): RawBuilder<SqlBool>[] {
  const parts = terms.kind === 'and' ? terms.parts : [terms]
  const found = new Set(parts.flatMap(part => (part.kind === 'term' ? (hintOf(part) ?? []) : [])))
  return [...found].map(text => sql<SqlBool>`${sql.raw(text)}`)
}

const UNFINISHED = 'unit.state < 20'
const FAILING = 'unit.failing_checks > 0'
const SUGGESTED = 'unit.suggestion_count > 0'
const COMMENTED = 'unit.comment_count > 0'

function hintOf({ field, operator, value }: Term): string | null {
  if (field === 'check') return FAILING
  if (field === 'suggestion' || field === 'suggestion_author') return SUGGESTED
  if (field === 'has')
    return { check: FAILING, 'failing-check': FAILING, suggestion: SUGGESTED, comment: COMMENTED }[value] ?? null
  if ((field !== 'state' && field !== 'is') || value === 'pending') return null
  const state = stateOf(value)
  const isBelow =
    field === 'is' || operator === undefined || operator === '=' || operator === '<='
      ? state < UNIT_STATES.translated
      : operator === '<' && state <= UNIT_STATES.translated
  return isBelow ? UNFINISHED : null
}
