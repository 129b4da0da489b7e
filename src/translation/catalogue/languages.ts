import type { Selectable } from 'kysely'
import { pluralType as typeOfPlural } from '#languages/plural-type.ts'
import { type ResolvedCode, resolveLanguageCode } from '#languages/resolve-code.ts'
import { allLanguages, baseCode, language } from '#languages/translation-languages.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'

export type LanguageRow = Selectable<Database['translation_language']>

const BATCH = 200

/** Adds every language of the registry to an empty database; from then on administrators manage them. */
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
  for (let i = 0; i < rows.length; i += BATCH)
    await tx
      .insertInto('translation_language')
      .values(rows.slice(i, i + BATCH))
      .execute()
}

/** Alternative codes of this language in files. */
export const languageAliases = (code: string): readonly string[] => language(code)?.aliases ?? []

export const pluralType = (row: LanguageRow): number =>
  typeOfPlural(row.plural_number, row.plural_formula, baseCode(row.code))

/** Matches the exact code: case matters, and aliases apply only to files. */
export async function languageByCode(db: Reader, code: string): Promise<LanguageRow | null> {
  const row = await db.selectFrom('translation_language').selectAll().where('code', '=', code).executeTakeFirst()
  return row ?? null
}

type NewLanguage = Omit<LanguageRow, 'id'>

/** The language for a code in a file name, which may not exist yet; null if the code is invalid. */
export async function plannedLanguage(
  db: Reader,
  fileCode: string,
  projectAliases: Record<string, string> = {},
): Promise<LanguageRow | NewLanguage | null> {
  const rows = await db.selectFrom('translation_language').select(['code', 'name']).execute()
  const existing = new Map(rows.map(row => [row.code, row.name]))
  const resolved = resolveLanguageCode(fileCode, { projectAliases, existing })
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

/** Same as `plannedLanguage`, but creates a missing language. */
export async function languageForFile(
  tx: Writer,
  fileCode: string,
  projectAliases: Record<string, string> = {},
): Promise<LanguageRow | null> {
  const planned = await plannedLanguage(tx, fileCode, projectAliases)
  if (planned === null || 'id' in planned) return planned
  return tx.insertInto('translation_language').values(planned).returningAll().executeTakeFirstOrThrow()
}

/** Parses language aliases of a project: `fr_FR:fr,pt:pt_BR`. */
export function parseLanguageAliases(text: string): Record<string, string> {
  const pairs = text.split(',').map(pair => pair.split(':').map(part => part.trim()))
  return Object.fromEntries(pairs.filter(pair => pair.length === 2 && pair[0] !== '' && pair[1] !== ''))
}

/** Whether any project, including private ones, has a translation into the language. */
export async function isUsed(db: Reader, id: number): Promise<boolean> {
  const row = await db.selectFrom('translation').select('id').where('language_id', '=', id).limit(1).executeTakeFirst()
  return row !== undefined
}
