import { optional, ruled } from '#fields/field.ts'
import { boolean, choice, slug, text, webAddress } from '#fields/kinds.ts'
import { withHelp } from '#html/field-help.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { checkFlagsAreReadable } from './rules.ts'

/** Access control of a project. */
const ACCESS_CONTROL = new Map([
  [ACCESS.public, 'Public: everyone can view and translate'],
  [ACCESS.protected, 'Protected: everyone can view, only its teams can translate'],
  [ACCESS.private, 'Private: only its teams have access'],
  [ACCESS.custom, 'Custom: only teams that list the project have access'],
])

/** Settings that requests can change. */
export const projectSettings = withHelp('project', {
  name: text({ max: 60 }),
  slug: slug(60),
  web: optional(webAddress({ blank: true, max: 200 }), ''),
  translation_review: optional(boolean(), false),
  source_review: optional(boolean(), false),
  instructions: optional(text({ blank: true, max: 20_000 }), ''),
  language_aliases: optional(text({ blank: true, max: 5000 }), ''),
  check_flags: optional(ruled(text({ blank: true, max: 2000 }), checkFlagsAreReadable), ''),
  access_control: optional(choice(ACCESS_CONTROL)),
  use_shared_tm: optional(boolean(), true),
  contribute_shared_tm: optional(boolean()),
})
