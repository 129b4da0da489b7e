import type { Insertable } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { countCharacters, countWords } from '../statistics/counting.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { hash64, joinForms } from './forms.ts'
import { isReadOnly, settled } from './read-only.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { bringBack } from './set-aside-units.ts'
import { failingChecks, surroundings } from './unit-checks.ts'
import type { Work } from './work.ts'

export interface NewString {
  source: readonly string[]
  /** The key in a monolingual file, or the context that distinguishes equal sources. */
  context?: string
  /** Monolingual files identify strings by key, others by source and context. */
  byKey?: boolean
  note?: string
  location?: string
  flags?: string
  explanation?: string
  position?: number
  /** Read-only if the text can only be changed in the source file. */
  state?: number
}

export interface TranslationValues {
  target?: readonly string[]
  state?: number
}

/** A unit without an ID; `overrides` are the extra flags of its source string, which apply to its checks. */
export interface UnitValues {
  row: Omit<
    Insertable<Database['unit']>,
    'translation_id' | 'created_at' | 'updated_at' | 'failing_checks' | 'held_state'
  >
  overrides: string
}

const BATCH = 200

/** The hash that identifies a string: of its key, or of its source and context. */
export const idHash = (string: Pick<NewString, 'source' | 'context' | 'byKey'>): string =>
  string.byKey ? hash64(string.context ?? '') : hash64(joinForms(string.source), string.context ?? '')

export function sourceUnitValues(string: NewString, sourceLanguage: string, position: number): UnitValues {
  const { context = '' } = string
  const source = joinForms(string.source)
  return {
    overrides: '',
    row: {
      id_hash: idHash(string),
      content_hash: hash64(source, context),
      context,
      source,
      target: source,
      note: string.note ?? '',
      location: string.location ?? '',
      flags: string.flags ?? '',
      explanation: string.explanation ?? '',
      state: string.state ?? UNIT_STATES.readonly,
      position,
      num_words: countWords(string.source, sourceLanguage),
      num_chars: countCharacters(string.source),
    },
  }
}

export function translatedUnitValues(source: UnitRow, { target = [], state }: TranslationValues): UnitValues {
  return {
    overrides: source.extra_flags,
    row: {
      source_unit_id: source.id,
      id_hash: source.id_hash,
      content_hash: source.content_hash,
      context: source.context,
      source: source.source,
      target: joinForms(target),
      note: source.note,
      location: source.location,
      flags: source.flags,
      state: state ?? UNIT_STATES.empty,
      position: source.position,
      priority: source.priority,
      num_words: source.num_words,
      num_chars: source.num_chars,
    },
  }
}

/** Inserts, checks and counts new units of one translation in batches, and returns them in the same order. */
export async function insertUnits(
  work: Work,
  translation: TranslationRow,
  units: readonly UnitValues[],
): Promise<UnitRow[]> {
  const result: UnitRow[] = []
  for (let i = 0; i < units.length; i += BATCH)
    result.push(...(await insertSome(work, translation, units.slice(i, i + BATCH))))
  return result
}

/** Restores strings that were set aside and inserts the rest. */
async function insertSome(work: Work, translation: TranslationRow, units: readonly UnitValues[]): Promise<UnitRow[]> {
  const restored = await bringBack(work, translation, units)
  const others = units.filter(({ row }) => !restored.has(row.id_hash))
  const fresh = others.length === 0 ? [] : await insertNew(work, translation, others)
  if (restored.size === 0) return fresh
  for (const unit of fresh) restored.set(unit.id_hash, unit)
  return units.map(({ row }) => restored.get(row.id_hash)!)
}

async function insertNew(work: Work, translation: TranslationRow, units: readonly UnitValues[]): Promise<UnitRow[]> {
  const now = work.now
  const failing = new Map<string, readonly string[]>()
  const rows: Insertable<Database['unit']>[] = []
  const { flags: general } = await surroundings(work, translation)
  for (const { row, overrides } of units) {
    const own = { state: row.state ?? UNIT_STATES.empty, held_state: null }
    const { state, held_state } = settled(own, isReadOnly([...general, row.flags ?? '', overrides]))
    const { target = '', flags = '', note = '', context = '' } = row
    const checkable = { ...row, target, flags, note, context, state }
    const failed = await failingChecks(work, translation, checkable, overrides)
    failing.set(row.id_hash, failed)
    rows.push({
      ...row,
      state,
      held_state,
      translation_id: translation.id,
      failing_checks: failed.length,
      created_at: now,
      updated_at: now,
    })
  }
  const inserted = await work.tx.insertInto('unit').values(rows).returningAll().execute()
  const isSource = translation.is_source === 1
  if (isSource)
    await work.tx
      .updateTable('unit')
      .set(eb => ({ source_unit_id: eb.ref('id') }))
      .where(
        'id',
        'in',
        inserted.map(unit => unit.id),
      )
      .execute()
  const failures = inserted.flatMap(unit =>
    failing.get(unit.id_hash)!.map(check_id => ({ unit_id: unit.id, check_id })),
  )
  if (failures.length > 0) await work.tx.insertInto('check_failure').values(failures).execute()
  for (const unit of inserted) {
    work.counters.add(null, unit)
    work.looks.at(translation.id, { unit_id: unit.id })
  }
  return isSource ? inserted.map(unit => ({ ...unit, source_unit_id: unit.id })) : inserted
}
