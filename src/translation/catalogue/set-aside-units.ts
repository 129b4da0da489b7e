// Strings that a file no longer has. Their rows move out of `unit`, so no list, counter or search finds them. They
// return with the same ID, so their comments, suggestions and history are theirs again.

import { type Insertable, type Selectable, sql } from 'kysely'
import { padded, portions } from '#store/keyset.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { isTranslated, UNIT_STATES } from '../values/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { splitForms } from './forms.ts'
import { ownState } from './read-only.ts'
import { placeOf, type TranslationRow, type UnitRow } from './rows.ts'
import { checkUnits } from './unit-checks.ts'
import { removeDependents } from './unit-dependents.ts'
import type { Work } from './work.ts'

type SetAsideUnit = Selectable<Database['set_aside_unit']>

/** All columns of a unit; a test compares them with the tables. */
export const UNIT_COLUMNS = [
  ...(['id', 'translation_id', 'source_unit_id', 'id_hash', 'content_hash', 'context', 'source', 'target'] as const),
  ...(['previous_source', 'note', 'location', 'flags', 'extra_flags', 'explanation', 'state', 'held_state'] as const),
  ...(['position', 'priority', 'num_words', 'num_chars', 'failing_checks', 'suggestion_count'] as const),
  ...(['comment_count', 'pending', 'automatically_translated', 'created_at', 'updated_at'] as const),
] as const satisfies readonly (keyof Database['unit'])[]

/** Moves units out of the catalogue. The caller updates the counters. */
export async function moveAside(tx: Writer, component: number, at: number, ids: readonly number[]): Promise<void> {
  await tx
    .insertInto('set_aside_unit')
    .columns([...UNIT_COLUMNS, 'component_id', 'set_aside_at'])
    .expression(
      tx
        .selectFrom('unit')
        .select(UNIT_COLUMNS)
        .select([
          sql<number>`cast(${component} as bigint)`.as('component_id'),
          sql<number>`cast(${at} as bigint)`.as('set_aside_at'),
        ])
        .where('id', 'in', ids),
    )
    .execute()
  await tx.deleteFrom('unit').where('id', 'in', ids).execute()
}

/** A restored string as the file has it. */
type FileValues = Omit<
  Insertable<Database['unit']>,
  'translation_id' | 'created_at' | 'updated_at' | 'failing_checks' | 'held_state'
>

const isBlank = (text: string): boolean => splitForms(text).every(form => form === '')

/**
 * Restores those of the given strings that are set aside, by hash. A text from the file takes precedence; without one
 * the previous text is kept and waits to be written into the file.
 */
export async function bringBack(
  work: Work,
  translation: TranslationRow,
  strings: readonly { readonly row: FileValues }[],
): Promise<Map<string, UnitRow>> {
  const { tx } = work
  const rows = await tx
    .selectFrom('set_aside_unit')
    .selectAll()
    .where('translation_id', '=', translation.id)
    .where('id_hash', 'in', padded(strings.map(({ row }) => row.id_hash)))
    .orderBy('id')
    .execute()
  if (rows.length === 0) return new Map()
  const fileValues = new Map(strings.map(({ row }) => [row.id_hash, row]))
  const ids = rows.map(row => row.id)
  await tx.deleteFrom('set_aside_unit').where('id', 'in', ids).execute()
  const back = rows.map(row => ({ row, unit: restoredUnit(work, translation, row, fileValues.get(row.id_hash)!) }))
  await tx
    .insertInto('unit')
    .values(back.map(({ unit }) => unit))
    .execute()
  for (const { row, unit } of back) {
    if (unit.pending === 1) work.returned.add(row.id)
    await keepUnwritten(work, row, unit.target)
  }
  const written = await recountOwn(tx, ids)
  for (const unit of written) {
    work.counters.add(null, unit)
    work.looks.at(translation.id, { unit_id: unit.id })
  }
  for (const { row, unit } of back)
    if (translation.is_source === 0 && unit.target !== row.target)
      work.record(
        ACTION.updatedInRepository,
        { ...placeOf(translation), unit_id: row.id },
        { target: unit.target, old: row.target, details: { state: unit.state, old_state: row.state } },
      )
  const checked = await checkUnits(work, translation, written)
  return new Map(checked.map(unit => [unit.id_hash, unit]))
}

