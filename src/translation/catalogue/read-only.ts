import type { ExpressionBuilder } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { FlagSyntaxError, parseFlags } from '../checks/flags.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { lockUnit } from './rows.ts'
import { unitRanges } from './units-in-portions.ts'
import type { Work } from './work.ts'

/** Rows to change per statement. */
const ROWS_AT_ONCE = 1000

const READ_ONLY = 'read-only'

/**
 * Whether flags make a string read-only; the layers go from general to specific. Layers with syntax errors are ignored.
 * Layers that do not contain the text are skipped without parsing, so most strings are cheap.
 */
export function isReadOnly(layers: readonly string[]): boolean {
  let result = false
  for (const layer of layers) {
    if (!layer.includes(READ_ONLY)) continue
    for (const { name, values } of readableFlags(layer))
      if (name === READ_ONLY) result = true
      else if (name === 'discard' && values[0]?.text === READ_ONLY) result = false
  }
  return result
}

function readableFlags(layer: string): ReturnType<typeof parseFlags> {
  try {
    return parseFlags(layer)
  } catch (error) {
    if (error instanceof FlagSyntaxError) return []
    throw error
  }
}

/** Flags that apply to all strings of a translation, from its project and component. */
interface GeneralFlags {
  project_flags: string
  component_flags: string
  edit_template: number
}

/** The source language is read-only if the component does not allow editing its template. */
export const generalFlags = (flags: GeneralFlags, translation: Pick<TranslationRow, 'is_source'>): string[] => [
  flags.project_flags,
  flags.component_flags,
  translation.is_source === 1 && flags.edit_template === 0 ? READ_ONLY : '',
]

type Settled = Pick<UnitRow, 'state' | 'held_state'>

/**
 * The state of a string after its flags make it read-only or no longer do. The previous state is held and restored when
 * the flags are removed: `held_state` is set exactly while flags make the string read-only.
 */
export function settled({ state, held_state }: Settled, readOnly: boolean): Settled {
  if (readOnly === (held_state !== null)) return { state, held_state }
  return readOnly ? { state: UNIT_STATES.readonly, held_state: state } : { state: held_state!, held_state: null }
}

/** The state of a string apart from its flags, which is what its file says. */
export const ownState = (unit: Settled): number => unit.held_state ?? unit.state

/** Updates the state of a string to match its flags. */
export async function settle(work: Work, unit: UnitRow, layers: readonly string[]): Promise<UnitRow> {
  const after = { ...unit, ...settled(unit, isReadOnly(layers)) }
  if (after.held_state === unit.held_state) return unit
  const { state, held_state } = after
  await work.tx.updateTable('unit').set({ state, held_state }).where('id', '=', unit.id).execute()
  work.counters.add(unit, after)
  return after
}

/** Updates the states of all strings of a component after its flags or those of its project changed. */
export async function settleComponent(work: Work, id: number, before: GeneralFlags, now: GeneralFlags): Promise<void> {
  const isAffected = (is_source: number) =>
    isReadOnly(generalFlags(before, { is_source })) !== isReadOnly(generalFlags(now, { is_source }))
  if (!isAffected(0) && !isAffected(1)) return
  // Strings are counted by state and then changed, so no one may change them in between.
  work.counters.demandAlone()
  const rows = await work.tx
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', id)
    .orderBy('id')
    .execute()
  for (const translation of rows.filter(row => isAffected(row.is_source)))
    await settleTranslation(work, translation, generalFlags(now, translation))
}

async function settleTranslation(work: Work, { id }: TranslationRow, general: readonly string[]): Promise<void> {
  const flagged = await work.tx
    .selectFrom('unit')
    .leftJoin('unit as source', 'source.id', 'unit.source_unit_id')
    .select(['unit.id', 'source.extra_flags'])
    .where('unit.translation_id', '=', id)
    .where(eb => eb.or([mentionsReadOnly(eb, 'unit.flags'), mentionsReadOnly(eb, 'source.extra_flags')]))
    .orderBy('unit.id')
    .execute()
  for (const row of flagged) {
    const unit = await lockUnit(work, row.id)
    await settle(work, unit, [...general, unit.flags, row.extra_flags ?? ''])
  }
  await settleOthers(work, id, isReadOnly(general))
}

// biome-ignore lint/suspicious/noExplicitAny: a join alias is not a table of its own
const mentionsReadOnly = (eb: ExpressionBuilder<any, any>, column: string) => eb(column, 'like', `%${READ_ONLY}%`)

/** Updates strings without their own read-only flags to match the general flags, in batches. */
async function settleOthers(work: Work, translation: number, readOnly: boolean): Promise<void> {
  for await (const range of unitRanges(work.tx, translation, ROWS_AT_ONCE))
    await settleRange(work, translation, range, readOnly)
}

async function settleRange(
  { tx, counters }: Work,
  translation: number,
  { behind, upTo }: { behind: number; upTo: number },
  readOnly: boolean,
): Promise<void> {
  const without = (eb: ExpressionBuilder<Database, 'unit'>) =>
    eb.and([
      eb('translation_id', '=', translation),
      eb('id', '>', behind),
      eb('id', '<=', upTo),
      eb('held_state', readOnly ? 'is' : 'is not', null),
      eb.not(mentionsReadOnly(eb, 'flags')),
      eb.not(
        eb.exists(
          eb
            .selectFrom('unit as source')
            .select('source.id')
            .whereRef('source.id', '=', 'unit.source_unit_id')
            .where(inner => mentionsReadOnly(inner, 'source.extra_flags')),
        ),
      ),
    ])
  const groups = await tx
    .selectFrom('unit')
    .select(['state', 'held_state'])
    .select(eb => [
      eb.fn.countAll<number>().as('times'),
      eb.fn.sum<number>('num_words').as('num_words'),
      eb.fn.sum<number>('num_chars').as('num_chars'),
    ])
    .where(without)
    .groupBy(['state', 'held_state'])
    .execute()
  for (const { times, ...group } of groups) {
    // The other counts do not change, so they are left out on both sides.
    const same = { translation_id: translation, failing_checks: 0, suggestion_count: 0, comment_count: 0 }
    counters.add({ ...same, ...group }, { ...same, ...group, ...settled(group, readOnly) }, times)
  }
  await tx
    .updateTable('unit')
    .set(eb =>
      readOnly
        ? { held_state: eb.ref('state'), state: UNIT_STATES.readonly }
        : { state: eb.fn.coalesce('held_state', 'state'), held_state: null },
    )
    .where(without)
    .execute()
}
