import { storedObject } from '#store/stored-json.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { hasFixedStrings } from './component-format.ts'
import { deleteString } from './delete-string.ts'
import { editUnit, formsOf, UnitEditError } from './edit-units.ts'
import { splitForms } from './forms.ts'
import type { MachineTranslations } from './machine-translation.ts'
import type { Permissions } from './permissions.ts'
import { type Replacer, textAfter } from './replace-text.ts'
import { placeOf } from './rows.ts'
import { mayReview, type SelectedAction, whyNotWritable } from './selected-units.ts'
import { acceptSuggestion } from './suggestions.ts'
import { hasReviews } from './workflows.ts'
import { whyNotIn } from './writable-text.ts'

/** Replaces text in the translation and keeps its state. Not propagated: only the strings of the preview change. */
export const replacing =
  (permissions: Permissions, replace: Replacer): SelectedAction =>
  async (piece, at, unit) => {
    const skip = whyNotWritable(permissions, at, unit)
    if (skip !== null) return skip
    const before = splitForms(unit.target)
    const target = before.map(form => {
      const pieces = replace(form)
      return pieces === null ? form : textAfter(pieces)
    })
    if (target.every((form, i) => form === before[i])) return 'nothing'
    const state = target.every(form => form === '') ? UNIT_STATES.empty : (unit.held_state ?? unit.state)
    await editUnit(piece, at.translation, unit, { target, state, action: ACTION.replaced })
    return null
  }

/** Sets the state of translated strings. */
export const settingState =
  (permissions: Permissions, state: number): SelectedAction =>
  async (piece, at, unit) => {
    const skip = whyNotWritable(permissions, at, unit)
    if (skip !== null) return skip
    const approves = state === UNIT_STATES.approved
    if (approves && !hasReviews(at)) return 'unreviewed'
    if (approves && !mayReview(permissions, at)) return 'forbidden'
    if (unit.state === UNIT_STATES.empty) return 'empty'
    if (unit.state === state) return 'nothing'
    const action = approves ? ACTION.approved : ACTION.bulkChanged
    await editUnit(piece, at.translation, unit, { target: splitForms(unit.target), state, action })
    return null
  }

/** Accepts the suggestion of a string that has exactly one; otherwise someone has to choose. */
export const acceptingSuggestion =
  (permissions: Permissions): SelectedAction =>
  async (piece, at, unit) => {
    const skip = whyNotWritable(permissions, at, unit, 'suggestion.accept')
    if (skip !== null) return skip
    const rows = await piece.tx
      .selectFrom('suggestion')
      .selectAll()
      .where('unit_id', '=', unit.id)
      .orderBy('id')
      .limit(2)
      .execute()
    const [suggestion] = rows
    if (suggestion === undefined) return 'no_suggestion'
    if (rows.length > 1) return 'several'
    const forms = splitForms(suggestion.target)
    // Accepting deletes the suggestion first, so a text that cannot be saved is left out beforehand.
    const expected = formsOf(unit, at.translation)
    if (forms.length !== expected)
      throw new UnitEditError('plurals', `The string needs ${expected} plural forms, got ${forms.length}.`)
    const why = await whyNotIn(piece, at.component.id, forms)
    if (why !== null) throw new UnitEditError('characters', why)
    await acceptSuggestion(piece, at.translation, suggestion)
    return null
  }

/** Adds a label to the source string, or removes it. */
export const labelling =
  (permissions: Permissions, name: string, adds: boolean): SelectedAction =>
  async (piece, { project, component, translation, language }, unit) => {
    if (!permissions.inPlace({ project, component, language }, 'source.edit')) return 'forbidden'
    const label = await piece.once(`label ${project.id} ${name}`, () =>
      piece.tx
        .selectFrom('label')
        .select('id')
        .where('project_id', '=', project.id)
        .where('name', '=', name)
        .executeTakeFirst(),
    )
    if (label === undefined) return 'no_label'
    const row = { unit_id: unit.source_unit_id ?? unit.id, label_id: label.id }
    const existing = await piece.tx
      .selectFrom('unit_label')
      .select('unit_id')
      .where('unit_id', '=', row.unit_id)
      .where('label_id', '=', row.label_id)
      .executeTakeFirst()
    if ((existing !== undefined) === adds) return 'nothing'
    const own = await piece.once(`source of ${component.id}`, () =>
      piece.tx
        .selectFrom('translation')
        .selectAll()
        .where('component_id', '=', component.id)
        .where('is_source', '=', 1)
        .executeTakeFirst(),
    )
    const place = { ...placeOf(own ?? translation), unit_id: row.unit_id }
    if (adds) {
      await piece.tx
        .insertInto('unit_label')
        .values(row)
        .onConflict(conflict => conflict.doNothing())
        .execute()
      piece.record(ACTION.labelAdded, place, { target: `Added label ${name}` })
    } else {
      await piece.tx
        .deleteFrom('unit_label')
        .where('unit_id', '=', row.unit_id)
        .where('label_id', '=', row.label_id)
        .execute()
      piece.record(ACTION.labelRemoved, place, { target: `Removed label ${name}` })
    }
    return null
  }

/** Saves machine translations of unfinished strings, which then need editing. */
export const savingMachine =
  (permissions: Permissions, texts: MachineTranslations['texts']): SelectedAction =>
  async (piece, at, unit) => {
    const skip = whyNotWritable(permissions, at, unit, 'translation.auto')
    if (skip !== null) return skip
    if (unit.state >= UNIT_STATES.translated) return 'nothing'
    const target = texts.get(unit.id)
    if (target === undefined || target.every(form => form.trim() === '')) return 'no_machine'
    const edit = { target, state: UNIT_STATES.needsEditing, action: ACTION.automatic, automatic: true }
    await editUnit(piece, at.translation, unit, edit)
    return null
  }

/** Deletes source strings in every language. */
export const deleting =
  (permissions: Permissions): SelectedAction =>
  async (piece, { project, component, translation, language }, unit) => {
    if (!permissions.inPlace({ project, component, language }, 'unit.delete')) return 'forbidden'
    if (translation.is_source !== 1) return 'not_source'
    if (component.manage_units !== 1 || hasFixedStrings(component)) return 'no_deleting'
    await deleteString(piece, unit)
    return null
  }

/** Restores the text and state from before the user's own last change. */
export const undoing =
  (permissions: Permissions, account: number): SelectedAction =>
  async (piece, at, unit) => {
    const skip = whyNotWritable(permissions, at, unit)
    if (skip !== null) return skip
    const change = await piece.tx
      .selectFrom('translation_change')
      .select(['old', 'target', 'details', 'account_id'])
      .where('unit_id', '=', unit.id)
      .where('is_content', '=', 1)
      .where('action', '<>', ACTION.checkEnforced)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { old_state: state } = storedObject<{ old_state: number }>(change?.details ?? '{}')
    if (change === undefined || change.account_id !== account || change.target !== unit.target) return 'not_undone'
    if (typeof state !== 'number' || state === UNIT_STATES.readonly) return 'not_undone'
    if (state === UNIT_STATES.approved && !mayReview(permissions, at)) return 'approved'
    const target = splitForms(change.old)
    const forms = formsOf(unit, at.translation)
    // An empty translation is stored without its plural forms.
    const padded = change.old === '' ? Array.from({ length: forms }, () => '') : target
    await editUnit(piece, at.translation, unit, { target: padded, state, action: ACTION.reverted })
    return null
  }
