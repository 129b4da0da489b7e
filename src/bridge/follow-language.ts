import { toTranslation } from '#languages/code-mapping.ts'
import { ACTION } from '#translation/catalogue/change-actions.ts'
import type { ComponentParts } from '#translation/catalogue/components.ts'
import { editUnit } from '#translation/catalogue/edit-units.ts'
import { insertUnits, translatedUnitValues } from '#translation/catalogue/insert-units.ts'
import { languageForFile } from '#translation/catalogue/languages.ts'
import { placeOf, type TranslationRow } from '#translation/catalogue/rows.ts'
import { insertTranslation } from '#translation/catalogue/translations.ts'
import type { Work } from '#translation/catalogue/work.ts'
import type { MessageChange } from '#wiki/import/messages.ts'
import type { Strings } from './follow-source.ts'
import { releaseNamed } from './mark-customised.ts'
import { shippedTexts } from './shipped-messages.ts'
import { shippedTranslation } from './shipped-translation.ts'
import { unitsNamed } from './units-named.ts'

/**
 * Adds a language with all its shipped messages. Returns null if the code is not a language, or if another wiki code
 * already covers the same language.
 */
export async function beginLanguage(
  work: Work,
  { component }: ComponentParts,
  lang: string,
  strings: Strings,
): Promise<TranslationRow | null> {
  const language = await languageForFile(work.tx, lang, { [lang]: toTranslation(lang) })
  if (language === null) return null
  const taken = work.tx.selectFrom('translation').select('id').where('component_id', '=', component.id)
  if (await taken.where('language_id', '=', language.id).executeTakeFirst()) return null
  const translation = await insertTranslation(work, component, language, false, lang)
  work.record(ACTION.languageAdded, placeOf(translation), { details: { language: language.code } })
  const texts = await shippedTexts(work.tx, lang)
  const units = [...strings.values()].map(source =>
    translatedUnitValues(source, shippedTranslation(texts.get(source.context))),
  )
  await insertUnits(work, translation, units)
  return translation
}

/** Applies shipped messages that changed; other translations stay as they are. */
export async function followLanguage(
  work: Work,
  translation: TranslationRow,
  changes: readonly MessageChange[],
): Promise<void> {
  const texts = new Map(changes.map(({ name, text }) => [name, text]))
  await releaseNamed(work, translation, new Set(texts.keys()))
  let changed = 0
  for (const unit of await unitsNamed(work.tx, translation, [...texts.keys()])) {
    const shipped = shippedTranslation(texts.get(unit.context))
    if (unit.target === shipped.target[0]) continue
    await editUnit(work, translation, unit, { ...shipped, action: ACTION.updatedInRepository })
    // The text came from a file, so there is nothing to write back.
    await work.tx.updateTable('unit').set({ pending: 0 }).where('id', '=', unit.id).execute()
    changed++
  }
  if (changed > 0) work.record(ACTION.resourceUpdated, placeOf(translation), { details: { changed } })
}
