// The configuration file of Transifex's client: one section per resource.

import { matchMask } from '../catalogue/filemask.ts'
import { ArchiveError, type Configured, type Layout, pathIn } from './layout.ts'

const MOST_LINES = 100_000

/** The configuration with the shortest path. */
export const transifexConfigOf = (names: readonly string[]): string | undefined =>
  names.filter(name => name === '.tx/config' || name.endsWith('/.tx/config')).sort((a, b) => a.length - b.length)[0]

type Section = Map<string, string>

export function readTransifexConfig(file: string, content: Buffer, names: readonly string[]): Configured {
  const sections = sectionsOf(file, content)
  const root = file.slice(0, file.length - '.tx/config'.length)
  const general = mappingOf(sections.get('main')?.get('lang_map'))
  const layouts: Layout[] = []
  const unsupported: string[] = []
  const languages = new Set<string>()
  for (const [name, section] of sections) {
    if (name === 'main') continue
    const filter = section.get('file_filter')
    if (filter === undefined || filter.split('<lang>').length !== 2) {
      unsupported.push(`${file}: [${name}]: file_filter needs exactly one <lang>`)
      continue
    }
    const filemask = pathIn(root, '', filter.replace('<lang>', '*'))
    if (filemask.split('*').length !== 2) {
      unsupported.push(`${file}: [${name}]: file_filter has wildcards`)
      continue
    }
    const mapping = new Map([...general, ...mappingOf(section.get('lang_map'))])
    const source = pathIn(root, '', section.get('source_file') ?? '')
    const own = [...section].flatMap(([key, value]) =>
      key.startsWith('trans.') ? [fileOf(key.slice('trans.'.length), pathIn(root, '', value))] : [],
    )
    const matched = matchMask(filemask, names).map(each => ({ ...each, language: mapping.get(each.code) ?? each.code }))
    const listed = new Set(own.map(each => each.path))
    const files = [...own.filter(each => names.includes(each.path)), ...matched.filter(each => !listed.has(each.path))]
    if (section.has('source_lang')) languages.add(section.get('source_lang')!)
    layouts.push({ name: resourceOf(name), filemask, source, files: files.filter(each => each.path !== source) })
  }
  if (languages.size > 1)
    throw new ArchiveError(`${file}: resources have several source languages: ${[...languages].join(', ')}.`)
  return { file, sourceLanguage: [...languages][0], layouts, unsupported }
}

const fileOf = (code: string, path: string) => ({ path, code, language: code })

/** `o:org:p:project:r:resource` of newer clients, `project.resource` of older ones. */
const resourceOf = (name: string): string =>
  /(?:^|:)r:([^:]+)$/.exec(name)?.[1] ?? (name.includes('.') ? name.slice(name.indexOf('.') + 1) : name)

function sectionsOf(file: string, content: Buffer): Map<string, Section> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    throw new ArchiveError(`${file}: not UTF-8 text.`)
  }
  const sections = new Map<string, Section>()
  let section: Section | null = null
  const lines = text.split(/\r?\n/)
  if (lines.length > MOST_LINES) throw new ArchiveError(`${file}: it has more than ${MOST_LINES} lines.`)
  for (const [i, raw] of lines.entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const name = /^\[(.+)\]$/.exec(line)?.[1]
    if (name !== undefined) {
      section = sections.get(name) ?? new Map()
      sections.set(name, section)
      continue
    }
    const at = line.search(/[=:]/)
    if (section === null || at < 1) throw new ArchiveError(`${file}: line ${i + 1}: expected "name = value".`)
    // Windows paths are written with backslashes.
    const value = line.slice(at + 1).trim()
    const key = line.slice(0, at).trim()
    section.set(key, /^(file_filter|source_file|trans\..*)$/.test(key) ? value.replaceAll('\\', '/') : value)
  }
  if (sections.size === 0) throw new ArchiveError(`${file}: it has no resources.`)
  return sections
}

/** `lang_map = pt_BR:pt-br, zh_CN:zh`: codes of Transifex by those in paths. */
const mappingOf = (text = ''): Map<string, string> =>
  new Map(
    text.split(',').flatMap(pair => {
      const [remote = '', local = ''] = pair.split(':').map(part => part.trim())
      return remote === '' || local === '' ? [] : [[local, remote] as const]
    }),
  )
