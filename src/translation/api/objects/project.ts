import type { ProjectRow } from '../../catalogue/components.ts'
import { ACCESS } from '../../catalogue/permissions.ts'
import { absent, INHERITED, MESSAGES } from '../../fields/absent.ts'
import { optional, readOnly, ruled, shape } from '../../fields/field.ts'
import { boolean, choice, integer, slug, text, webAddress } from '../../fields/kinds.ts'
import { withHelp } from '../../fields/with-help.ts'
import type { Addresses } from '../../values/addresses.ts'
import { checkFlagsAreReadable } from './rules.ts'

const address = readOnly(webAddress())

/** Who sees a project and works on it. */
const ACCESS_CONTROL = new Map([
  [ACCESS.public, 'Public: everybody sees it and works on it'],
  [ACCESS.protected, 'Protected: everybody sees it, its teams work on it'],
  [ACCESS.private, 'Private: only its teams see it'],
  [ACCESS.custom, 'Custom: only teams that name it see it'],
])

/** What can be set from outside. */
const projectSettings = withHelp('project', {
  name: text({ max: 60 }),
  slug: slug(60),
  web: optional(webAddress({ blank: true, max: 200 }), ''),
  translation_review: optional(boolean(), false),
  source_review: optional(boolean(), false),
  instructions: optional(text({ blank: true, max: 20_000 }), ''),
  language_aliases: optional(text({ blank: true, max: 5000 }), ''),
  check_flags: optional(ruled(text({ blank: true, max: 2000 }), checkFlagsAreReadable), ''),
  access_control: optional(choice(ACCESS_CONTROL)),
})

export const Project = shape(
  'Project',
  'A project: components that belong together, with one team and one set of rules.',
  {
    ...projectSettings,
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
    ...absent('Parlance does not have this setting of a project', {
      ...INHERITED,
      ...MESSAGES,
      commit_policy: [0],
      enable_hooks: [],
      license: [],
      agreement: [],
      new_lang: [],
      language_code_style: [],
      secondary_language: [],
      enforced_2fa: [false],
      workspace: [],
      use_shared_tm: [],
      contribute_shared_tm: [],
      use_workspace_tm: [],
      contribute_workspace_tm: [],
      autoclean_tm: [],
      set_language_team: [],
    }),
  },
)

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
    access_control: row.access_control,
  }
}
