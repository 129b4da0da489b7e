import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { TranslationLanguageTable } from '#store/tables/translation.ts'

export type LanguageTable = TranslationLanguageTable
export type LanguageRow = Selectable<TranslationLanguageTable>

export const languageAliases = (_code: string): string[] => []
export const pluralType = (_n: number, _f: string): number => 1

export async function languageByCode(db: Reader, code: string): Promise<LanguageRow | null> {
  const row = await db.selectFrom('translation_language').selectAll().where('code', '=', code).executeTakeFirst()
  return row ?? null
}

/** Whether anything is translated into the language, in any project, private ones included. */
export async function isUsed(db: Reader, language: number): Promise<boolean> {
  const row = await db
    .selectFrom('translation')
    .select('id')
    .where('language_id', '=', language)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
