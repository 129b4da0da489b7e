import { absent } from '#fields/absent.ts'
import { help, nullable, optional, readOnly, ruled, shape } from '#fields/field.ts'
import { boolean, choice, integer, list, nested, text, webAddress } from '#fields/kinds.ts'
import { withHelp } from '#html/field-help.ts'
import { storedObject } from '#store/stored-json.ts'
import type { ComponentParts } from '../../catalogue/components.ts'
import { enforcedBy } from '../../catalogue/edit-units.ts'
import { componentLevel } from '../../catalogue/inheritance.ts'
import type { Permissions } from '../../catalogue/permissions.ts'
import { repositoryView } from '../../catalogue/repository-view.ts'
import { VERSION_CONTROL } from '../../catalogue/version-control.ts'
import { componentSettings } from '../../declarations/component.ts'
import { componentRules } from '../../declarations/component-rules.ts'
import { fileParams } from '../../declarations/file-params.ts'
import { languageFilter } from '../../declarations/language-filter.ts'
import { shownAddress } from '../../repositories/address.ts'
import { checkRepoweb } from '../../repositories/repoweb.ts'
import type { Addresses } from '../../values/addresses.ts'
import { effectiveFlags, inheritedFields, inheritedObject } from './inherited.ts'
import { Language, languageObject } from './language.ts'
import { Project, projectObject } from './project.ts'
import { readableByRepositories } from './rules.ts'

const address = readOnly(webAddress())
const line = (max: number) => optional(text({ blank: true, max }), '')

const MERGE_STYLES = {
  merge: 'Merge',
  rebase: 'Rebase',
  merge_noff: 'Merge without fast-forward',
} as const

const CLASH_STYLES = {
  theirs: 'Keep the repository version; the translation made here becomes a suggestion',
  ours: 'Keep the translation made here; the repository version becomes a suggestion',
} as const

/** Where the files come from: the database only, or a git repository. */
const repositorySettings = withHelp('component', {
  vcs: optional(choice(VERSION_CONTROL), 'local'),
  repo: optional(text({ blank: true, max: 300 }), 'local:'),
  branch: optional(text({ blank: true, max: 200 }), ''),
  push: line(300),
  push_branch: line(200),
  merge_style: optional(choice(MERGE_STYLES), 'rebase'),
  push_on_commit: optional(boolean(), true),
  commit_pending_age: optional(integer({ min: 0, max: 1_000_000 }), 24),
  clash_style: optional(choice(CLASH_STYLES), 'theirs'),
  repoweb: ruled(line(200), readableByRepositories(checkRepoweb)),
})

export const NO_SETTING = 'Parlance does not support this setting'

/** Fields that requests can set, and fields of Weblate that are rejected. */
export const componentBody = {
  ...componentSettings,
  ...repositorySettings,
  ...componentRules,
  ...languageFilter,
  ...fileParams,
  ...inheritedFields,
  ...absent(NO_SETTING, {
    disable_autoshare: [true],
    intermediate: [],
    report_source_bugs: [],
  }),
}

const { vcs, repo, branch, push, push_branch, repoweb } = repositorySettings
const { filemask } = componentSettings
const { screenshot_filemask } = componentRules

/** Fields that are null for callers without the permission `vcs.view`. */
const hiddenFields = {
  vcs: nullable(vcs),
  repo: nullable(repo),
  branch: nullable(branch),
  filemask: nullable(filemask),
  screenshot_filemask: nullable(screenshot_filemask),
  push: nullable(push),
  push_branch: nullable(push_branch),
  repoweb: nullable(repoweb),
}

const HIDDEN = {
  vcs: null,
  repo: null,
  git_export: null,
  branch: null,
  filemask: null,
  screenshot_filemask: null,
  push: null,
  push_branch: null,
  repoweb: null,
  linked_component: null,
}

/** Settings that a form leaves out if the caller cannot see them. */
export const HIDDEN_SETTINGS: readonly string[] = Object.keys(hiddenFields)

