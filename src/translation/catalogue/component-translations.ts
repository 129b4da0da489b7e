import type { Reader } from '#store/store.ts'
import type { ComponentParts } from './components.ts'
import type { ExportedTranslation } from './export-file.ts'
import type { TranslationRow } from './rows.ts'

/** The translations of a component, without the source language. */
export const targetTranslations = (db: Reader, component: number): Promise<TranslationRow[]> =>
  db
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', component)
    .where('is_source', '=', 0)
    .orderBy('id')
    .execute()

/** Every translation of a component with its related rows. */
export async function translationsOf(db: Reader, parts: ComponentParts): Promise<ExportedTranslation[]> {
  const translations = await db
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', parts.component.id)
    .orderBy('id')
    .execute()
  const languages = await db
    .selectFrom('translation_language')
    .selectAll()
    .where('id', 'in', [-1, ...translations.map(each => each.language_id)])
    .execute()
  const byId = new Map(languages.map(each => [each.id, each]))
  return translations.flatMap(translation => {
    const language = byId.get(translation.language_id)
    return language ? [{ ...parts, translation, language }] : []
  })
}
