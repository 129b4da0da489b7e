import { absent } from '#fields/absent.ts'
import { help, optional, readOnly, shape } from '#fields/field.ts'
import { boolean, integer, webAddress } from '#fields/kinds.ts'
import type { ProjectRow } from '../../catalogue/components.ts'
import { projectLevel } from '../../catalogue/inheritance.ts'
import { contributesToShared } from '../../catalogue/memory-scope.ts'
import { projectSettings } from '../../declarations/project.ts'
import type { Addresses } from '../../values/addresses.ts'
import { effectiveFlags, inheritedFields, inheritedObject } from './inherited.ts'

const address = readOnly(webAddress())

export const Project = shape('Project', 'A project: a group of components with shared settings and teams.', {
  ...projectSettings,
  ...inheritedFields,
  enable_hooks: help(
    optional(boolean(), true),
    'Whether push notifications from code hosts update the components of the project.',
  ),
  id: readOnly(integer()),
  web_url: address,
  url: address,
  components_list_url: address,
  repository_url: address,
  statistics_url: address,
  categories_url: address,
  changes_list_url: address,
  languages_url: address,
  labels_url: address,
  lock_url: address,
  announcements_url: address,
  reports_url: address,
  metrics_url: address,
  machinery_settings: address,
  ...absent('Parlance does not support this project setting', {
    commit_policy: [0],
    enforced_2fa: [false],
    workspace: [],
    use_workspace_tm: [],
    contribute_workspace_tm: [],
    autoclean_tm: [],
    set_language_team: [],
  }),
})

export function projectObject(row: ProjectRow, addresses: Addresses) {
  const at = (...more: string[]) => addresses.api('projects', row.slug, ...more)
  return {
    name: row.name,
    slug: row.slug,
    id: row.id,
    web: row.web,
    web_url: addresses.web('projects', row.slug),
    url: at(),
    components_list_url: at('components'),
    repository_url: at('repository'),
    statistics_url: at('statistics'),
    categories_url: at('categories'),
    changes_list_url: at('changes'),
    languages_url: at('languages'),
    labels_url: at('labels'),
    lock_url: at('lock'),
    announcements_url: at('announcements'),
    reports_url: at('reports'),
    metrics_url: at('metrics'),
    machinery_settings: at('machinery_settings'),
    translation_review: row.translation_review === 1,
    source_review: row.source_review === 1,
    instructions: row.instructions,
    language_aliases: row.language_aliases,
    check_flags: row.check_flags,
    effective_check_flags: effectiveFlags(row.check_flags),
    enable_hooks: row.enable_hooks === 1,
    ...inheritedObject(projectLevel(row)),
    access_control: row.access_control,
    use_shared_tm: row.use_shared_tm === 1,
    contribute_shared_tm: contributesToShared(row),
  }
}
