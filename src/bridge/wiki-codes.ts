import { toTranslation, toWiki } from '#languages/code-mapping.ts'
import type { Reader } from '#store/store.ts'
import type { LanguageRow } from '#translation/catalogue/languages.ts'
import type { TranslationRow } from '#translation/catalogue/rows.ts'

type Coded = Pick<TranslationRow, 'language_code'>

/**
 * What the wiki calls the language of a translation. A translation that came from a file remembers the file's code, since
 * several codes of wikis are one language for translators (`kk` and `kk-cyrl`); one that was begun here has the
 * platform's code.
 */
export const wikiCodeOf = ({ language_code }: Coded, { code }: Pick<LanguageRow, 'code'>): string =>
  language_code === code ? toWiki(code) : language_code

/** Of several codes for one language, the one that the registry gives back for it comes first. */
export const byPreference = (a: string, b: string): number =>
  Number(toWiki(toTranslation(b)) === b) - Number(toWiki(toTranslation(a)) === a) || (a < b ? -1 : 1)

/** The translations of a component by what the wiki calls their languages. */
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
