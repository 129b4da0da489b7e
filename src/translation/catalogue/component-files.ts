import type { Reader } from '#store/store.ts'
import {
  type FileFormat,
  FormatError,
  format,
  type ParsedFile,
  type ParseOptions,
  pairWithTemplate,
  withKeysAsSources,
  withOwnKeys,
} from '../formats/index.ts'
import { readFile } from '../formats/read-file.ts'
import { acceptable } from './acceptable-file.ts'
import type { ComponentParts, ComponentRow } from './components.ts'
import { type ImportResult, importFile } from './import-file.ts'
import type { LanguageRow } from './languages.ts'
import type { TranslationRow } from './rows.ts'
import { translationOf } from './translations.ts'
import { unitRanges } from './units-in-portions.ts'
import type { Work } from './work.ts'

/** What one statement changes. */
const ROWS_AT_ONCE = 1000

/** The format of a component's files. Components are created with known formats only. */
export function formatOf({ component }: ComponentParts): FileFormat {
  const found = format(component.file_format)
  if (found === undefined) throw new FormatError(`Parlance has no file format "${component.file_format}"`)
  return found
}

/** Whether files of the component hold one language each, so that strings are found by key. */
export const isByKey = (component: Pick<ComponentRow, 'file_format' | 'template'>): boolean => {
  const kind = format(component.file_format)
  return kind !== undefined && (kind.monolingual || (kind.takesTemplate === true && component.template !== ''))
}

/** How a file of the component is to be read: as that of its source language, or as one beside it. */
export const readingMode = ({ component }: ComponentParts, isSource: boolean): Pick<ParseOptions, 'byKey'> =>
  isByKey(component) ? { byKey: isSource ? 'template' : 'translation' } : {}

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

export interface FileToRead {
  kind: FileFormat
  content: Uint8Array
  language: Omit<LanguageRow, 'id'>
  /** Whether strings are found by key; the source texts are then in the template, in this file or nowhere. */
  sources: 'beside translations' | ParsedFile | 'here' | 'nowhere'
}

/** Reads a file as the strings of one language, with their sources, wherever those are. */
export async function parseForImport({ kind, content, language, sources }: FileToRead): Promise<ParsedFile> {
  const options: ParseOptions = {
    language: language.code,
    plural: pluralOf(language),
    ...(typeof sources === 'object' && { template: sources }),
    ...(sources !== 'beside translations' && { byKey: sources === 'here' ? 'template' : 'translation' }),
  }
  const read = await readFile(kind, content, options)
  if (sources === 'beside translations') return acceptable(read)
  const file = await acceptable(await withOwnKeys(read, options.template))
  if (sources === 'nowhere') return withKeysAsSources(file)
  return pairWithTemplate(file, sources === 'here' ? file : sources, options)
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
  const byKey = isByKey(parts.component)
  const sources = byKey ? await sourcesFor(work.tx, parts, language) : 'beside translations'
  const file = await parseForImport({ kind, content, language, sources })
  const addsStrings = sources === 'here' || sources === 'nowhere'
  const result = await importFile(work, { component: parts, language, file, byKey, addsStrings, fileCode })
  await storeFile(work, parts.component.id, result.translation.filename, content)
  for await (const { behind, upTo } of unitRanges(work.tx, result.translation.id, ROWS_AT_ONCE))
    await work.tx
      .updateTable('unit')
      .set({ pending: 0 })
      .where('translation_id', '=', result.translation.id)
      .where('id', '>', behind)
      .where('id', '<=', upTo)
      .where('pending', '=', 1)
      .execute()
  return result
}

/** Where the source texts of a file are whose strings are found by key. */
async function sourcesFor(db: Reader, parts: ComponentParts, language: LanguageRow): Promise<FileToRead['sources']> {
  if (language.id === parts.sourceLanguage.id) return 'here'
  const kind = formatOf(parts)
  const template = await templateFile(db, parts)
  if (template !== null)
    return parseForImport({ kind, content: template, language: parts.sourceLanguage, sources: 'here' })
  if (kind.keysAreSources && parts.component.template === '') return 'nowhere'
  throw new FormatError('the file of the source language must come first, because it has the source texts')
}
