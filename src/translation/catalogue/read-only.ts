import type { ExpressionBuilder } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { FlagSyntaxError, parseFlags } from '../checks/flags.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { lockUnit } from './rows.ts'
import { unitRanges } from './units-in-portions.ts'
import type { Work } from './work.ts'

/** What one statement changes. */
const ROWS_AT_ONCE = 1000

const READ_ONLY = 'read-only'

/**
 * Whether flags make a string read-only; the layers go from the most general to the most specific. A layer that cannot be
 * read has no say, and neither has one that does not speak of it, so most strings cost no more than a look at the text.
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

/** What is said about all strings of a translation by its project, its component and its being the source. */
interface GeneralFlags {
  project_flags: string
  component_flags: string
  edit_template: number
}

/** The source language of a component whose template is not to be edited is there to be read. */
export const generalFlags = (flags: GeneralFlags, translation: Pick<TranslationRow, 'is_source'>): string[] => [
  flags.project_flags,
  flags.component_flags,
  translation.is_source === 1 && flags.edit_template === 0 ? READ_ONLY : '',
]

type Settled = Pick<UnitRow, 'state' | 'held_state'>

/**
 * The state of a string that flags make read-only or leave alone. What it was is held, and comes back when the flags go:
 * `held_state` is there as long as flags make the string read-only, and only then.
 */
export function settled({ state, held_state }: Settled, readOnly: boolean): Settled {
  if (readOnly === (held_state !== null)) return { state, held_state }
  return readOnly ? { state: UNIT_STATES.readonly, held_state: state } : { state: held_state!, held_state: null }
}

/** The state that a string has but for its flags: what a file says of it. */
export const ownState = (unit: Settled): number => unit.held_state ?? unit.state

/** Brings the state of a string in line with its flags. */
export async function settle(work: Work, unit: UnitRow, layers: readonly string[]): Promise<UnitRow> {
  const after = { ...unit, ...settled(unit, isReadOnly(layers)) }
  if (after.held_state === unit.held_state) return unit
  const { state, held_state } = after
  await work.tx.updateTable('unit').set({ state, held_state }).where('id', '=', unit.id).execute()
  work.counters.add(unit, after)
  return after
}

/** Brings the states of all strings of a component in line with flags that its project or itself now has. */
export async function settleComponent(work: Work, id: number, before: GeneralFlags, now: GeneralFlags): Promise<void> {
  const isAffected = (is_source: number) =>
    isReadOnly(generalFlags(before, { is_source })) !== isReadOnly(generalFlags(now, { is_source }))
  if (!isAffected(0) && !isAffected(1)) return
  // Strings are counted by their states and changed after that, so nobody may change one in between.
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
  const special = await work.tx
    .selectFrom('unit')
    .leftJoin('unit as source', 'source.id', 'unit.source_unit_id')
    .select(['unit.id', 'source.extra_flags'])
    .where('unit.translation_id', '=', id)
    .where(eb => eb.or([speaksOfIt(eb, 'unit.flags'), speaksOfIt(eb, 'source.extra_flags')]))
    .orderBy('unit.id')
    .execute()
  for (const row of special) {
    const unit = await lockUnit(work, row.id)
    await settle(work, unit, [...general, unit.flags, row.extra_flags ?? ''])
  }
  await settleOthers(work, id, isReadOnly(general))
}

// biome-ignore lint/suspicious/noExplicitAny: the alias of a join is no table of its own
const speaksOfIt = (eb: ExpressionBuilder<any, any>, column: string) => eb(column, 'like', `%${READ_ONLY}%`)

/** Strings without a word of their own follow the general flags, many at a time. */
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
      eb.not(speaksOfIt(eb, 'flags')),
      eb.not(
        eb.exists(
          eb
            .selectFrom('unit as source')
            .select('source.id')
            .whereRef('source.id', '=', 'unit.source_unit_id')
            .where(inner => speaksOfIt(inner, 'source.extra_flags')),
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
    // What hangs on the strings stays as it is, so it is left out on both sides.
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
