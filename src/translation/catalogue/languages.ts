import type { Selectable } from 'kysely'
import { pluralType as typeOfPlural } from '#languages/plural-type.ts'
import { type ResolvedCode, resolveLanguageCode } from '#languages/resolve-code.ts'
import { allLanguages, baseCode, language } from '#languages/translation-languages.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { TranslationLanguageTable } from '#store/tables/translation.ts'

export type LanguageRow = Selectable<TranslationLanguageTable>

const ROWS_AT_ONCE = 200

/** Gives an empty database every language of the registry; from then on they belong to the site's administrators. */
export async function installLanguages(tx: Writer): Promise<void> {
  if (await tx.selectFrom('translation_language').select('id').limit(1).executeTakeFirst()) return
  const rows = allLanguages().map(each => ({
    code: each.code,
    name: each.name,
    direction: each.direction,
    population: each.population,
    plural_number: each.plural.number,
    plural_formula: each.plural.formula,
  }))
  for (let i = 0; i < rows.length; i += ROWS_AT_ONCE)
    await tx
      .insertInto('translation_language')
      .values(rows.slice(i, i + ROWS_AT_ONCE))
      .execute()
}

/** Other codes that mean this language in files. */
export const languageAliases = (code: string): readonly string[] => language(code)?.aliases ?? []

export const pluralType = (row: LanguageRow): number =>
  typeOfPlural(row.plural_number, row.plural_formula, baseCode(row.code))

/** Exact: capital letters count, and aliases are for files only. */
export async function languageByCode(db: Reader, code: string): Promise<LanguageRow | null> {
  const row = await db.selectFrom('translation_language').selectAll().where('code', '=', code).executeTakeFirst()
  return row ?? null
}

type NewLanguage = Omit<LanguageRow, 'id'>

/** The language that a code in a file name stands for, which may not exist yet; null when it is no code at all. */
export async function plannedLanguage(
  db: Reader,
  fileCode: string,
  projectAliases: Record<string, string> = {},
): Promise<LanguageRow | NewLanguage | null> {
  const rows = await db.selectFrom('translation_language').select(['code', 'name']).execute()
  const known = new Map(rows.map(row => [row.code, row.name]))
  const resolved = resolveLanguageCode(fileCode, { projectAliases, known })
  if (resolved === undefined) return null
  return resolved.exists ? languageByCode(db, resolved.code) : freshLanguage(resolved)
}

const freshLanguage = ({ code, name, direction, plural }: ResolvedCode & { exists: false }): NewLanguage => ({
  code,
  name,
  direction,
  population: 0,
  plural_number: plural.number,
  plural_formula: plural.formula,
})

/** The same, created when it is a good code for no known language. */
export async function languageForFile(
  tx: Writer,
  fileCode: string,
  projectAliases: Record<string, string> = {},
): Promise<LanguageRow | null> {
  const planned = await plannedLanguage(tx, fileCode, projectAliases)
  if (planned === null || 'id' in planned) return planned
  return tx.insertInto('translation_language').values(planned).returningAll().executeTakeFirstOrThrow()
}

/** `fr_FR:fr,pt:pt_BR`, as a project's settings write it. */
export function parseLanguageAliases(text: string): Record<string, string> {
  const pairs = text.split(',').map(pair => pair.split(':').map(part => part.trim()))
  return Object.fromEntries(pairs.filter(pair => pair.length === 2 && pair[0] !== '' && pair[1] !== ''))
}

/** Whether anything is translated into the language, in any project, private ones included. */
export async function isUsed(db: Reader, id: number): Promise<boolean> {
  const row = await db.selectFrom('translation').select('id').where('language_id', '=', id).limit(1).executeTakeFirst()
  return row !== undefined
}
