import { padded, portions } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import type { FileParams } from '../formats/file-params.ts'
import {
  type FileFormat,
  FormatError,
  type ParsedFile,
  type ParseOptions,
  pairWithTemplate,
  withKeysAsSources,
  withOwnKeys,
} from '../formats/index.ts'
import { readFile } from '../formats/read-file.ts'
import { acceptable } from './acceptable-file.ts'
import { formatOf, isByKey, paramsOf } from './component-format.ts'
import type { ComponentParts, ComponentRow } from './components.ts'
import { type FileString, stringsOf } from './file-units.ts'
import { type ImportResult, importFile, type Settlement } from './import-file.ts'
import type { LanguageRow } from './languages.ts'
import type { TranslationRow } from './rows.ts'
import { translationOf } from './translations.ts'
import { unitRanges } from './units-in-portions.ts'
import { usesGit } from './version-control.ts'
import type { Work } from './work.ts'
import { hasReviews } from './workflows.ts'

/** Rows to change per statement. */
const ROWS_AT_ONCE = 1000

export async function storedFile(db: Reader, component: number, filename: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('component_file')
    .select('content')
    .where('component_id', '=', component)
    .where('filename', '=', filename)
    .executeTakeFirst()
  return row?.content ?? null
}

/** When a file was stored, in microseconds; undefined if there is none. */
export async function storedAt(db: Reader, component: number, filename: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('component_file')
    .select('updated_at')
    .where('component_id', '=', component)
    .where('filename', '=', filename)
    .executeTakeFirst()
  return row?.updated_at
}

/** Whether a translation has changes that are not in its file yet. */
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
 * Latest time the file of a translation can have changed, in microseconds. All changes in the component count, because
 * strings are added and removed in all languages together.
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

/** `at` is the time of the content, if it is not new. */
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

/** Schedules the file of a removed language for removal from the repository with the next commit. */
export async function leaveRepository(
  { tx, account, now }: Work,
  component: ComponentRow,
  { filename }: TranslationRow,
  language: Pick<LanguageRow, 'code' | 'name'>,
): Promise<void> {
  if (!usesGit(component) || filename === '') return
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

/** The file that defines the strings of a monolingual component: that of its source language. */
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
  /** Where the source texts are; anything but 'beside translations' means that strings are identified by key. */
  sources: 'beside translations' | ParsedFile | 'here' | 'nowhere'
  params?: FileParams | undefined
}

/** Parses a file into the strings of one language with their sources, wherever those are. */
export async function parseForImport({ kind, content, language, sources, params }: FileToRead): Promise<ParsedFile> {
  const options: ParseOptions = {
    language: language.code,
    plural: pluralOf(language),
    params,
    ...(typeof sources === 'object' && { template: sources }),
    ...(sources !== 'beside translations' && { byKey: sources === 'here' ? 'template' : 'translation' }),
  }
  const read = await readFile(kind, content, options)
  if (sources === 'beside translations') return acceptable(read)
  const file = await acceptable(await withOwnKeys(read, options.template))
  if (sources === 'nowhere') return withKeysAsSources(file)
  return pairWithTemplate(file, sources === 'here' ? file : sources, options)
}

/** Imports a file as the new state of one language and stores it, so that exports keep all its details. */
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
  const params = paramsOf(parts.component)
  const file = await parseForImport({ kind, content, language, sources, params })
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

/** Strings of another version of a translation's file, for detecting what changed since. */
export async function stringsOfFile(
  db: Reader,
  parts: ComponentParts,
  { language, translation, content }: { language: LanguageRow; translation: TranslationRow; content: Uint8Array },
): Promise<Map<string, FileString>> {
  const byKey = isByKey(parts.component)
  const sources = byKey ? await sourcesFor(db, parts, language) : 'beside translations'
  const params = paramsOf(parts.component)
  const file = await parseForImport({ kind: formatOf(parts), content, language, sources, params })
  const review = hasReviews({ project: parts.project, translation })
  const strings = await stringsOf(file, { byKey, plurals: translation.plural_number, review })
  return new Map(strings.map(string => [string.hash, string]))
}

/** Where a file with keys has its source texts. */
async function sourcesFor(db: Reader, parts: ComponentParts, language: LanguageRow): Promise<FileToRead['sources']> {
  if (language.id === parts.sourceLanguage.id) return 'here'
  const kind = formatOf(parts)
  const template = await templateFile(db, parts)
  if (template !== null)
    return parseForImport({
      kind,
      content: template,
      language: parts.sourceLanguage,
      sources: 'here',
      params: paramsOf(parts.component),
    })
  if (kind.keysAreSources && parts.component.template === '') return 'nowhere'
  throw new FormatError('import the file of the source language first, because it has the source texts')
}
