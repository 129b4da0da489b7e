// Component discovery: components for files of a repository that no component has yet.

import type { Services } from '#core/services.ts'
import { help, optional, refuse, ruled } from '#fields/field.ts'
import { boolean, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { compileCodeFilter } from '#patterns/code-filter.ts'
import { PatternError } from '#patterns/user-pattern.ts'
import type { ComponentParts, ComponentRow } from '../catalogue/components.ts'
import { removeComponent } from '../catalogue/removal.ts'
import { createComponent } from '../catalogue/translations.ts'
import { usesGit } from '../catalogue/version-control.ts'
import { type Work, work } from '../catalogue/work.ts'
import { checkFileFormat } from '../declarations/rules.ts'
import { templateProblem } from '../repositories/addon-files/file-template.ts'
import { operateLater } from '../repositories/background.ts'
import { Copy } from '../repositories/copy.ts'
import { compileMatch, type Discovered, type DiscoverySettings, discover, groupsIn } from '../repositories/discover.ts'
import { stateOf } from '../repositories/session.ts'
import { DISCOVERY } from '../repositories/update-addons.ts'
import { addon } from './addon.ts'

/** Components added in one run. The update that follows continues with the others. */
const MOST_COMPONENTS = 500

const pattern = (compile: (source: string) => unknown) =>
  ruled(text({ max: 500, verbatim: true }), (source, at) => {
    try {
      compile(source)
    } catch (error) {
      if (!(error instanceof PatternError)) throw error
      refuse(at, 'invalid', `The pattern takes ${error.message}.`)
    }
  })

const match = ruled(pattern(compileMatch), (source, at) => {
  const groups = groupsIn(source)
  for (const name of ['language', 'component'])
    if (!groups.includes(name)) refuse(at, 'invalid', `The pattern needs a group named ${name}: (?P<${name}>[^/]*).`)
})

interface Settings extends DiscoverySettings {
  readonly file_format: string
  readonly copy_addons: boolean
  readonly remove: boolean
  readonly confirm: boolean
}

interface Plan {
  readonly created: readonly Discovered[]
  readonly matched: readonly ComponentRow[]
  readonly removed: readonly ComponentRow[]
}

/** What the add-on would do with the files of the newest commit; null if they have not been fetched here. */
async function planFor(services: Services, main: ComponentRow, settings: Settings): Promise<Plan | null> {
  const { store, config } = services
  const { head } = await stateOf(store.read, main.id)
  const copy = new Copy({ data: config.data, component: main.id, rules: config })
  if (head === '' || !(await copy.exists()) || !(await copy.has(head))) return null
  const paths = new Set((await copy.files(head)).files.keys())
  const linked = await store.read
    .selectFrom('component')
    .selectAll()
    .where('linked_component_id', '=', main.id)
    .orderBy('id')
    .execute()
  const found = (await discover(paths, settings)).filter(({ filemask }) => filemask !== main.filemask)
  const byMask = new Map(linked.map(component => [component.filemask, component]))
  const matched = found.flatMap(({ filemask }) => byMask.get(filemask) ?? [])
  const removed = settings.remove
    ? linked.filter(component => !matched.includes(component) && !hasFiles(component, paths))
    : []
  return { created: found.filter(({ filemask }) => !byMask.has(filemask)), matched, removed }
}

/** Whether the files that a component needs are in the repository. */
function hasFiles({ template, new_base, filemask }: ComponentRow, paths: ReadonlySet<string>): boolean {
  if (template !== '') return paths.has(template)
  if (new_base !== '') return paths.has(new_base)
  const [before = '', after = ''] = filemask.split('*')
  for (const path of paths) if (path.startsWith(before) && path.endsWith(after)) return true
  return false
}

const MOST_NAMED = 20

const listed = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '')

/** What would happen, in words. */
function preview(plan: Plan | null): string {
  if (plan === null) return 'The files of the repository have not been fetched yet.'
  const { created, matched, removed } = plan
  const sentences = [
    created.length === 0
      ? 'There are no new components.'
      : `New components: ${listed(created.map(({ name, filemask, languages }) => `${name} (${filemask}: ${languages.toSorted().join(', ')})`))}.`,
    ...(matched.length === 0 ? [] : [`Existing components: ${listed(matched.map(each => each.name))}.`]),
    ...(removed.length === 0 ? [] : [`Components to delete: ${listed(removed.map(each => each.name))}.`]),
  ]
  return sentences.join(' ')
}

/** Columns that belong to a component alone. The others are copied. */
function sharedColumns(main: ComponentRow) {
  const { id, name, slug, path, created_at, filemask, template, new_base, linked_component_id, locked, ...shared } =
    main
  const own = { locked_by_error: 0, screenshot_filemask: '', is_glossary: 0 }
  return { ...shared, ...own, vcs: 'git', branch: '', push: '', push_branch: '' }
}

