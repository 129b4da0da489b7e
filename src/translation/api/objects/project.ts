import type { ProjectRow } from '../../catalogue/components.ts'
import type { Addresses } from '../call.ts'
import { optional, readOnly, shape } from '../fields/field.ts'
import { boolean, integer, slug, text, webAddress } from '../fields/kinds.ts'

const address = readOnly(webAddress())

export const Project = shape(
  'Project',
  'A project: components that belong together, with one team and one set of rules.',
  {
    name: text({ max: 60 }),
    slug: slug(60),
    id: readOnly(integer()),
    web: optional(webAddress({ blank: true, max: 200 }), ''),
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
    translation_review: optional(boolean(), false),
    source_review: optional(boolean(), false),
    instructions: optional(text({ blank: true, max: 20_000 }), ''),
    language_aliases: optional(text({ blank: true, max: 5000 }), ''),
    check_flags: optional(text({ blank: true, max: 2000 }), ''),
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
    translation_review: row.translation_review === 1,
    source_review: row.source_review === 1,
    instructions: row.instructions,
    language_aliases: row.language_aliases,
    check_flags: row.check_flags,
  }
}
