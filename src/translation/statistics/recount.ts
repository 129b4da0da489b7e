import type { Reader } from '#store/store.ts'
import { COUNTERS, count, noCounters } from './counters.ts'
import { recountRecent } from './recent-changes.ts'

export interface CounterFault {
  /** What is wrong, for a person: `translation 12: translated is 40, counted 41`. */
  message: string
  table: 'translation' | 'unit'
  id: number
  column: string
  stored: number | null
  counted: number | null
}

const COUNTED = [
  'translation_id',
  'state',
  'num_words',
  'num_chars',
  'failing_checks',
  'suggestion_count',
  'comment_count',
] as const

const fault = (
  table: CounterFault['table'],
  id: number,
  column: string,
  stored: number | null,
  counted: number | null,
): CounterFault => ({
  message: `${table} ${id}: ${column} is ${stored}, counted ${counted}`,
  table,
  id,
  column,
  stored,
  counted,
})

/** Compares every kept number with the rows it stands for, one translation after the other. */
export async function* recount(db: Reader): AsyncGenerator<CounterFault> {
  for (let after = 0; ; ) {
    const translation = await db
      .selectFrom('translation')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (translation === undefined) return
    after = translation.id
    yield* unitFaults(db, translation.id)
    const counters = noCounters()
    const units = await db.selectFrom('unit').select(COUNTED).where('translation_id', '=', translation.id).execute()
    for (const unit of units) count(counters, unit)
    for (const name of COUNTERS)
      if (translation[name] !== counters[name])
        yield fault('translation', translation.id, name, translation[name], counters[name])
    const { last, recent } = await recountRecent(db, translation.id)
    if (translation.last_change !== last)
      yield fault('translation', after, 'last_change', translation.last_change, last)
    if (translation.recent_changes !== recent)
      yield fault('translation', after, 'recent_changes', translation.recent_changes, recent)
  }
}

/** A unit's own three numbers: checks that fail, suggestions that wait, comments that are open. */
async function* unitFaults(db: Reader, translation: number): AsyncGenerator<CounterFault> {
  const rows = await db
    .selectFrom('unit')
    .select(['id', 'failing_checks', 'suggestion_count', 'comment_count'])
    .select(eb => [
      eb
        .selectFrom('check_failure')
        .select(inner => inner.fn.countAll<number>().as('n'))
        .whereRef('check_failure.unit_id', '=', 'unit.id')
        .where('dismissed', '=', 0)
        .as('checks'),
      eb
        .selectFrom('suggestion')
        .select(inner => inner.fn.countAll<number>().as('n'))
        .whereRef('suggestion.unit_id', '=', 'unit.id')
        .as('suggestions'),
      eb
        .selectFrom('unit_comment')
        .select(inner => inner.fn.countAll<number>().as('n'))
        .whereRef('unit_comment.unit_id', '=', 'unit.id')
        .where('resolved', '=', 0)
        .as('comments'),
    ])
    .where('translation_id', '=', translation)
    .orderBy('id')
    .execute()
  for (const row of rows) {
    if (row.failing_checks !== row.checks) yield fault('unit', row.id, 'failing_checks', row.failing_checks, row.checks)
    if (row.suggestion_count !== row.suggestions)
      yield fault('unit', row.id, 'suggestion_count', row.suggestion_count, row.suggestions)
    if (row.comment_count !== row.comments)
      yield fault('unit', row.id, 'comment_count', row.comment_count, row.comments)
  }
}
