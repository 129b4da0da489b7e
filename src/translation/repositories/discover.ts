// Finds the components that the files of a repository could be, as Weblate's component discovery does.

import { compileCodeFilter } from '#patterns/code-filter.ts'
import { compileUserPattern, type UserPattern } from '#patterns/user-pattern.ts'
import { breathe } from '#store/turn.ts'
import { renderTemplate } from './addon-files/file-template.ts'

export interface DiscoverySettings {
  readonly match: string
  readonly name_template: string
  readonly base_file_template: string
  readonly new_base_template: string
  readonly language_regex: string
}

/** Files that belong to one component. */
export interface Discovered {
  readonly filemask: string
  readonly name: string
  readonly slug: string
  readonly template: string
  readonly new_base: string
  readonly languages: readonly string[]
}

const GROUP = /\(\?P?<([A-Za-z_]\w*)>/g

/** Names of the groups of a pattern, which are the variables of templates. */
export const groupsIn = (match: string): string[] => [...match.matchAll(GROUP)].map(([, name]) => name!)

export const compileMatch = (match: string): UserPattern => compileUserPattern(`^(?:${match})$`)

/** A file that matches: the values of its groups, and its path with * for the language. */
function matchFile(pattern: UserPattern, path: string): { groups: Record<string, string>; filemask: string } | null {
  const match = pattern.matcher(path)
  if (!match.find()) return null
  const names = Object.keys(pattern.namedGroups())
  const groups = Object.fromEntries(names.map(name => [name, match.group(name) ?? '']))
  if (!groups.language) return null
  return { groups, filemask: `${path.slice(0, match.start('language'))}*${path.slice(match.end('language'))}` }
}

const MOST_CHARS = 100

export const slugFor = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '-')
    .slice(0, MOST_CHARS)
    .replaceAll(/^-+|-+$/g, '')

/** Components by the path of their files, without those whose base file or template for new languages is missing. */
export async function discover(paths: ReadonlySet<string>, settings: DiscoverySettings): Promise<Discovered[]> {
  const pattern = compileMatch(settings.match)
  const isLanguage = compileCodeFilter(settings.language_regex)
  const byMask = new Map<string, Discovered & { languages: string[] }>()
  for (const path of paths) {
    await breathe()
    const file = matchFile(pattern, path)
    if (file === null || !isLanguage(file.groups.language!)) continue
    const { groups, filemask } = file
    const existing = byMask.get(filemask)
    if (existing !== undefined) {
      existing.languages.push(groups.language!)
      continue
    }
    const name = renderTemplate(settings.name_template, groups).trim().slice(0, MOST_CHARS)
    byMask.set(filemask, {
      filemask,
      name,
      slug: slugFor(name),
      template: renderTemplate(settings.base_file_template, groups),
      new_base: renderTemplate(settings.new_base_template, groups),
      languages: [groups.language!],
    })
  }
  const exists = (path: string) => path === '' || paths.has(path)
  return [...byMask.values()].filter(
    ({ slug, template, new_base }) => slug !== '' && exists(template) && exists(new_base),
  )
}
