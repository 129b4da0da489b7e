import { ACTION } from '#translation/catalogue/change-actions.ts'
import { storeFile } from '#translation/catalogue/component-files.ts'
import type { ComponentParts } from '#translation/catalogue/components.ts'
import { exportFile } from '#translation/catalogue/export-file.ts'
import { removeStrings } from '#translation/catalogue/import-file.ts'
import { insertUnits, sourceUnitValues, translatedUnitValues } from '#translation/catalogue/insert-units.ts'
import { placeOf, type TranslationRow, type UnitRow } from '#translation/catalogue/rows.ts'
import { editSource } from '#translation/catalogue/source-edit.ts'
import type { Work } from '#translation/catalogue/work.ts'
import { UNIT_STATES } from '#translation/values/unit-states.ts'
import type { MessageChange } from '#wiki/import/messages.ts'
import { documentation, shippedTexts } from './shipped-messages.ts'
import { shippedTranslation } from './shipped-translation.ts'

/** The strings of the component, by the names of their messages. */
export type Strings = Map<string, UnitRow>

async function sourceStrings(work: Work, source: TranslationRow): Promise<Strings> {
  const units = work.tx.selectFrom('unit').selectAll().where('translation_id', '=', source.id)
  return new Map((await units.orderBy('position').execute()).map(unit => [unit.context, unit]))
}

/** What became of the English messages: strings come, change and go, in every language. Returns the strings there are now. */
export async function followSource(
  work: Work,
  parts: ComponentParts,
  translations: ReadonlyMap<string, TranslationRow>,
  source: TranslationRow,
  changes: readonly MessageChange[],
): Promise<Strings> {
  const strings = await sourceStrings(work, source)
  const fresh: MessageChange[] = []
  for (const change of changes) {
    const unit = strings.get(change.name)
    // There is nothing to translate in a message that says nothing.
    if (change.text === null || change.text === '') {
      if (unit !== undefined) await removeStrings(work, source, [unit])
      strings.delete(change.name)
    } else if (unit === undefined) fresh.push(change)
    else strings.set(change.name, await editSource(work, source, parts.sourceLanguage.code, unit, [change.text]))
  }
  for (const unit of await addStrings(work, parts, source, strings, fresh)) strings.set(unit.context, unit)
  await spread(
    work,
    translations,
    source,
    fresh.map(({ name }) => strings.get(name)!),
  )
  if (changes.length > 0) {
    work.record(ACTION.resourceUpdated, placeOf(source), { details: { changed: changes.length } })
    await storeTemplate(work, parts, source)
  }
  return strings
}

async function addStrings(
  work: Work,
  { sourceLanguage }: ComponentParts,
  source: TranslationRow,
  known: Strings,
  fresh: readonly MessageChange[],
): Promise<UnitRow[]> {
  const last = [...known.values()].reduce((most, { position }) => Math.max(most, position), 0)
  const notes = fresh.length === 0 ? new Map<string, string>() : await documentation(work.tx)
  const values = fresh.map(({ name, text, group }, place) => {
    const string = { source: [text!], context: name, byKey: true, note: notes.get(name) ?? '' }
    const origin = {
      location: group === '' ? '' : `${group}/${sourceLanguage.code}.json`,
      state: UNIT_STATES.translated,
    }
    return sourceUnitValues({ ...string, ...origin }, sourceLanguage.code, last + place + 1)
  })
  const units = await insertUnits(work, source, values)
  for (const unit of units)
    work.record(ACTION.addedInRepository, { ...placeOf(source), unit_id: unit.id }, { target: unit.source })
  return units
}

/** New strings come to each language with what ships for them. */
async function spread(
  work: Work,
  translations: ReadonlyMap<string, TranslationRow>,
  source: TranslationRow,
  fresh: readonly UnitRow[],
): Promise<void> {
  if (fresh.length === 0) return
  for (const [lang, translation] of translations) {
    if (translation.id === source.id) continue
    const texts = await shippedTexts(work.tx, lang)
    await insertUnits(
      work,
      translation,
      fresh.map(unit => translatedUnitValues(unit, shippedTranslation(texts.get(unit.context)))),
    )
  }
}

/** Files of other languages hold keys only; this one says what they stand for. */
async function storeTemplate(work: Work, parts: ComponentParts, source: TranslationRow): Promise<void> {
  const exported = { ...parts, translation: source, language: parts.sourceLanguage }
  await storeFile(work, parts.component.id, source.filename, await exportFile(work.tx, exported))
  await work.tx.updateTable('unit').set({ pending: 0 }).where('translation_id', '=', source.id).execute()
}
