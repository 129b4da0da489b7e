// What machine translation services get besides the texts: glossary terms, notes, and another language to start from.

import type { Reader } from '#store/store.ts'
import { separatesWords } from '../checks/language.ts'
import type { Term, TranslationService } from '../machinery/service.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { splitForms } from './forms.ts'
import { termsIn } from './glossary.ts'
import type { LanguageRow } from './languages.ts'
import type { TranslationRow, UnitRow } from './rows.ts'

const MAX_NOTE = 300

/** What the developers wrote about a string. */
export const noteOf = ({ note, context }: UnitRow): string =>
  [note, context]
    .map(each => each.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' | ')
    .slice(0, MAX_NOTE)
    .toWellFormed()

/** Glossary terms that occur in some strings. Untranslatable terms are translated as themselves. */
export async function termsFor(
  db: Reader,
  translation: TranslationRow,
  sourceLanguage: LanguageRow,
  units: readonly UnitRow[],
): Promise<Term[]> {
  const text = units.map(unit => splitForms(unit.source).join('\n')).join('\n')
  const found = await termsIn(db, translation, text, separatesWords(sourceLanguage.code))
  return found.flatMap(({ source, target, state, readOnly, forbidden }) => {
    if (readOnly) return { source, target: source }
    if (target === '' || state < UNIT_STATES.translated) return []
    return { source, target, ...(forbidden && { forbidden }) }
  })
}

interface Start<Place> {
  readonly units: readonly UnitRow[]
  readonly place: Place
}

/**
 * The strings as a service translates them. Some start from another language than the source, such as transliteration
 * from the other script: then these are the strings that are finished in that language, with its text as their source.
 */
export async function startFor<Place extends { translation: TranslationRow; sourceLanguage: LanguageRow }>(
  db: Reader,
  { startsFrom }: TranslationService,
  units: readonly UnitRow[],
  place: Place & { language: LanguageRow },
): Promise<Start<Place & { language: LanguageRow }>> {
  if (startsFrom === undefined) return { units, place }
  for (const code of startsFrom(place.language.code)) {
    const other = await db
      .selectFrom('translation')
      .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
      .selectAll('translation_language')
      .select('translation.id as translation_id')
      .where('translation.component_id', '=', place.translation.component_id)
      .where('translation_language.code', '=', code)
      .executeTakeFirst()
    if (other === undefined) continue
    const { translation_id, ...language } = other
    const rows = await db
      .selectFrom('unit')
      .select(['source_unit_id', 'target'])
      .where('translation_id', '=', translation_id)
      .where('state', '>=', UNIT_STATES.translated)
      .where('source_unit_id', 'in', [-1, ...units.flatMap(unit => unit.source_unit_id ?? [])])
      .execute()
    const texts = new Map(rows.map(row => [row.source_unit_id, row.target]))
    const usable = units.filter(unit => texts.get(unit.source_unit_id))
    return {
      units: usable.map(unit => ({ ...unit, source: texts.get(unit.source_unit_id)! })),
      place: { ...place, sourceLanguage: language },
    }
  }
  return { units: [], place }
}