/** A name and slug that no component of the project has. */
async function freeName(
  { tx }: Work,
  { project_id, path }: ComponentRow,
  { name, slug }: Discovered,
): Promise<{ name: string; slug: string; path: string }> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  for (let n = 0; ; n++) {
    const end = n === 0 ? '' : `-${n}`
    const at = { name: n === 0 ? name : `${name.slice(0, 95)} ${n}`, slug: slug.slice(0, 100 - end.length) + end }
    const taken = await tx
      .selectFrom('component')
      .select('id')
      .where('project_id', '=', project_id)
      .where(eb => eb.or([eb('path', '=', folder + at.slug), eb('name', '=', at.name)]))
      .executeTakeFirst()
    const category = await tx
      .selectFrom('project_category')
      .select('id')
      .where('project_id', '=', project_id)
      .where('path', '=', folder + at.slug)
      .executeTakeFirst()
    if (taken === undefined && category === undefined) return { ...at, path: folder + at.slug }
  }
}

async function createLinked(
  piece: Work,
  { component: main, project, sourceLanguage }: ComponentParts,
  found: Discovered,
  settings: Settings,
): Promise<void> {
  const { component } = await createComponent(
    piece,
    {
      ...sharedColumns(main),
      ...(await freeName(piece, main, found)),
      filemask: found.filemask,
      template: found.template,
      new_base: found.new_base,
      file_format: settings.file_format,
      language_regex: settings.language_regex,
      repo: `weblate://${project.slug}/${main.path}`,
      linked_component_id: main.id,
    },
    sourceLanguage,
  )
  if (!settings.copy_addons) return
  const rows = await piece.tx
    .selectFrom('addon')
    .selectAll()
    .where('component_id', '=', main.id)
    .where('name', '<>', DISCOVERY)
    .execute()
  for (const { name, configuration, project_id } of rows)
    await piece.tx
      .insertInto('addon')
      .values({ project_id, component_id: component.id, name, configuration, created_at: piece.now })
      .execute()
}

export const discovery = addon({
  name: DISCOVERY,
  label: 'Component discovery',
  description: 'Adds components for files of the repository, and removes those whose files are gone.',
  settings: {
    match: help(
      match,
      'Regular expression (RE2) for paths, with the groups language and component: locale/(?P<language>[^/]*)/(?P<component>[^/]*)\\.po',
      'File paths',
    ),
    file_format: help(ruled(text({ max: 50 }), checkFileFormat), 'File format of the components.', 'File format'),
    name_template: help(
      optional(text({ max: 200 }), '{{ component }}'),
      'Name of a component. Variables are the groups of the pattern.',
      'Component names',
    ),
    base_file_template: help(
      optional(text({ max: 200, blank: true }), ''),
      'Monolingual base language file, such as res/{{ component }}/en.json. Leave empty for bilingual formats.',
      'Base files',
    ),
    new_base_template: help(
      optional(text({ max: 200, blank: true }), ''),
      'File that new languages start from, such as po/{{ component }}.pot.',
      'Templates for new translations',
    ),
    language_regex: help(
      optional(pattern(compileCodeFilter), '^[^.]+$'),
      'Regular expression (RE2) for the language codes. Files with other codes are left out.',
      'Language filter',
    ),
    copy_addons: help(optional(boolean(), true), 'New components get the add-ons of this component.', 'Copy add-ons'),
    remove: help(
      optional(boolean(), false),
      'Delete components with their translations when their files leave the repository.',
      'Delete components without files',
    ),
    confirm: help(
      optional(boolean(), true),
      'If off, nothing is saved. Instead, you see which components would be added and deleted.',
      'I have checked the preview',
    ),
  },
  events: ['repository-update'],
  repeatable: true,
  componentOnly: true,
  refuses: ({ component }) =>
    usesGit(component) && component.linked_component_id === null
      ? null
      : 'This add-on needs a component with its own repository.',
  check: async (services, { component }, settings) => {
    const names = groupsIn(settings.match)
    for (const attr of ['name_template', 'base_file_template', 'new_base_template'] as const) {
      const problem = templateProblem(settings[attr] ?? '', names)
      if (problem !== null) throw invalidField(`configuration.${attr}`, 'invalid', problem)
    }
    if (settings.confirm === false)
      throw invalidField(
        'configuration.confirm',
        'invalid',
        preview(await planFor(services, component, settings as Settings)),
      )
  },
  run: async (services, parts, settings) => {
    const plan = await planFor(services, parts.component, settings as Settings)
    if (plan === null) return 0
    const created = plan.created.slice(0, MOST_COMPONENTS)
    for (const found of created)
      await work(services, null, piece => createLinked(piece, parts, found, settings as Settings))
    for (const component of plan.removed) await work(services, null, piece => removeComponent(piece, component))
    if (created.length > 0)
      await services.store.transaction(tx => operateLater(tx, services.jobs, parts.component.id, 'pull'))
    return created.length + plan.removed.length
  },
})
