import { countCharacters, countWords } from '../statistics/counting.ts'
import { isFuzzy, isTranslated, UNIT_STATES } from '../values/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { refuseUnwritable, UnitEditError } from './edit-units.ts'
import { hash64, joinForms } from './forms.ts'
import { ownState } from './read-only.ts'
import { lockUnit, placeOf, type TranslationRow, type UnitRow } from './rows.ts'
import { checkUnit } from './unit-checks.ts'
import type { Work } from './work.ts'
import { formatIn } from './writable-text.ts'

/**
 * Changes the text of a string that is identified by key. Finished translations need editing afterwards and keep the
 * previous source. Read-only strings can only be changed by a file. Saving a source string that needs editing finishes it,
 * also without a change.
 */
export async function editSource(
  work: Work,
  translation: TranslationRow,
  sourceLanguage: string,
  unit: UnitRow,
  forms: readonly string[],
  { fromFile = false } = {},
): Promise<UnitRow> {
  const before = await lockUnit(work, unit.id)
  if (before.state === UNIT_STATES.readonly && !fromFile)
    throw new UnitEditError('readonly', 'The string is read-only.')
  if (!fromFile && (await formatIn(work, translation.component_id))?.document)
    throw new UnitEditError('readonly', 'The source texts of a document can only be changed in its file.')
  if (!fromFile) await refuseUnwritable(work, translation, forms)
  if (forms.every(form => form === '')) throw new UnitEditError('empty', 'A source string must not be empty.')
  const source = joinForms(forms)
  const state = isFuzzy(before.state) && !fromFile ? UNIT_STATES.translated : before.state
  if (source === before.source) return state === before.state ? before : confirm(work, translation, before)
  const text = {
    source,
    content_hash: hash64(source, before.context),
    num_words: countWords(forms, sourceLanguage),
    num_chars: countCharacters(forms),
    updated_at: work.now,
  }
  const after = { ...before, ...text, state, target: source, pending: 1 }
  await work.tx
    .updateTable('unit')
    .set({ ...text, state, target: source, pending: 1 })
    .where('id', '=', before.id)
    .execute()
  work.counters.add(before, after)
  work.looks.at(translation.id, { unit_id: before.id })
  work.record(
    ACTION.sourceChanged,
    { ...placeOf(translation), unit_id: before.id },
    { old: before.source, target: source },
  )
  await followSource(work, before, text)
  return checkUnit(work, translation, after)
}

async function confirm(work: Work, translation: TranslationRow, before: UnitRow): Promise<UnitRow> {
  const change = { state: UNIT_STATES.translated, updated_at: work.now }
  const after = { ...before, ...change }
  await work.tx.updateTable('unit').set(change).where('id', '=', before.id).execute()
  work.counters.add(before, after)
  work.looks.at(translation.id, { unit_id: before.id })
  const details = { state: after.state, old_state: before.state }
  work.record(
    ACTION.changed,
    { ...placeOf(translation), unit_id: before.id },
    { target: after.target, old: after.target, details },
  )
  return after
}

type NewText = Pick<UnitRow, 'source' | 'content_hash' | 'num_words' | 'num_chars' | 'updated_at'>

async function followSource(work: Work, source: UnitRow, text: NewText): Promise<void> {
  const rows = await work.tx
    .selectFrom('unit')
    .select(['id', 'translation_id'])
    .where('source_unit_id', '=', source.id)
    .where('id', '<>', source.id)
    .orderBy('id')
    .execute()
  for (const { id, translation_id } of rows) {
    const unit = await lockUnit(work, id)
    const own = ownState(unit)
    const outdated = isTranslated(own) && own !== UNIT_STATES.readonly
    const state = unit.held_state === null ? 'state' : 'held_state'
    const change = {
      ...text,
      ...(outdated && { [state]: UNIT_STATES.needsEditing, previous_source: source.source }),
    }
    await work.tx.updateTable('unit').set(change).where('id', '=', id).execute()
    const after = { ...unit, ...change }
    work.counters.add(unit, after)
    work.looks.at(translation_id, { unit_id: id, content_hash: unit.content_hash })
    const translation = await work.tx
      .selectFrom('translation')
      .selectAll()
      .where('id', '=', translation_id)
      .executeTakeFirstOrThrow()
    await checkUnit(work, translation, after)
  }
}
