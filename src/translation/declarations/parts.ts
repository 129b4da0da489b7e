// Parts of a project that people write, as declared for requests and backups.

import { help, optional, ruled } from '#fields/field.ts'
import { boolean, choice, integer, list, slug, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { withHelp } from '#html/field-help.ts'
import { checkPlural } from '#languages/plural.ts'
import { PluralFormulaError } from '#languages/plural-expression.ts'
import { LONGEST_TEXT } from '../values/text-limit.ts'
import { checkFlagsAreReadable } from './rules.ts'

export const categorySettings = { name: text({ max: 100 }), slug: slug(100) }
export const MAX_CATEGORY_DEPTH = 3

export const COLORS = new Map(
  'navy blue aqua teal olive green lime yellow orange red maroon fuchsia purple black gray silver'
    .split(' ')
    .map(name => [name, name]),
)

export const labelSettings = {
  name: text({ max: 190 }),
  description: optional(text({ blank: true, max: 250 }), ''),
  color: optional(choice(COLORS), 'silver'),
}

export const savedSearch = {
  name: text({ max: 100 }),
  q: help(text({ max: 1000, blank: true }), 'Search query, as in lists of strings.'),
}

const SEVERITIES = { info: 'Info', warning: 'Warning', danger: 'Danger', success: 'Success' } as const

export const announcementSettings = withHelp('announcement', {
  message: text({ max: 10_000 }),
  severity: optional(choice(SEVERITIES), 'info'),
  notify: optional(boolean(), true),
})

export const commentText = text({ max: 1000 })
export const screenshotName = text({ max: 200 })

/** The text of a string, one for each plural form. */
export const formsOfString = list(text({ blank: true, verbatim: true, max: LONGEST_TEXT }), { max: 20 })

/** Additional information about a source string. */
export const stringSettings = {
  explanation: text({ blank: true, max: 20_000 }),
  extra_flags: ruled(text({ blank: true, max: 2000 }), checkFlagsAreReadable),
}

export const pluralSettings = { number: integer({ min: 1, max: 10 }), formula: text({ max: 1000 }) }

/** Rejects a formula that is invalid or refers to more forms than there are. */
export function checkPluralFormula(plural: { number: number; formula: string }, attr: string): void {
  try {
    checkPlural(plural)
  } catch (error) {
    throw error instanceof PluralFormulaError ? invalidField(attr, 'invalid', error.message) : error
  }
}
