import type { Selectable } from 'kysely'
import type { TranslationTable, UnitTable } from '#store/tables/translation.ts'
import type { Place } from './work.ts'

/** A component in one language. */
export type TranslationRow = Selectable<TranslationTable>

/** One string in one translation. */
export type UnitRow = Selectable<UnitTable>

export const placeOf = (translation: TranslationRow): Place => ({
  project_id: translation.project_id,
  component_id: translation.component_id,
  translation_id: translation.id,
  language_id: translation.language_id,
})
