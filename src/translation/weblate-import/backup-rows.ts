// Rows of a backup in the shape of the REST API. Values of other types than expected are passed on, so that the import
// counts them as invalid.

import { splitForms } from '../catalogue/forms.ts'
import type { LanguageRow } from '../catalogue/languages.ts'
import type { Row } from './backup-archive.ts'

export const PROJECT_ID = 1

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const rowsOf = (value: unknown): readonly Row[] =>
  listOf(value).filter((each): each is Row => typeof each === 'object' && each !== null)

export const textsOf = (row: unknown, member: string): string[] =>
  listOf((row as Row | null)?.[member]).filter(each => typeof each === 'string')

const linkTo = (kind: string, ...names: readonly string[]): string =>
  `/api/${kind}/${names.map(encodeURIComponent).join('/')}/`

const userLink = (name: unknown): unknown => (typeof name === 'string' ? linkTo('users', name) : name)

/** Everyone who commented, suggested or voted. */
export function authorsOf(unit: Row): string[] {
  const suggestions = rowsOf(unit.suggestions)
  const votes = suggestions.flatMap(each => rowsOf(each.votes))
  return [...rowsOf(unit.comments), ...suggestions, ...votes].map(each => textOf(each.user)).filter(name => name !== '')
}

export const membersOf = (team: unknown): string[] =>
  [...textsOf(team, 'members'), ...textsOf(team, 'admins')].filter(name => name !== '')

/** A backup has no names, addresses or passwords of people. */
export const userRow = (username: string, teams: readonly unknown[]) => ({
  username,
  groups: teams.flatMap((team, i) =>
    textsOf(team, 'members').includes(username) ? [linkTo('groups', String(i + 1))] : [],
  ),
})

export interface BackupLanguage {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly direction: string
  readonly population: number
  readonly plural: { readonly number: number; readonly formula: string }
}

/** A language of the registry here, since a backup has only its code. */
export const languageRow = (id: number, code: string, found: Omit<LanguageRow, 'id'> | null): BackupLanguage => ({
  id,
  code: found?.code ?? code,
  name: found?.name ?? code,
  direction: found?.direction ?? '',
  population: found?.population ?? 0,
  plural: { number: found?.plural_number ?? 2, formula: found?.plural_formula ?? 'n != 1' },
})

interface Category {
  readonly path: string
  readonly name: unknown
  readonly slug: unknown
  readonly parent: number | null
}

/** Categories as a flat list; their ids are their places in it. */
function flatCategories(categories: readonly unknown[]): Category[] {
  const list: Category[] = []
  const add = (some: readonly unknown[], parent: number | null, above: string): void => {
    for (const row of rowsOf(some)) {
      // The schema describes the slug as the whole path; servers write its last part.
      const slug = typeof row.slug === 'string' ? row.slug.split('/').at(-1)! : row.slug
      const path = `${above}${textOf(slug)}`
      list.push({ path, name: row.name, slug, parent })
      add(listOf(row.categories), list.length, `${path}/`)
    }
  }
  add(categories, null, '')
  return list
}

export const categoryRows = (categories: readonly unknown[]) =>
  flatCategories(categories).map(({ name, slug, parent }, i) => ({
    ...{ id: i + 1, name, slug },
    category: parent === null ? null : linkTo('categories', String(parent)),
  }))

export const componentPath = (settings: Row): string =>
  [textOf(settings.category), textOf(settings.slug)].filter(part => part !== '').join('/')

/** Addresses of repositories can contain passwords. */
const withoutPassword = (address: unknown): unknown =>
  typeof address === 'string' ? address.replace(/^([a-z+]+:\/\/)[^/@]*@/i, '$1') : address

export function componentRow(
  settings: Row,
  i: number,
  source_language: BackupLanguage | null,
  categories: readonly unknown[],
) {
  const id = flatCategories(categories).findIndex(each => each.path === settings.category) + 1
  return {
    ...settings,
    repo: withoutPassword(settings.repo),
    push: withoutPassword(settings.push),
    category: id === 0 ? null : linkTo('categories', String(id)),
    source_language: source_language ?? settings.source_language,
    url: `/api/components/${i}/`,
    translations_url: `/api/components/${i}/translations/`,
  }
}

