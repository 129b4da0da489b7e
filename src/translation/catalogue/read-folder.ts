import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Reader } from '#store/store.ts'
import { type FileFormat, FormatError, format, formats, type ParsedFile } from '../formats/index.ts'
import { type FileToRead, parseForImport } from './component-files.ts'
import { isByKey } from './component-format.ts'
import { componentByPath, projectBySlug } from './components.ts'
import { isMask, matchMask } from './filemask.ts'
import { type LanguageRow, languageByCode, parseLanguageAliases, plannedLanguage } from './languages.ts'

export interface FolderImport {
  folder: string
  project: string
  component: string
  format: string
  /** Path pattern of the files below the folder, with a star for the language. */
  filemask: string
  /** Monolingual formats: the file with the source texts. */
  template?: string | undefined
  sourceLanguage: string
}

/** An error that the caller can fix. */
export class ImportError extends Error {}

interface ReadableFolder {
  /** Files of the target languages. */
  files: { code: string; path: string }[]
  /** Language aliases of the project. */
  aliases: Record<string, string>
}

const isFile = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isFile() === true

/** Parses all files of a folder without writing anything, and throws if any of them cannot be imported. */
export async function readFolder(db: Reader, options: FolderImport): Promise<ReadableFolder> {
  const kind = formatOf(options)
  const files = filesOf(options)
  const source = await languageByCode(db, options.sourceLanguage)
  if (source === null) throw new ImportError(`There is no language "${options.sourceLanguage}".`)
  const project = await projectBySlug(db, options.project)
  const existing = project && (await componentByPath(db, project.id, options.component))
  if (existing && existing.file_format !== options.format)
    throw new ImportError(`The component "${options.component}" uses the file format ${existing.file_format}.`)
  if (!project) checkSlug('project', options.project, 60)
  if (!existing) checkSlug('component', options.component, 100)
  const aliases = parseLanguageAliases(project?.language_aliases ?? '')
  const sources = await sourcesOf(options, kind, source)
  const seen = new Map<string, string>()
  const translations: ReadableFolder['files'] = []
  for (const file of files) {
    if (file.path === options.template) continue
    const language = await plannedLanguage(db, file.code, aliases)
    if (language === null) throw new ImportError(`"${file.code}" in "${file.path}" is not a language code.`)
    if (language.code === source.code && options.template !== undefined) continue
    const other = seen.get(language.code)
    if (other) throw new ImportError(`"${other}" and "${file.path}" are both for the language ${language.code}.`)
    seen.set(language.code, file.path)
    await parseFile(options, file.path, content => parseForImport({ kind, content, language, sources }))
    translations.push(file)
  }
  return { files: translations, aliases }
}

function formatOf(options: FolderImport): FileFormat {
  const kind = format(options.format)
  if (kind !== undefined) return kind
  const supported = formats().map(each => each.id)
  throw new ImportError(`Unknown file format "${options.format}". Supported formats: ${supported.join(', ')}.`)
}

function checkSlug(what: string, slug: string, max: number): void {
  if (!/^[-\w]+$/.test(slug) || slug === '-' || slug.length > max)
    throw new ImportError(
      `"${slug}" is not a valid ${what} slug. Use at most ${max} letters, digits, hyphens and underscores.`,
    )
}

function filesOf(options: FolderImport): { code: string; path: string }[] {
  if (!isMask(options.filemask))
    throw new ImportError(`The file mask "${options.filemask}" needs exactly one * in place of the language code.`)
  if (statSync(options.folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ImportError(`There is no folder "${options.folder}".`)
  const paths = globSync(options.filemask, { cwd: options.folder }).map(each => each.split(path.sep).join('/'))
  const files = matchMask(options.filemask, paths.sort())
  if (files.length === 0) throw new ImportError(`No file in "${options.folder}" matches "${options.filemask}".`)
  return files
}

async function sourcesOf(options: FolderImport, kind: FileFormat, source: LanguageRow): Promise<FileToRead['sources']> {
  const { template } = options
  if (template === undefined) {
    if (!kind.monolingual) return 'beside translations'
    if (kind.keysAreSources) return 'nowhere'
    throw new ImportError(
      `Files in the format ${kind.id} have no source texts. Specify the file that has them as the template.`,
    )
  }
  if (!isFile(path.join(options.folder, template))) throw new ImportError(`There is no template "${template}".`)
  const byKey = isByKey({ file_format: kind.id, template })
  const sources = byKey ? 'here' : 'beside translations'
  const file = await parseFile(options, template, content =>
    parseForImport({ kind, content, language: source, sources }),
  )
  return byKey ? file : sources
}

/** Parses a file and adds its name to errors. */
async function parseFile(
  options: FolderImport,
  name: string,
  read: (content: Buffer) => Promise<ParsedFile>,
): Promise<ParsedFile> {
  try {
    return await read(readFileSync(path.join(options.folder, name)))
  } catch (error) {
    if (error instanceof FormatError) throw new ImportError(`${name}: ${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined) throw new ImportError(`${name} cannot be read: ${code}`)
    throw error
  }
}
