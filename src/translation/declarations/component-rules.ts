import { optional, ruled } from '#fields/field.ts'
import { boolean, choice, text } from '#fields/kinds.ts'
import { withHelp } from '#html/field-help.ts'
import { COLORS } from './parts.ts'
import { checkFilePath, checkPattern } from './rules.ts'

const pattern = () => ruled(optional(text({ blank: true, max: 1000 }), ''), checkPattern)

/** Further settings of a component: which keys it translates, what belongs together, and what its repository does. */
export const componentRules = withHelp('component', {
  key_filter: pattern(),
  variant_regex: pattern(),
  screenshot_filemask: ruled(optional(text({ blank: true, max: 400 }), ''), checkFilePath),
  auto_lock_error: optional(boolean(), false),
  glossary_color: optional(choice(COLORS), 'silver'),
})
