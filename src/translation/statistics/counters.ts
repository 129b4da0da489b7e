import { isFuzzy, isTranslated, UNIT_STATES } from '../values/unit-states.ts'

/** The fields of a unit that counters depend on. */
export interface CountedUnit {
  translation_id: number
  state: number
  num_words: number
  num_chars: number
  failing_checks: number
  suggestion_count: number
  comment_count: number
}

export const COUNTERS = [
  'total',
  'total_words',
  'total_chars',
  'translated',
  'translated_words',
  'translated_chars',
  'fuzzy',
  'fuzzy_words',
  'fuzzy_chars',
  'approved',
  'approved_words',
  'approved_chars',
  'readonly',
  'readonly_words',
  'readonly_chars',
  'failing',
  'failing_words',
  'failing_chars',
  'suggestions',
  'comments',
] as const

export type Counter = (typeof COUNTERS)[number]
export type Counters = Record<Counter, number>

export const noCounters = (): Counters => Object.fromEntries(COUNTERS.map(name => [name, 0])) as Counters

/**
 * Adds a unit to the counters, or subtracts it with `sign` -1. Several identical units can be added at once if `unit` has
 * the words and characters of all of them.
 */
export function count(counters: Counters, unit: CountedUnit, sign: 1 | -1 = 1, times = 1): void {
  const add = (name: 'total' | 'translated' | 'fuzzy' | 'approved' | 'readonly' | 'failing') => {
    counters[name] += sign * times
    counters[`${name}_words`] += sign * unit.num_words
    counters[`${name}_chars`] += sign * unit.num_chars
  }
  add('total')
  if (isTranslated(unit.state)) add('translated')
  if (isFuzzy(unit.state)) add('fuzzy')
  if (unit.state === UNIT_STATES.approved) add('approved')
  if (unit.state === UNIT_STATES.readonly) add('readonly')
  if (unit.failing_checks > 0) add('failing')
  if (unit.suggestion_count > 0) counters.suggestions += sign * times
  if (unit.comment_count > 0) counters.comments += sign * times
}
