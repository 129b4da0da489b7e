import { optional, ruled } from '#fields/field.ts'
import { boolean, choice, integer, list, slug, text } from '#fields/kinds.ts'
import { withHelp } from '#html/field-help.ts'
import { isTextCheck } from '../checks/check.ts'
import { checksOf } from '../checks/index.ts'
import { checkFileFormat, checkFilePath, checkFlagsAreReadable } from './rules.ts'

const line = (max: number) => optional(text({ blank: true, max }), '')

const PRIORITIES = new Map([
  [60, 'Very high'],
  [80, 'High'],
  [100, 'Medium'],
  [120, 'Low'],
  [140, 'Very low'],
] as const)

const NEW_LANGUAGE = {
  contact: 'Contact maintainers',
  url: 'Point to translation instructions',
  add: 'Create new language file',
  none: 'Disable adding new translations',
} as const

/** Text checks of translations, which can be enforced on each edit. */
const ENFORCEABLE = new Map(
  checksOf('target')
    .filter(isTextCheck)
    .map(({ id, name }) => [id, name]),
)

/** Settings that requests can change. */
export const componentSettings = withHelp('component', {
  name: text({ max: 100 }),
  slug: slug(100),
  file_format: ruled(text({ max: 50 }), checkFileFormat),
  filemask: ruled(line(400), checkFilePath),
  template: ruled(line(400), checkFilePath),
  new_base: ruled(line(400), checkFilePath),
  license: line(150),
  agreement: line(20_000),
  new_lang: optional(choice(NEW_LANGUAGE), 'add'),
  check_flags: ruled(line(2000), checkFlagsAreReadable),
  priority: optional(choice(PRIORITIES), 100),
  restricted: optional(boolean(), false),
  allow_translation_propagation: optional(boolean(), true),
  manage_units: optional(boolean(), false),
  edit_template: optional(boolean(), true),
  enable_suggestions: optional(boolean(), true),
  suggestion_voting: optional(boolean(), false),
  suggestion_autoaccept: optional(integer({ min: 0, max: 1000 }), 0),
  is_glossary: optional(boolean(), false),
  contribute_project_tm: optional(boolean(), true),
  enforced_checks: optional(list(choice(ENFORCEABLE), { max: 200 }), []),
})
