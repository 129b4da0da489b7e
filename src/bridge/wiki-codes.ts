import { toTranslation, toWiki } from '#languages/code-mapping.ts'
import type { Reader } from '#store/store.ts'
import type { LanguageRow } from '#translation/catalogue/languages.ts'
import type { TranslationRow } from '#translation/catalogue/rows.ts'

type Coded = Pick<TranslationRow, 'language_code'>

/**
 * The wiki's code for the language of a translation. Translations that came from a file keep the file's code, because
 * several wiki codes map to one platform language (`kk` and `kk-cyrl`); others derive it from the platform's code.
 */
export const wikiCodeOf = ({ language_code }: Coded, { code }: Pick<LanguageRow, 'code'>): string =>
  language_code === code ? toWiki(code) : language_code

/** Sorts codes so that the registry's preferred code for a language comes first. */
export const byPreference = (a: string, b: string): number =>
  Number(toWiki(toTranslation(b)) === b) - Number(toWiki(toTranslation(a)) === a) || (a < b ? -1 : 1)

/** Translations of a component by the wiki's language codes. */
export async function translationsByWikiCode(db: Reader, component: number): Promise<Map<string, TranslationRow>> {
  const rows = await db
    .selectFrom('translation')
    .innerJoin('translation_language as language', 'language.id', 'translation.language_id')
    .selectAll('translation')
    .select('language.code')
    .where('translation.component_id', '=', component)
    .orderBy('translation.id')
    .execute()
  return new Map(rows.map(({ code, ...translation }) => [wikiCodeOf(translation, { code }), translation]))
}
