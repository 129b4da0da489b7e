import { padded, portions } from '#store/keyset.ts'
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
import { type FileString, stringsOf } from './file-units.ts'
import { type ImportResult, importFile, type Settlement } from './import-file.ts'
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

/** When a file was stored, in microseconds; undefined when there is none. */
export async function storedAt(db: Reader, component: number, filename: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('component_file')
    .select('updated_at')
    .where('component_id', '=', component)
    .where('filename', '=', filename)
    .executeTakeFirst()
  return row?.updated_at
}

/** Whether strings of a translation have changed since its file was written. */
export async function hasPending(db: Reader, translation: number): Promise<boolean> {
  const row = await db
    .selectFrom('unit')
    .select('id')
    .where('translation_id', '=', translation)
    .where('pending', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
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

/** `at` is when the content was like that, where it was not just now. */
export async function storeFile(
  work: Work,
  component: number,
  filename: string,
  content: Uint8Array,
  at = work.now,
): Promise<void> {
  const row = { content: Buffer.from(content), updated_at: at }
  await work.tx
    .insertInto('component_file')
    .values({ component_id: component, filename, ...row })
    .onConflict(conflict => conflict.columns(['component_id', 'filename']).doUpdateSet(row))
    .execute()
}

/** The file of a language that was removed leaves the repository too, if there is one, with the next commit. */
export async function leaveRepository(
  { tx, account, now }: Work,
  component: ComponentRow,
  { filename }: TranslationRow,
  language: Pick<LanguageRow, 'code' | 'name'>,
): Promise<void> {
  if (component.vcs !== 'git' || filename === '') return
  const row = { account_id: account, language_code: language.code, language_name: language.name, removed_at: now }
  await tx
    .insertInto('component_removed_file')
    .values({ component_id: component.id, filename, ...row })
    .onConflict(conflict => conflict.columns(['component_id', 'filename']).doUpdateSet({ ...row, is_committed: 0 }))
    .execute()
  await tx
    .deleteFrom('component_file')
    .where('component_id', '=', component.id)
    .where('filename', '=', filename)
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
  settlement?: Settlement,
): Promise<ImportResult> {
  const kind = formatOf(parts)
  const byKey = isByKey(parts.component)
  const sources = byKey ? await sourcesFor(work.tx, parts, language) : 'beside translations'
  const file = await parseForImport({ kind, content, language, sources })
  const addsStrings = sources === 'here' || sources === 'nowhere'
  const result = await importFile(work, { component: parts, language, file, byKey, addsStrings, fileCode, settlement })
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
  for (const ids of portions([...work.returned], ROWS_AT_ONCE))
    await work.tx
      .updateTable('unit')
      .set({ pending: 1 })
      .where('translation_id', '=', result.translation.id)
      .where('id', 'in', padded(ids))
      .execute()
  return result
}

/** Strings of another version of a translation's file, by which it can be told what changed since. */
export async function stringsOfFile(
  db: Reader,
  parts: ComponentParts,
  { language, translation, content }: { language: LanguageRow; translation: TranslationRow; content: Uint8Array },
): Promise<Map<string, FileString>> {
  const byKey = isByKey(parts.component)
  const sources = byKey ? await sourcesFor(db, parts, language) : 'beside translations'
  const file = await parseForImport({ kind: formatOf(parts), content, language, sources })
  const review = parts.project.translation_review === 1
  const strings = await stringsOf(file, { byKey, plurals: translation.plural_number, review })
  return new Map(strings.map(string => [string.hash, string]))
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
