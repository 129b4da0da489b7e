import { optional, ruled } from '#fields/field.ts'
import { boolean, choice, slug, text, webAddress } from '#fields/kinds.ts'
import { withHelp } from '#html/field-help.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { checkFlagsAreReadable } from './rules.ts'

/** Who sees a project and works on it. */
const ACCESS_CONTROL = new Map([
  [ACCESS.public, 'Public: everybody sees it and works on it'],
  [ACCESS.protected, 'Protected: everybody sees it, its teams work on it'],
  [ACCESS.private, 'Private: only its teams see it'],
  [ACCESS.custom, 'Custom: only teams that name it see it'],
])

/** What can be set from outside. */
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
})