export function translationRow(row: Row, i: number, language: BackupLanguage | null, is_source: boolean) {
  return {
    language: language && { ...language, plural: row.plural },
    language_code: row.language_code,
    filename: row.filename,
    is_source,
    units_list_url: `/api/components/${i}/units/${String(row.id)}/`,
    file_url: textOf(row.filename) === '' ? '' : `/api/components/${i}/file/${String(row.id)}/`,
  }
}

const forms = (value: unknown): unknown => (typeof value === 'string' ? splitForms(value) : value)

export const unitRow = (id: number, unit: Row) => ({
  id,
  source: forms(unit.source),
  target: forms(unit.target),
  previous_source: unit.previous_source,
  location: unit.location,
  context: unit.context,
  note: unit.note,
  flags: unit.flags,
  explanation: unit.explanation,
  extra_flags: unit.extra_flags,
  labels: textsOf(unit, 'labels').map(name => ({ name })),
  state: unit.state,
  position: unit.position,
  priority: unit.priority,
  timestamp: unit.timestamp,
  has_suggestion: listOf(unit.suggestions).length > 0,
  has_comment: listOf(unit.comments).length > 0,
  dismissed_checks: rowsOf(unit.checks).flatMap(({ name, dismissed }) =>
    dismissed === true && typeof name === 'string' ? [name] : [],
  ),
})

const byTime = (a: Row, b: Row): number => Date.parse(textOf(a.timestamp)) - Date.parse(textOf(b.timestamp)) || 0

/** Newest first, as servers list them. */
export const suggestionRows = (unit: Row) =>
  rowsOf(unit.suggestions)
    .toSorted(byTime)
    .toReversed()
    .map(({ target, user, timestamp, votes }) => ({
      ...{ target: forms(target), user: userLink(user), timestamp },
      votes: rowsOf(votes).map(({ user, value }) => ({ user: userLink(user), value })),
    }))

export const commentRows = (unit: Row) =>
  rowsOf(unit.comments)
    .toSorted(byTime)
    .map(({ comment, user, timestamp, resolved }) => ({ comment, user: userLink(user), timestamp, resolved }))

export const screenshotRow = (row: Row, id: number, language: string, units: readonly number[]) => ({
  ...{ id, name: row.name, translation: `/api/translations/${language}/` },
  user: userLink(row.user),
  timestamp: row.timestamp,
  units: units.map(unit => linkTo('units', String(unit))),
})

export const memoryRow = (row: Row, idOf: (code: unknown) => number) => ({
  source: row.source,
  target: row.target,
  origin: row.origin,
  source_language: idOf(row.source_language),
  target_language: idOf(row.target_language),
  project: PROJECT_ID,
})

const roleNames = (teams: readonly unknown[]): string[] => [...new Set(teams.flatMap(team => textsOf(team, 'roles')))]

/** A backup has only the names of roles. */
export const roleRows = (teams: readonly unknown[]) => roleNames(teams).map((name, i) => ({ id: i + 1, name }))

export function groupRows(teams: readonly unknown[], project: string) {
  const names = roleNames(teams)
  return teams.map((team, i) => {
    const row: Row = typeof team === 'object' && team !== null ? (team as Row) : {}
    return {
      id: i + 1,
      name: row.name,
      defining_project: linkTo('projects', project),
      language_selection: row.language_selection,
      roles: textsOf(team, 'roles').map(name => linkTo('roles', String(names.indexOf(name) + 1))),
      languages: textsOf(team, 'languages').map(code => linkTo('languages', code)),
      // The path of a component in a category is encoded twice.
      components: textsOf(team, 'components').map(path =>
        linkTo('components', project, path.includes('/') ? encodeURIComponent(path) : path),
      ),
      admins: textsOf(team, 'admins').map(name => linkTo('users', name)),
      enforced_2fa: row.enforced_2fa,
      autogroups: row.autogroups,
    }
  })
}
