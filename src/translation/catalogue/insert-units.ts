import type { Insertable } from 'kysely'
import type { UnitTable } from '#store/tables/translation.ts'
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
  /** The key in a monolingual file, or what tells equal sources apart. */
  context?: string
  /** Files of one language find their strings by key, the others by source and context. */
  byKey?: boolean
  note?: string
  location?: string
  flags?: string
  explanation?: string
  position?: number
  /** Read-only where the source file is the only place to change it. */
  state?: number
}

export interface GivenTranslation {
  target?: readonly string[]
  state?: number
}

/** A unit before it has an id; `overrides` are the extra flags of its source string, which its checks heed. */
export interface UnitValues {
  row: Omit<Insertable<UnitTable>, 'translation_id' | 'created_at' | 'updated_at' | 'failing_checks' | 'held_state'>
  overrides: string
}

const ROWS_AT_ONCE = 200

/** How a string is found again: by its key, or by source and context. */
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

export function translatedUnitValues(source: UnitRow, { target = [], state }: GivenTranslation): UnitValues {
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

/** Writes new units of one translation, checked and counted, many at a time. The answer is in the order given. */
export async function insertUnits(
  work: Work,
  translation: TranslationRow,
  units: readonly UnitValues[],
): Promise<UnitRow[]> {
  const result: UnitRow[] = []
  for (let i = 0; i < units.length; i += ROWS_AT_ONCE)
    result.push(...(await insertSome(work, translation, units.slice(i, i + ROWS_AT_ONCE))))
  return result
}

/** Strings that were set aside come back; the others are new. */
async function insertSome(work: Work, translation: TranslationRow, units: readonly UnitValues[]): Promise<UnitRow[]> {
  const back = await bringBack(work, translation, units)
  const others = units.filter(({ row }) => !back.has(row.id_hash))
  const fresh = others.length === 0 ? [] : await insertNew(work, translation, others)
  if (back.size === 0) return fresh
  for (const unit of fresh) back.set(unit.id_hash, unit)
  return units.map(({ row }) => back.get(row.id_hash)!)
}

async function insertNew(work: Work, translation: TranslationRow, units: readonly UnitValues[]): Promise<UnitRow[]> {
  const now = work.now
  const failing = new Map<string, readonly string[]>()
  const rows: Insertable<UnitTable>[] = []
  const { flags: general } = await surroundings(work, translation)
  for (const { row, overrides } of units) {
    const own = { state: row.state ?? UNIT_STATES.empty, held_state: null }
    const { state, held_state } = settled(own, isReadOnly([...general, row.flags ?? '', overrides]))
    const checkable = { ...row, target: row.target ?? '', flags: row.flags ?? '', note: row.note ?? '', state }
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
  const written = await work.tx.insertInto('unit').values(rows).returningAll().execute()
  const isSource = translation.is_source === 1
  if (isSource)
    await work.tx
      .updateTable('unit')
      .set(eb => ({ source_unit_id: eb.ref('id') }))
      .where(
        'id',
        'in',
        written.map(unit => unit.id),
      )
      .execute()
  const failures = written.flatMap(unit => failing.get(unit.id_hash)!.map(check_id => ({ unit_id: unit.id, check_id })))
  if (failures.length > 0) await work.tx.insertInto('check_failure').values(failures).execute()
  for (const unit of written) {
    work.counters.add(null, unit)
    work.looks.at(translation.id, { unit_id: unit.id })
  }
  return isSource ? written.map(unit => ({ ...unit, source_unit_id: unit.id })) : written
}
