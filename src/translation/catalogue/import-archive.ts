import { FormatError } from '../formats/index.ts'
import { importContent, storeFile } from './component-files.ts'
import { formatOf, isByKey } from './component-format.ts'
import type { ComponentParts } from './components.ts'
import { isMask, matchMask } from './filemask.ts'
import { type LanguageRow, languageForFile, parseLanguageAliases } from './languages.ts'
import type { Work } from './work.ts'

interface MatchedFile {
  path: string
  code: string
  language: LanguageRow
}

/** Imports the files of an archive that match the component's mask, source language first. */
export async function importArchive(
  work: Work,
  parts: ComponentParts,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const { component, project } = parts
  if (!isMask(component.filemask))
    throw new FormatError(`the file mask "${component.filemask}" needs exactly one * in place of the language code`)
  const matches = matchMask(component.filemask, [...files.keys()].sort(), component.language_regex)
  if (matches.length === 0) throw new FormatError(`no file in the archive matches "${component.filemask}"`)
  const aliases = parseLanguageAliases(project.language_aliases)
  const translations: MatchedFile[] = []
  for (const { path, code } of matches) {
    const language = await languageForFile(work.tx, code, aliases)
    if (language === null) throw new FormatError(`"${code}" in "${path}" is not a language code`)
    translations.push({ path, code, language })
  }
  const base = files.get(component.new_base)
  if (component.new_base !== '' && base !== undefined) await storeFile(work, component.id, component.new_base, base)
  const isSource = ({ path, language }: MatchedFile) =>
    component.template === '' ? language.id === parts.sourceLanguage.id : path === component.template
  if (component.template !== '') await importTemplate(work, parts, files)
  else if (isByKey(component) && !formatOf(parts).keysAreSources && !translations.some(isSource))
    throw new FormatError(`the archive has no file for the source language "${parts.sourceLanguage.code}"`)
  const ordered = [...translations.filter(isSource), ...translations.filter(each => !isSource(each))]
  for (const { path, code, language } of ordered)
    if (path !== component.template)
      await withFileName(path, importContent(work, parts, language, files.get(path)!, code))
}

async function importTemplate(
  work: Work,
  parts: ComponentParts,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const { component, sourceLanguage } = parts
  const content = files.get(component.template)
  if (content === undefined) throw new FormatError(`the archive has no "${component.template}"`)
  await work.tx
    .updateTable('translation')
    .set({ filename: component.template })
    .where('component_id', '=', component.id)
    .where('language_id', '=', sourceLanguage.id)
    .execute()
  await withFileName(component.template, importContent(work, parts, sourceLanguage, content))
}

/** Adds the file name to errors. */
async function withFileName<T>(path: string, task: Promise<T>): Promise<T> {
  try {
    return await task
  } catch (error) {
    throw error instanceof FormatError ? new FormatError(`${path}: ${error.message}`) : error
  }
}
