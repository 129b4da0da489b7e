import type { Reader } from '#store/store.ts'
import { type ComponentParts, componentParts } from './components.ts'
import type { LanguageRow } from './languages.ts'
import type { Permissions } from './permissions.ts'
import type { TranslationRow, UnitRow } from './rows.ts'

/** A translation with everything that permissions depend on. */
export interface LocatedTranslation extends ComponentParts {
  readonly translation: TranslationRow
  readonly language: LanguageRow
}

/** The visible translations of some strings, by ID, in five queries for any number of strings. */
export async function locate(
  db: Reader,
  permissions: Permissions,
  units: readonly Pick<UnitRow, 'translation_id'>[],
): Promise<Map<number, LocatedTranslation>> {
  const ids = [...new Set(units.map(unit => unit.translation_id))]
  const translations = await db
    .selectFrom('translation')
    .selectAll()
    .where('id', 'in', [-1, ...ids])
    .execute()
  const components = await db
    .selectFrom('component')
    .selectAll()
    .where('id', 'in', [-1, ...new Set(translations.map(each => each.component_id))])
    .execute()
  const languages = await db
    .selectFrom('translation_language')
    .selectAll()
    .where('id', 'in', [-1, ...new Set(translations.map(each => each.language_id))])
    .execute()
  const parts = new Map((await componentParts(db, components)).map(each => [each.component.id, each]))
  const languageById = new Map(languages.map(each => [each.id, each]))
  const located = new Map<number, LocatedTranslation>()
  for (const translation of translations) {
    const own = parts.get(translation.component_id)
    const language = languageById.get(translation.language_id)
    if (own && language && permissions.seesComponent(own.project, own.component))
      located.set(translation.id, { ...own, translation, language })
  }
  return located
}