function restoredUnit({ now }: Work, translation: TranslationRow, row: SetAsideUnit, fileValues: FileValues): UnitRow {
  const { component_id: _, set_aside_at: __, ...before } = row
  const isSource = translation.is_source === 1
  const now_ = {
    ...before,
    source_unit_id: isSource ? row.id : (fileValues.source_unit_id ?? null),
    content_hash: fileValues.content_hash,
    context: fileValues.context ?? '',
    source: fileValues.source,
    note: fileValues.note ?? '',
    location: fileValues.location ?? '',
    flags: fileValues.flags ?? '',
    explanation: fileValues.explanation || row.explanation,
    position: fileValues.position,
    priority: fileValues.priority ?? row.priority,
    num_words: fileValues.num_words,
    num_chars: fileValues.num_chars,
    updated_at: now,
  }
  const target = fileValues.target ?? ''
  const state = fileValues.state ?? UNIT_STATES.empty
  if (isSource) return { ...now_, target, state, held_state: null }
  const forms = fileValues.source.includes('\u001e\u001e') ? translation.plural_number : 1
  if (isBlank(target)) return ownText(now_, row, forms)
  if (target !== row.target)
    return { ...now_, target, state, held_state: null, previous_source: '', pending: 0, automatically_translated: 0 }
  // Most formats cannot mark a text as approved.
  const isFinished = isTranslated(state) && isTranslated(ownState(row))
  return isFinished ? { ...now_, pending: 0 } : { ...now_, state, held_state: null, pending: 0 }
}

/** Restores the previous text. It needs editing if the source text has changed. */
function ownText(now: UnitRow, row: SetAsideUnit, forms: number): UnitRow {
  if (isBlank(row.target)) return { ...now, target: '\u001e\u001e'.repeat(forms - 1) }
  const texts = splitForms(row.target)
  const target = Array.from({ length: forms }, (_, i) => texts[i] ?? '').join('\u001e\u001e')
  const own = ownState(row)
  const isOutdated = now.source !== row.source && isTranslated(own) && own !== UNIT_STATES.readonly
  const outdated = {
    [row.held_state === null ? 'state' : 'held_state']: UNIT_STATES.needsEditing,
    previous_source: row.source,
  }
  return { ...now, target, pending: 1, ...(isOutdated && outdated) }
}

/** Keeps a text that was never written to a file as a suggestion by its author, if the file brings another one. */
async function keepUnwritten({ tx, now }: Work, row: SetAsideUnit, target: string): Promise<void> {
  if (row.pending === 0 || row.target === target || isBlank(row.target) || row.source_unit_id === row.id) return
  const last = await tx
    .selectFrom('translation_change')
    .select('author_id')
    .where('unit_id', '=', row.id)
    .where('is_content', '=', 1)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const same = await tx
    .selectFrom('suggestion')
    .select('id')
    .where('unit_id', '=', row.id)
    .where('target', '=', row.target)
    .executeTakeFirst()
  if (same === undefined)
    await tx
      .insertInto('suggestion')
      .values({ unit_id: row.id, target: row.target, account_id: last?.author_id ?? null, created_at: now })
      .execute()
}

/** Recounts the suggestions, comments and failing checks of units. */
async function recountOwn(tx: Writer, ids: readonly number[]): Promise<UnitRow[]> {
  await sql`update unit set
    suggestion_count = (select count(*) from suggestion where suggestion.unit_id = unit.id),
    comment_count = (select count(*) from unit_comment where unit_comment.unit_id = unit.id and unit_comment.resolved = 0),
    failing_checks = (select count(*) from check_failure where check_failure.unit_id = unit.id and check_failure.dismissed = 0)
    where id in (${sql.join(ids)})`.execute(tx)
  return tx.selectFrom('unit').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

const BATCH = 500

/** Permanently deletes strings that are set aside, with everything that depends on them. */
export async function purgeUnits(tx: Writer, ids: readonly number[]): Promise<void> {
  for (const portion of portions(ids, BATCH)) {
    const some = padded(portion)
    await removeDependents(tx, some)
    await tx.deleteFrom('set_aside_unit').where('id', 'in', some).execute()
  }
}

/** IDs of the strings that are set aside in a component, translation or source string. */
export const setAsideIds = async (
  db: Reader,
  column: 'component_id' | 'translation_id' | 'source_unit_id',
  values: readonly number[],
): Promise<number[]> =>
  values.length === 0
    ? []
    : (await db.selectFrom('set_aside_unit').select('id').where(column, 'in', values).orderBy('id').execute()).map(
        row => row.id,
      )
