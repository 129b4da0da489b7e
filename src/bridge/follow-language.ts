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
 * Begins a language that messages came in, with all that ships. Null when the platform has no place for it: it is no
 * language, or it is one that another code of the wiki stands for already.
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

/** What ships in another wording than before takes the place of what is there; all else stays as translators left it. */
export async function followLanguage(
  work: Work,
  translation: TranslationRow,
  changes: readonly MessageChange[],
): Promise<void> {
  const texts = new Map(changes.map(({ name, text }) => [name, text]))
  await releaseNamed(work, translation, new Set(texts.keys()))
  let changed = 0
  for (const unit of await unitsNamed(work.tx, translation, [...texts.keys()])) {
    const given = shippedTranslation(texts.get(unit.context))
    if (unit.target === given.target[0]) continue
    await editUnit(work, translation, unit, { ...given, action: ACTION.updatedInRepository })
    // It came from a file: there is nothing to write back.
    await work.tx.updateTable('unit').set({ pending: 0 }).where('id', '=', unit.id).execute()
    changed++
  }
  if (changed > 0) work.record(ACTION.resourceUpdated, placeOf(translation), { details: { changed } })
}
