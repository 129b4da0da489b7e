import { help, optional, ruled } from '#fields/field.ts'
import { text } from '#fields/kinds.ts'
import { checkCodeFilter } from './rules.ts'

/** Accepts every code without a full stop, as Weblate does. */
const ALL_LANGUAGES = '^[^.]+$'

/** Which languages a component reads from its files. */
export const languageFilter = {
  language_regex: help(
    ruled(optional(text({ blank: true, max: 500 }), ALL_LANGUAGES), checkCodeFilter),
    'Regular expression (RE2) for the language codes in file names. Files with other codes are left out. ^(?!(cs|de)$).+$ leaves out two languages.',
  ),
}