export const Component = shape('Component', 'A set of strings with one source language and one file per language.', {
  ...componentSettings,
  id: readOnly(integer()),
  source_language: readOnly(nested(Language)),
  project: readOnly(nested(Project)),
  ...repositorySettings,
  ...componentRules,
  ...languageFilter,
  ...fileParams,
  ...inheritedFields,
  ...hiddenFields,
  git_export: readOnly(nullable(text())),
  license_url: readOnly(text()),
  web_url: address,
  url: address,
  repository_url: address,
  translations_url: address,
  statistics_url: address,
  lock_url: address,
  links_url: address,
  changes_list_url: address,
  announcements_url: address,
  reports_url: address,
  addons: help(readOnly(list(webAddress())), 'API URLs of the add-ons of the component.'),
  task_url: readOnly(nullable(webAddress())),
  category: readOnly(nullable(webAddress())),
  linked_component: readOnly(nullable(webAddress())),
  locked: readOnly(boolean()),
})

/** `category/component`: the inner slash is encoded twice, so that it stays within one path segment. */
export const componentSegment = (path: string): string => path.split('/').map(encodeURIComponent).join('%2F')

/** Who receives an object, and how its links begin. */
export interface Viewer {
  readonly addresses: Addresses
  readonly permissions: Permissions
}

export function componentObject(parts: ComponentParts, viewer: Viewer, more: { task?: string | null } = {}) {
  const full = fullObject(parts, viewer.addresses, more)
  const view = repositoryView(viewer.permissions, parts)
  if (!view.component) return { ...full, ...HIDDEN }
  return view.owner ? full : { ...full, repo: null, linked_component: null }
}

function fullObject(
  { component: row, project, sourceLanguage, addons = [], owner = row, ownerProject = project }: ComponentParts,
  addresses: Addresses,
  { task = null }: { task?: string | null },
) {
  const at = (...more: string[]) => addresses.api('components', project.slug, componentSegment(row.path), ...more)
  return {
    name: row.name,
    slug: row.slug,
    id: row.id,
    source_language: languageObject(sourceLanguage, addresses),
    project: projectObject(project, addresses),
    vcs: row.vcs,
    // The owner may have been renamed.
    repo: row.linked_component_id === null ? shownAddress(row.repo) : `weblate://${ownerProject.slug}/${owner.path}`,
    git_export: '',
    branch: row.branch,
    push_branch: row.push_branch,
    push: shownAddress(row.push),
    merge_style: row.merge_style,
    push_on_commit: owner.push_on_commit === 1,
    commit_pending_age: owner.commit_pending_age,
    clash_style: row.clash_style,
    auto_lock_error: owner.auto_lock_error === 1,
    repoweb: row.repoweb,
    filemask: row.filemask,
    template: row.template,
    edit_template: row.edit_template === 1,
    new_base: row.new_base,
    file_format: row.file_format,
    license_url: row.license_url,
    web_url: addresses.web('projects', project.slug, ...row.path.split('/')),
    url: at(),
    repository_url: at('repository'),
    translations_url: at('translations'),
    statistics_url: at('statistics'),
    lock_url: at('lock'),
    links_url: at('links'),
    changes_list_url: at('changes'),
    announcements_url: at('announcements'),
    reports_url: at('reports'),
    addons: addons.map(id => addresses.api('addons', id)),
    task_url: task === null ? null : addresses.api('tasks', task),
    check_flags: row.check_flags,
    effective_check_flags: effectiveFlags(project.check_flags, row.check_flags),
    language_regex: row.language_regex,
    file_format_params: storedObject(row.file_format_params),
    key_filter: row.key_filter,
    variant_regex: row.variant_regex,
    screenshot_filemask: row.screenshot_filemask,
    glossary_color: row.glossary_color,
    ...inheritedObject(componentLevel(row)),
    priority: row.priority,
    enforced_checks: enforcedBy(row),
    restricted: row.restricted === 1,
    allow_translation_propagation: row.allow_translation_propagation === 1,
    manage_units: row.manage_units === 1,
    enable_suggestions: row.enable_suggestions === 1,
    suggestion_voting: row.suggestion_voting === 1,
    suggestion_autoaccept: row.suggestion_autoaccept,
    is_glossary: row.is_glossary === 1,
    contribute_project_tm: row.contribute_project_tm === 1,
    category: row.category_id === null ? null : addresses.api('categories', row.category_id),
    linked_component:
      row.linked_component_id === null
        ? null
        : addresses.api('components', ownerProject.slug, componentSegment(owner.path)),
    locked: row.locked === 1,
  }
}
