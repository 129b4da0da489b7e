import type { Reader } from '#store/store.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { type CounterFault, fault } from './counter-fault.ts'
import { COUNTERS, count, noCounters } from './counters.ts'
import { recountRecent } from './recent-changes.ts'
import { recountTotals } from './recount-totals.ts'

const COUNTED = [
  'translation_id',
  'state',
  'num_words',
  'num_chars',
  'failing_checks',
  'suggestion_count',
  'comment_count',
] as const

/** Compares every stored counter with the actual rows. */
export async function* recount(db: Reader): AsyncGenerator<CounterFault> {
  yield* recountTranslations(db)
  yield* recountTotals(db)
  yield* orphans(db)
}

/** Orphaned strings, which no counter includes. */
async function* orphans(db: Reader): AsyncGenerator<CounterFault> {
  const rows = await db
    .selectFrom('unit')
    .leftJoin('translation', 'translation.id', 'unit.translation_id')
    .select('unit.id')
    .where('translation.id', 'is', null)
    .limit(100)
    .execute()
  for (const { id } of rows) yield fault('unit', id, 'translations', 1, 0)
}

/** Processes one translation at a time to limit memory use. */
async function* recountTranslations(db: Reader): AsyncGenerator<CounterFault> {
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

/** A unit's counters (failing checks, pending suggestions, open comments) and its state. */
async function* unitFaults(db: Reader, translation: number): AsyncGenerator<CounterFault> {
  const rows = await db
    .selectFrom('unit')
    .select(['id', 'state', 'held_state', 'failing_checks', 'suggestion_count', 'comment_count'])
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
    if (row.held_state !== null && row.state !== UNIT_STATES.readonly)
      yield fault('unit', row.id, 'state', row.state, UNIT_STATES.readonly)
    if (row.failing_checks !== row.checks) yield fault('unit', row.id, 'failing_checks', row.failing_checks, row.checks)
    if (row.suggestion_count !== row.suggestions)
      yield fault('unit', row.id, 'suggestion_count', row.suggestion_count, row.suggestions)
    if (row.comment_count !== row.comments)
      yield fault('unit', row.id, 'comment_count', row.comment_count, row.comments)
  }
}
