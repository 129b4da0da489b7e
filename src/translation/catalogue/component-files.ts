import type { Reader } from '#store/store.ts'
import { type FileFormat, FormatError, format, type ParsedFile, pairWithTemplate } from '../formats/index.ts'
import { readFile } from '../formats/read-file.ts'
import { acceptable } from './acceptable-file.ts'
import type { ComponentParts } from './components.ts'
import { type ImportResult, importFile } from './import-file.ts'
import type { LanguageRow } from './languages.ts'
import { type TranslationRow, translationOf } from './translations.ts'
import type { Work } from './work.ts'

/** The format of a component's files. Components are created with known formats only. */
export function formatOf({ component }: ComponentParts): FileFormat {
  const found = format(component.file_format)
  if (found === undefined) throw new FormatError(`Parlance has no file format "${component.file_format}"`)
  return found
}

export async function storedFile(db: Reader, component: number, filename: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('component_file')
    .select('content')
    .where('component_id', '=', component)
    .where('filename', '=', filename)
    .executeTakeFirst()
  return row?.content ?? null
}

/**
 * When the file of a translation can last have become another one, in microseconds. Whatever happens in the component
 * counts, since a string that comes or goes in one language does so in all.
 */
export async function fileTime(db: Reader, translation: TranslationRow): Promise<number> {
  const change = await db
    .selectFrom('translation_change')
    .select('timestamp')
    .where('component_id', '=', translation.component_id)
    .orderBy('timestamp', 'desc')
    .limit(1)
    .executeTakeFirst()
  return change?.timestamp ?? 0
}

export async function storeFile(work: Work, component: number, filename: string, content: Uint8Array): Promise<void> {
  const row = { content: Buffer.from(content), updated_at: work.now }
  await work.tx
    .insertInto('component_file')
    .values({ component_id: component, filename, ...row })
    .onConflict(conflict => conflict.columns(['component_id', 'filename']).doUpdateSet(row))
    .execute()
}

const pluralOf = (language: Omit<LanguageRow, 'id'>) => ({
  count: language.plural_number,
  formula: language.plural_formula,
})

/** The file that says which strings a monolingual component has: that of its source language. */
export async function templateFile(db: Reader, parts: ComponentParts): Promise<Buffer | null> {
  const { component, sourceLanguage } = parts
  const own = component.template === '' ? null : await storedFile(db, component.id, component.template)
  if (own !== null) return own
  const source = await translationOf(db, component.id, sourceLanguage.id)
  return source && storedFile(db, component.id, source.filename)
}

/** Reads a file as the strings of one language, paired with their sources where those are in the template. */
export async function parseForImport(
  kind: FileFormat,
  content: Uint8Array,
  language: Omit<LanguageRow, 'id'>,
  template: ParsedFile | null,
): Promise<ParsedFile> {
  const options = { language: language.code, plural: pluralOf(language), ...(template && { template }) }
  const file = acceptable(await readFile(kind, content, options))
  return kind.monolingual ? pairWithTemplate(file, template ?? file, options) : file
}

/** Takes a file in as the new state of one language, and keeps it so that it can be given back with all its details. */
export async function importContent(
  work: Work,
  parts: ComponentParts,
  language: LanguageRow,
  content: Uint8Array,
  fileCode?: string,
): Promise<ImportResult> {
  const kind = formatOf(parts)
  const isSource = language.id === parts.sourceLanguage.id
  const template = kind.monolingual && !isSource ? await templateFile(work.tx, parts) : null
  if (kind.monolingual && !isSource && template === null)
    throw new FormatError('the file of the source language must come first, because it has the source texts')
  const parsed = template && (await parseForImport(kind, template, parts.sourceLanguage, null))
  const file = await parseForImport(kind, content, language, parsed)
  const result = await importFile(work, { component: parts, language, file, byKey: kind.monolingual, fileCode })
  await storeFile(work, parts.component.id, result.translation.filename, content)
  await work.tx
    .updateTable('unit')
    .set({ pending: 0 })
    .where('translation_id', '=', result.translation.id)
    .where('pending', '=', 1)
    .execute()
  return result
}
