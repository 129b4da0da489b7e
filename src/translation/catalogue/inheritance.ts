// Settings that a component can take from its category or project, a category from its parents, and a project from the
// defaults of the site. The columns of a component hold the values in effect, so that nothing else has to look them up.

import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { ComponentRow, ProjectRow } from './components.ts'

export type CategoryRow = Selectable<Database['project_category']>

export interface Inheritable {
  license: string
  agreement: string
  new_lang: string
  language_code_style: string
  /** Code of a language; empty if there is none. */
  secondary_language: string
  commit_message: string
  add_message: string
  delete_message: string
  merge_message: string
  addon_message: string
  pull_message: string
}

type Name = keyof Inheritable

/** What applies if nothing is set. Empty messages stand for the built-in ones. */
const SITE: Inheritable = {
  license: '',
  agreement: '',
  new_lang: 'add',
  language_code_style: '',
  secondary_language: '',
  commit_message: '',
  add_message: '',
  delete_message: '',
  merge_message: '',
  addon_message: '',
  pull_message: '',
}

export const INHERITABLE = Object.keys(SITE) as readonly Name[]

/** One object in the chain: what it sets, what it takes from above, and what follows from both. */
export interface Level {
  readonly own: Inheritable
  readonly inherits: ReadonlySet<Name>
  readonly effective: Inheritable
}

/** Values in a request, and `inherit_…` for those to take from above. */
export type SentSettings = Partial<Inheritable> & Partial<Record<`inherit_${Name}`, boolean>>

const SITE_LEVEL: Level = { own: SITE, inherits: new Set(), effective: SITE }

interface Stored {
  own?: Partial<Inheritable>
  inherits?: Name[]
}

const parse = (json: string): Stored => JSON.parse(json) as Stored

const level = (own: Inheritable, inherits: Iterable<Name>, above: Level): Level => {
  const taken = new Set(inherits)
  const entries = INHERITABLE.map(name => [name, taken.has(name) ? above.effective[name] : own[name]])
  return { own, inherits: taken, effective: Object.fromEntries(entries) as unknown as Inheritable }
}

export function projectLevel(project: Pick<ProjectRow, 'inheritance'>): Level {
  const { own, inherits = [] } = parse(project.inheritance)
  return level({ ...SITE, ...own }, inherits, SITE_LEVEL)
}

/** A category that sets nothing inherits everything. */
export function categoryLevel(category: Pick<CategoryRow, 'inheritance'>, above: Level): Level {
  const { own, inherits = INHERITABLE } = parse(category.inheritance)
  return level({ ...SITE, ...own }, inherits, above)
}

const columnValues = (row: ComponentRow): Inheritable =>
  Object.fromEntries(INHERITABLE.map(name => [name, row[name]])) as unknown as Inheritable

/** A component that inherits nothing has its own values in its columns. */
export function componentLevel(component: ComponentRow): Level {
  const effective = columnValues(component)
  const { own, inherits = [] } = parse(component.inheritance)
  return { own: { ...effective, ...own }, inherits: new Set(inherits), effective }
}

/** Levels of the categories of some projects, by ID. */
export async function categoryLevels(
  db: Reader,
  projects: readonly Pick<ProjectRow, 'id' | 'inheritance'>[],
): Promise<ReadonlyMap<number, Level>> {
  const rows = await db
    .selectFrom('project_category')
    .selectAll()
    .where(
      'project_id',
      'in',
      projects.map(each => each.id),
    )
    .orderBy('path')
    .execute()
  const above = new Map(projects.map(each => [each.id, projectLevel(each)]))
  const levels = new Map<number, Level>()
  // A path sorts before the paths inside it, so parents come first.
  for (const row of rows) {
    const outer = row.parent_id === null ? undefined : levels.get(row.parent_id)
    levels.set(row.id, categoryLevel(row, outer ?? above.get(row.project_id)!))
  }
  return levels
}

/** What an object directly inside a category, or inside the project, can inherit. */
export async function levelAbove(
  db: Reader,
  project: Pick<ProjectRow, 'id' | 'inheritance'>,
  category: number | null,
): Promise<Level> {
  if (category === null) return projectLevel(project)
  return (await categoryLevels(db, [project])).get(category) ?? projectLevel(project)
}

/** Applies a request. Setting a value ends its inheritance, unless the request says otherwise. */
export function changedLevel(before: Level, sent: SentSettings, above: Level): Level {
  const own = { ...before.own } as Record<Name, unknown>
  const inherits = new Set(before.inherits)
  for (const name of INHERITABLE) {
    const value = sent[name]
    if (value !== undefined) {
      own[name] = value
      inherits.delete(name)
    }
    const wish = sent[`inherit_${name}`]
    if (wish === true) inherits.add(name)
    if (wish === false) inherits.delete(name)
  }
  return level(own as unknown as Inheritable, inherits, above)
}

/** A new component or category inherits what its request leaves out. */
export const newLevel = (sent: SentSettings, above: Level): Level =>
  changedLevel({ own: SITE, inherits: new Set(INHERITABLE), effective: above.effective }, sent, above)

/** A new project has the defaults of the site as its own values. */
export const newProjectLevel = (sent: SentSettings): Level => changedLevel(SITE_LEVEL, sent, SITE_LEVEL)

export const changedProjectLevel = (project: ProjectRow, sent: SentSettings): Level =>
  changedLevel(projectLevel(project), sent, SITE_LEVEL)

export const storedLevel = ({ own, inherits }: Level): string => JSON.stringify({ own, inherits: [...inherits] })

/** The same level under another parent. */
export const settledLevel = (before: Level, above: Level): Level => level(before.own, before.inherits, above)

/** Columns of a component. */
export function levelColumns(now: Level) {
  return {
    ...now.effective,
    inheritance: now.inherits.size === 0 ? '{}' : storedLevel(now),
  }
}

/** Separates the settings of this file from the rest of a request. */
export function splitSettings<T extends Record<string, unknown>>(
  settings: T,
): [SentSettings, Omit<T, keyof SentSettings>] {
  const sent: Record<string, unknown> = {}
  const rest: Record<string, unknown> = {}
  const names = new Set<string>(INHERITABLE.flatMap(name => [name, `inherit_${name}`]))
  for (const [name, value] of Object.entries(settings)) (names.has(name) ? sent : rest)[name] = value
  return [sent as SentSettings, rest as Omit<T, keyof SentSettings>]
}
