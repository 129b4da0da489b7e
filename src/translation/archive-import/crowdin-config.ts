// The configuration file of Crowdin's tools: which files are sources, and where translations are.

import path from 'node:path'
import { parse as parseYaml } from 'yaml'
import { PatternError } from '#patterns/user-pattern.ts'
import { matchMask } from '../catalogue/filemask.ts'
import { globPattern } from './glob.ts'
import { ArchiveError, type Configured, type Layout, pathIn } from './layout.ts'

const NAMES = ['crowdin.yml', 'crowdin.yaml']
const MOST_ENTRIES = 1000

/** Placeholders for the language of a file. */
const LANGUAGE =
  /%(?:language|two_letters_code|three_letters_code|locale|locale_with_underscore|android_code|osx_code|osx_locale|language_id)%/g

/** The configuration with the shortest path. */
export const crowdinConfigOf = (names: readonly string[]): string | undefined =>
  names.filter(name => NAMES.includes(path.posix.basename(name))).sort((a, b) => a.length - b.length)[0]

type Member = Readonly<Record<string, unknown>>

const isMember = (value: unknown): value is Member =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function readCrowdinConfig(file: string, content: Buffer, names: readonly string[]): Configured {
  const fail = (what: string): never => {
    throw new ArchiveError(`${file}: ${what}.`)
  }
  let config: unknown
  try {
    config = parseYaml(new TextDecoder('utf-8', { fatal: true }).decode(content), { maxAliasCount: 100 })
  } catch {
    // Besides syntax errors: other encodings, too many aliases, or too deep for the stack.
    fail('not valid YAML')
  }
  if (!isMember(config) || !Array.isArray(config.files)) return fail('files: expected a list')
  if (config.files.length > MOST_ENTRIES) fail(`files: at most ${MOST_ENTRIES} entries are read`)
  const root = file.slice(0, file.length - path.posix.basename(file).length)
  const base = typeof config.base_path === 'string' && !path.posix.isAbsolute(config.base_path) ? config.base_path : ''
  const layouts: Layout[] = []
  const unsupported: string[] = []
  const seen = new Set<string>()
  for (const [i, entry] of (config.files as unknown[]).entries()) {
    if (!isMember(entry) || typeof entry.source !== 'string' || typeof entry.translation !== 'string')
      return fail(`files[${i}]: expected "source" and "translation"`)
    const mapping = mappingOf(entry.languages_mapping ?? config.languages_mapping)
    const source = pathIn(root, base, entry.source)
    const ignored = textsOf(entry.ignore).map(each => pathIn(root, base, each))
    const place = `files[${i}]`
    for (const each of sourcesIn(source, ignored, names, `${file}: ${place}`)) {
      if (seen.has(each.path)) continue
      seen.add(each.path)
      const layout = layoutOf(pathIn(root, base, entry.translation), each, mapping, names, root)
      if (typeof layout === 'string') unsupported.push(`${file}: ${place}: ${each.path}: ${layout}`)
      else layouts.push(layout)
    }
  }
  return { file, sourceLanguage: undefined, layouts, unsupported }
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : []

/** Crowdin's codes by placeholder and by the text that replaces it. */
type Mapping = ReadonlyMap<string, ReadonlyMap<string, string>>

function mappingOf(value: unknown): Mapping {
  if (!isMember(value)) return new Map()
  return new Map(
    Object.entries(value).map(([placeholder, codes]) => [
      `%${placeholder}%`,
      new Map(isMember(codes) ? Object.entries(codes).map(([code, text]) => [String(text), code]) : []),
    ]),
  )
}

interface SourceFile {
  readonly path: string
  /** What `**` stands for, with a slash at its end. */
  readonly folders: string
}

function sourcesIn(
  source: string,
  ignored: readonly string[],
  names: readonly string[],
  place: string,
): readonly SourceFile[] {
  // A source that is not in the archive is still needed to find the translations.
  if (!/[*?[\\]/.test(source)) return [{ path: source, folders: '' }]
  try {
    const pattern = globPattern(source)
    const except = ignored.filter(each => !each.includes('%')).map(globPattern)
    return names.flatMap(name => {
      const match = pattern.matcher(name)
      if (!match.matches() || except.some(each => each.matches(name))) return []
      return [{ path: name, folders: match.groupCount() > 0 ? (match.group(1) ?? '') : '' }]
    })
  } catch (error) {
    if (error instanceof PatternError) throw new ArchiveError(`${place}: source: ${error.message}`)
    throw error
  }
}

/** Where the translations of one source file are; a sentence if that cannot be said. */
function layoutOf(
  pattern: string,
  { path: source, folders }: SourceFile,
  mapping: Mapping,
  names: readonly string[],
  root: string,
): Layout | string {
  const extension = path.posix.extname(source)
  const filled = pattern
    .replaceAll(/\*\*\/?/g, () => folders)
    .replaceAll('%original_file_name%', () => path.posix.basename(source))
    .replaceAll('%file_name%', () => path.posix.basename(source, extension))
    .replaceAll('%file_extension%', () => extension.slice(1))
    .replaceAll('%original_path%', () => path.posix.dirname(source).slice(root.length))
  const placeholders = [...new Set(filled.match(LANGUAGE))]
  const [placeholder] = placeholders
  if (placeholder === undefined) return 'the path of its translations has no language'
  if (placeholders.length > 1 || filled.split(placeholder).length > 2)
    return 'the path of its translations has several languages'
  const suffix = placeholder === '%osx_code%' ? '.lproj' : ''
  const filemask = filled
    .replace(placeholder, `*${suffix}`)
    .split('/')
    .filter(part => part !== '' && part !== '.')
    .join('/')
  if (/%\w+%/.test(filemask)) return `the placeholder ${/%\w+%/.exec(filemask)![0]} is not known`
  if (filemask.split('*').length !== 2) return 'the path of its translations has wildcards'
  const own = mapping.get(placeholder)
  const files = matchMask(filemask, names)
    .filter(each => each.path !== source)
    .map(each => ({ ...each, language: own?.get(`${each.code}${suffix}`) ?? own?.get(each.code) ?? each.code }))
  return { name: source, filemask, source, files }
}
