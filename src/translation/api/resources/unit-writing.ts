import { help, type Input, optional } from '#fields/field.ts'
import { boolean, integer, list, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { isDuplicate } from '#store/store-error.ts'
import { addString } from '../../catalogue/add-string.ts'
import { ACTION } from '../../catalogue/change-actions.ts'
import { hasFixedStrings, isByKey } from '../../catalogue/component-format.ts'
import { deleteString } from '../../catalogue/delete-string.ts'
import { editHeldUnit } from '../../catalogue/edit-units.ts'
import { namesVariant } from '../../catalogue/flags-of.ts'
import { splitForms } from '../../catalogue/forms.ts'
import { keyFilter } from '../../catalogue/key-filter.ts'
import { propagate, propagateLater } from '../../catalogue/propagate.ts'
import { holdUnitLater, placeOf, type UnitRow } from '../../catalogue/rows.ts'
import { editSource } from '../../catalogue/source-edit.ts'
import { knowPlace } from '../../catalogue/translation-place.ts'
import { recheckString } from '../../catalogue/unit-checks.ts'
import { versionOf } from '../../catalogue/unit-version.ts'
import type { Work } from '../../catalogue/work.ts'
import { hasReviews } from '../../catalogue/workflows.ts'
import { checkPlaces, refuseUnwritable, UnwritableString } from '../../catalogue/writable.ts'
import { formsOfString, stringSettings } from '../../declarations/parts.ts'
import { UNIT_STATES } from '../../values/unit-states.ts'
import { forbidden } from '../errors.ts'
import { type Sources, sourceBehindLater, type UnitPlace } from '../objects/unit.ts'
import {
  type AnyCall,
  type FoundTranslation,
  type FoundUnit,
  findTranslation,
  findUnit,
  idIn,
  needTranslation,
  needUnlocked,
} from './find.ts'

export const newUnit = {
  key: help(optional(text({ max: 4000, verbatim: true })), 'Monolingual formats: key of the string.'),
  value: help(optional(formsOfString), 'Monolingual formats: text, one for each plural form.'),
  context: help(
    optional(text({ max: 4000, blank: true, verbatim: true })),
    'Bilingual formats: context that distinguishes strings with the same source.',
  ),
  source: help(optional(formsOfString), 'Bilingual formats: source text, one for each plural form.'),
  target: help(
    optional(formsOfString),
    'Bilingual formats: translation. When added to the source language, it applies to every other language.',
  ),
  state: help(optional(integer({ min: 0, max: 100 })), 'Bilingual formats: state of the translation, 0, 10, 20 or 30.'),
}

export const unitChanges = {
  target: optional(formsOfString),
  state: optional(integer({ min: 0, max: 100 })),
  explanation: help(optional(stringSettings.explanation), 'Explanation for translators. Source strings only.'),
  extra_flags: help(optional(stringSettings.extra_flags), 'Additional translation flags. Source strings only.'),
  labels: help(optional(list(integer(), { max: 100 })), 'IDs of labels. Source strings only.'),
  version: help(
    optional(text({ max: 40 })),
    'Version from everything/ of the string. If the string has changed since, nothing is saved and the response is 409. Not part of the Weblate API.',
  ),
  revert: help(
    optional(boolean()),
    'Records the change as "Translation reverted", for restoring an older text. Not part of the Weblate API.',
  ),
}

/** Someone else changed the string since the caller read it; `unit` is its current state. */
export class UnitConflict extends Error {
  readonly unit: UnitRow

  constructor(unit: UnitRow) {
    super('Someone else changed this string while you were editing.')
    this.unit = unit
  }
}

/** Adds a string to the source language of a component and to every other language. */
export async function addUnit(call: AnyCall, input: Input<typeof newUnit>): Promise<UnitRow> {
  const place = await findTranslation(call)
  needUnlocked(place)
  const { component, translation } = place
  if (component.manage_units !== 1) throw forbidden('Adding strings is turned off in this component.')
  const monolingual = isByKey(component)
  // `value` is the source text, whatever the language of the request.
  if (monolingual && translation.is_source !== 1)
    throw forbidden('Add strings to the source language. They then appear in every language.')
  const field = monolingual ? 'value' : 'source'
  const source = input[field]
  if (monolingual && input.key === undefined) throw invalidField('key', 'required', 'This field is required.')
  if (source === undefined || source.length === 0 || source.every(form => form === ''))
    throw invalidField(field, 'required', 'This field is required.')
  if (monolingual && !keyFilter(component)(input.key!))
    throw invalidField('key', 'invalid', 'The key does not match the key filter of the component.')
  const { plural_number } = place.sourceLanguage
  if (source.length > 1 && source.length !== plural_number)
    throw invalidField(
      field,
      'invalid',
      `The string needs one form or ${plural_number} plural forms, got ${source.length}.`,
    )
  const string = { source, context: (monolingual ? input.key : input.context) ?? '', byKey: monolingual }
  await mayAddAs(call, place, input)
  try {
    return await call.work(async piece => {
      refuseUnwritable(place, string)
      const unit = await addString(piece, place, string, {
        translation: translation.id,
        ...(input.target && { target: input.target }),
        ...(input.state !== undefined && { state: input.state }),
      })
      await checkPlaces(piece, place)
      return unit
    })
  } catch (error) {
    if (error instanceof UnwritableString)
      throw invalidField(error.part === 'source' ? field : monolingual ? 'key' : 'context', 'invalid', error.reason)
    throw isDuplicate(error) ? invalidField('non_field_errors', 'unique', 'This string seems to already exist.') : error
  }
}

interface ChangedUnit {
  readonly unit: UnitRow
  readonly place: UnitPlace
  /** Its source string; null if the change may have changed it. */
  readonly sources: Sources | null
}

export async function changeUnit(call: AnyCall, input: Partial<Input<typeof unitChanges>>): Promise<ChangedUnit> {
  const id = idIn(call, 'unit')
  await holdUnitLater(call.tx, id)
  const behind = await sourceBehindLater(call.tx, id)
  const place = await findUnit(call)
  needUnlocked(place)
  const { target, state, explanation, extra_flags, labels, version, revert } = input
  const aboutSource = explanation !== undefined || extra_flags !== undefined || labels !== undefined
  if (aboutSource) {
    await needTranslation(call, place, 'source.edit')
    if (place.translation.is_source !== 1) throw forbidden('Explanation, flags and labels belong to the source string.')
  }
  if ((target === undefined) !== (state === undefined))
    throw invalidField(
      target === undefined ? 'target' : 'state',
      'required',
      'Please provide both state and target for a partial update.',
    )
  if (target !== undefined && state !== undefined) await mayTranslate(call, place, state)
  const { translation, sourceLanguage, language } = place
  const isSource = translation.is_source === 1
  const saved = await call.work(async piece => {
    knowPlace(piece, place)
    let { unit } = place
    if (version !== undefined && versionOf(unit) !== version) throw new UnitConflict(unit)
    if (aboutSource) unit = await changeSource(piece, place, { explanation, extra_flags, labels })
    if (target === undefined || state === undefined) return unit
    const forms = splitForms(unit.source).length
    if (isSource && target.length !== forms)
      throw invalidField('target', 'invalid', `The string needs ${forms} plural forms, got ${target.length}.`)
    if (isSource) return editSource(piece, translation, sourceLanguage.code, unit, target)
    const copies = await propagateLater(piece, translation, unit)
    const overrides = new Map(Array.from(behind(), ([id, { extra_flags }]) => [id, extra_flags]))
    const edit = { target, state, ...(revert === true && { action: ACTION.reverted }) }
    const edited = await editHeldUnit(piece, translation, unit, overrides, edit)
    // An edit that changes nothing has sent nothing.
    if (edited === unit) await propagate(piece, translation, edited)
    else await copies(edited)
    return edited
  })
  const { slug } = place.project
  const { code, plural_number } = language
  return {
    unit: saved,
    place: { slug, path: place.component.path, code, plural_number },
    sources: isSource ? null : behind(),
  }
}

/** Checks the state of a new string by the rules for translations. */
async function mayAddAs(
  call: AnyCall,
  place: FoundTranslation,
  { state, target = [], key }: Input<typeof newUnit>,
): Promise<void> {
  if (key !== undefined && target.length > 0)
    throw invalidField('target', 'invalid', 'For a string with a key, send the text in value.')
  if (state === undefined) return
  if (!SETTABLE.includes(state)) throw invalidField('state', 'invalid_choice', `"${state}" is not a valid choice.`)
  if (key !== undefined) {
    if (state === UNIT_STATES.translated) return
    throw invalidField('state', 'invalid', 'A string with a key can only have state 20 (translated).')
  }
  const isEmpty = target.every(form => form === '')
  if (isEmpty !== (state === UNIT_STATES.empty))
    throw invalidField(
      'state',
      'invalid',
      isEmpty ? 'Only state 0 is allowed without a target.' : 'State 0 requires an empty target.',
    )
  if (state !== UNIT_STATES.approved) return
  const permissions = await call.permissions()
  if (!hasReviews(place)) throw invalidField('state', 'invalid', NO_REVIEWS)
  if (!permissions.inPlace(place, 'unit.review'))
    throw invalidField('state', 'invalid', 'You need permission to review strings to approve them.')
}

const NO_REVIEWS = 'Reviews are turned off in this project.'

const SETTABLE: readonly number[] = [
  UNIT_STATES.empty,
  UNIT_STATES.needsEditing,
  UNIT_STATES.translated,
  UNIT_STATES.approved,
]

async function mayTranslate(call: AnyCall, place: FoundUnit, state: number): Promise<void> {
  await needTranslation(call, place, place.translation.is_source === 1 ? 'unit.template' : 'unit.edit')
  if (!SETTABLE.includes(state)) throw invalidField('state', 'invalid_choice', `"${state}" is not a valid choice.`)
  const reviewed = state === UNIT_STATES.approved || place.unit.state === UNIT_STATES.approved
  if (!reviewed) return
  if (!hasReviews(place)) throw invalidField('state', 'invalid', NO_REVIEWS)
  if (place.unit.state === UNIT_STATES.approved) await needTranslation(call, place, 'unit.review')
  else if (!(await call.permissions()).inPlace(place, 'unit.review'))
    throw invalidField('state', 'invalid', 'You need permission to review strings to approve them.')
}

interface SourceChanges {
  explanation: string | undefined
  extra_flags: string | undefined
  labels: number[] | undefined
}

async function changeSource(
  piece: Work,
  located: FoundUnit,
  { explanation, extra_flags, labels }: SourceChanges,
): Promise<UnitRow> {
  const { unit, translation } = located
  const place = { ...placeOf(translation), unit_id: unit.id }
  const set = { ...(explanation !== undefined && { explanation }), ...(extra_flags !== undefined && { extra_flags }) }
  if (Object.keys(set).length > 0) await piece.tx.updateTable('unit').set(set).where('id', '=', unit.id).execute()
  if (explanation !== undefined && explanation !== unit.explanation)
    piece.record(ACTION.explanationUpdated, place, { old: unit.explanation, target: explanation })
  if (labels !== undefined) await setLabels(piece, located, labels)
  const after = { ...unit, ...set }
  if (extra_flags === undefined || extra_flags === unit.extra_flags) return after
  piece.record(ACTION.extraFlagsUpdated, place, { old: unit.extra_flags, target: extra_flags })
  if (namesVariant(unit.extra_flags) || namesVariant(extra_flags)) piece.regrouped.add(translation.component_id)
  return recheckString(piece, after)
}

async function setLabels(
  piece: Work,
  { unit, project, translation }: FoundUnit,
  ids: readonly number[],
): Promise<void> {
  const existing = await piece.tx
    .selectFrom('label')
    .select(['id', 'name'])
    .where('project_id', '=', project.id)
    .execute()
  const unknown = ids.find(id => !existing.some(label => label.id === id))
  if (unknown !== undefined)
    throw invalidField('labels', 'does_not_exist', `Invalid pk "${unknown}" - object does not exist.`)
  const rows = await piece.tx.selectFrom('unit_label').select('label_id').where('unit_id', '=', unit.id).execute()
  const before = new Set(rows.map(row => row.label_id))
  const after = new Set(ids)
  const place = { ...placeOf(translation), unit_id: unit.id }
  for (const { id, name } of existing) {
    if (after.has(id) && !before.has(id)) {
      await piece.tx.insertInto('unit_label').values({ unit_id: unit.id, label_id: id }).execute()
      piece.record(ACTION.labelAdded, place, { target: `Added label ${name}` })
    }
    if (before.has(id) && !after.has(id)) {
      await piece.tx.deleteFrom('unit_label').where('unit_id', '=', unit.id).where('label_id', '=', id).execute()
      piece.record(ACTION.labelRemoved, place, { target: `Removed label ${name}` })
    }
  }
}

/** Deletes a string in every language. Only the source string can be deleted. */
export async function deleteUnit(call: AnyCall): Promise<void> {
  const place = await findUnit(call)
  needUnlocked(place)
  if (place.translation.is_source !== 1)
    throw forbidden('Only source strings can be deleted. Deleting one removes it from every language.')
  if (place.component.manage_units !== 1) throw forbidden('Deleting strings is turned off in this component.')
  if (hasFixedStrings(place.component))
    throw forbidden('In this file format, strings can only be deleted in the file of the source language.')
  await call.work(piece => deleteString(piece, place.unit))
}
