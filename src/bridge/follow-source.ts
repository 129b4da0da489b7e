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

/** Strings of the component by message name. */
export type Strings = Map<string, UnitRow>

async function sourceStrings(work: Work, source: TranslationRow): Promise<Strings> {
  const units = work.tx.selectFrom('unit').selectAll().where('translation_id', '=', source.id)
  return new Map((await units.orderBy('position').execute()).map(unit => [unit.context, unit]))
}

/** Adds, updates and removes strings in every language to match the English messages. Returns the current strings. */
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
    // An empty message has nothing to translate.
    if (change.text === null || change.text === '') {
      if (unit !== undefined) await removeStrings(work, source, [unit])
      strings.delete(change.name)
    } else if (unit === undefined) fresh.push(change)
    else strings.set(change.name, await editSource(work, source, parts.sourceLanguage.code, unit, [change.text]))
  }
  for (const unit of await addStrings(work, parts, source, strings, fresh)) strings.set(unit.context, unit)
  await addToLanguages(
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
  existing: Strings,
  fresh: readonly MessageChange[],
): Promise<UnitRow[]> {
  const last = [...existing.values()].reduce((most, { position }) => Math.max(most, position), 0)
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

/** Adds new strings to each language with their shipped translations. */
async function addToLanguages(
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

/** Stores the source file, which holds the texts behind the keys of all other files. */
async function storeTemplate(work: Work, parts: ComponentParts, source: TranslationRow): Promise<void> {
  const exported = { ...parts, translation: source, language: parts.sourceLanguage }
  await storeFile(work, parts.component.id, source.filename, await exportFile(work.tx, exported))
  await work.tx.updateTable('unit').set({ pending: 0 }).where('translation_id', '=', source.id).execute()
}
