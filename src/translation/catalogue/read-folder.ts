import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Reader } from '#store/store.ts'
import { type FileFormat, FormatError, format, formats, type ParsedFile } from '../formats/index.ts'
import { type FileToRead, isByKey, parseForImport } from './component-files.ts'
import { componentByPath, projectBySlug } from './components.ts'
import { isMask, matchMask } from './filemask.ts'
import { type LanguageRow, languageByCode, parseLanguageAliases, plannedLanguage } from './languages.ts'

export interface FolderImport {
  folder: string
  project: string
  component: string
  format: string
  /** Where the files are below the folder, with a star for the language. */
  filemask: string
  /** Monolingual formats: the file with the source texts. */
  template?: string | undefined
  sourceLanguage: string
}

/** Something that whoever called can set right. */
export class ImportError extends Error {}

interface ReadableFolder {
  /** The files of the languages, without that of the source. */
  files: { code: string; path: string }[]
  /** The project's own names for languages. */
  aliases: Record<string, string>
}

const isFile = (name: string): boolean => statSync(name, { throwIfNoEntry: false })?.isFile() === true

/** Reads all of a folder without writing anything, and refuses it when any part of it could not be imported. */
export async function readFolder(db: Reader, wish: FolderImport): Promise<ReadableFolder> {
  const kind = formatOf(wish)
  const files = filesOf(wish)
  const source = await languageByCode(db, wish.sourceLanguage)
  if (source === null) throw new ImportError(`There is no language "${wish.sourceLanguage}".`)
  const project = await projectBySlug(db, wish.project)
  const known = project && (await componentByPath(db, project.id, wish.component))
  if (known && known.file_format !== wish.format)
    throw new ImportError(`The component "${wish.component}" has files of the format ${known.file_format}.`)
  if (!project) checkSlug('project', wish.project, 60)
  if (!known) checkSlug('component', wish.component, 100)
  const aliases = parseLanguageAliases(project?.language_aliases ?? '')
  const sources = await sourcesOf(wish, kind, source)
  const seen = new Map<string, string>()
  const wanted: ReadableFolder['files'] = []
  for (const file of files) {
    if (file.path === wish.template) continue
    const language = await plannedLanguage(db, file.code, aliases)
    if (language === null) throw new ImportError(`"${file.code}" in "${file.path}" is no language code.`)
    if (language.code === source.code && wish.template !== undefined) continue
    const other = seen.get(language.code)
    if (other) throw new ImportError(`"${other}" and "${file.path}" are both files of the language ${language.code}.`)
    seen.set(language.code, file.path)
    await readOne(wish, file.path, content => parseForImport({ kind, content, language, sources }))
    wanted.push(file)
  }
  return { files: wanted, aliases }
}

function formatOf(wish: FolderImport): FileFormat {
  const kind = format(wish.format)
  if (kind !== undefined) return kind
  const known = formats().map(each => each.id)
  throw new ImportError(`There is no file format "${wish.format}". There are ${known.join(', ')}.`)
}

function checkSlug(what: string, slug: string, max: number): void {
  if (!/^[-\w]+$/.test(slug) || slug === '-' || slug.length > max)
    throw new ImportError(
      `"${slug}" cannot be the name of a ${what}: it needs letters, digits, hyphens or underscores, at most ${max}.`,
    )
}

function filesOf(wish: FolderImport): { code: string; path: string }[] {
  if (!isMask(wish.filemask))
    throw new ImportError(`The file mask "${wish.filemask}" needs one star, where the language stands.`)
  if (statSync(wish.folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ImportError(`There is no folder "${wish.folder}".`)
  const found = globSync(wish.filemask, { cwd: wish.folder }).map(each => each.split(path.sep).join('/'))
  const files = matchMask(wish.filemask, found.sort())
  if (files.length === 0) throw new ImportError(`No file in "${wish.folder}" fits "${wish.filemask}".`)
  return files
}

async function sourcesOf(wish: FolderImport, kind: FileFormat, source: LanguageRow): Promise<FileToRead['sources']> {
  const { template } = wish
  if (template === undefined) {
    if (!kind.monolingual) return 'beside translations'
    if (kind.keysAreSources) return 'nowhere'
    throw new ImportError(
      `Files of the format ${kind.id} have no source texts; name the file that has them as the template.`,
    )
  }
  if (!isFile(path.join(wish.folder, template))) throw new ImportError(`There is no template "${template}".`)
  const byKey = isByKey({ file_format: kind.id, template })
  const sources = byKey ? 'here' : 'beside translations'
  const file = await readOne(wish, template, content => parseForImport({ kind, content, language: source, sources }))
  return byKey ? file : sources
}

/** Trouble with a file is told with the file's name. */
async function readOne(
  wish: FolderImport,
  name: string,
  read: (content: Buffer) => Promise<ParsedFile>,
): Promise<ParsedFile> {
  try {
    return await read(readFileSync(path.join(wish.folder, name)))
  } catch (error) {
    if (error instanceof FormatError) throw new ImportError(`${name}: ${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined) throw new ImportError(`${name} cannot be read: ${code}`)
    throw error
  }
}
