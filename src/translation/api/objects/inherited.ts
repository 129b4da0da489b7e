import { type Field, type Fields, help, nullable, optional, readOnly, ruled } from '#fields/field.ts'
import { boolean, choice, text } from '#fields/kinds.ts'
import { withHelp } from '#html/field-help.ts'
import { flagsOf } from '../../catalogue/flags-of.ts'
import type { Inheritable, Level } from '../../catalogue/inheritance.ts'
import { INHERITABLE } from '../../catalogue/inheritance.ts'
import { componentSettings } from '../../declarations/component.ts'
import { checkTemplate, MESSAGES } from '../../repositories/commit-message.ts'
import { LANGUAGE_CODE_STYLES } from '../../values/language-code-style.ts'
import { readableByRepositories } from './rules.ts'

/** Fields that stay unchanged, or are inherited, if a request leaves them out. */
const unset = <T>({ fallback: _, ...field }: Field<T>) => optional(field as Field<T>)

const message = optional(ruled(text({ blank: true, max: 10_000 }), readableByRepositories(checkTemplate)))
const SOURCE_OF = 'Whether the value comes from the category or project above, or from the defaults of the site.'
const inherits = help(optional(boolean()), SOURCE_OF)
const effective = help(readOnly(text()), 'The value in effect.')

const own = withHelp('component', {
  license: unset(componentSettings.license),
  agreement: unset(componentSettings.agreement),
  new_lang: unset(componentSettings.new_lang),
  language_code_style: help(
    optional(choice(LANGUAGE_CODE_STYLES)),
    'How language codes are spelled in the names of new files.',
  ),
  secondary_language: optional(nullable(text({ blank: true, max: 500 }))),
  commit_message: message,
  add_message: message,
  delete_message: message,
  merge_message: message,
  addon_message: message,
  pull_message: message,
})

type Names = keyof Inheritable

const named = <P extends string, F extends Field>(prefix: P, field: F): Record<`${P}_${Names}`, F> =>
  Object.fromEntries(INHERITABLE.map(name => [`${prefix}_${name}`, field])) as Record<`${P}_${Names}`, F>

/** Settings that can be inherited, for requests and responses. */
export const inheritedFields = {
  ...own,
  ...named('inherit', inherits),
  ...named('effective', effective),
  effective_secondary_language: help(readOnly(nullable(text())), 'The language in effect; null if there is none.'),
  effective_check_flags: help(readOnly(text()), 'The flags in effect, with those of the project.'),
} satisfies Fields

const shown = (name: Names, value: string) => (name === 'secondary_language' && value === '' ? null : value)

/** Members of a response. An empty message means the built-in one, which is shown as the effective one. */
export function inheritedObject({ own: values, inherits: taken, effective: now }: Level) {
  const messages: Readonly<Record<string, string>> = MESSAGES
  const entries = INHERITABLE.flatMap(name => [
    [name, shown(name, values[name])],
    [`inherit_${name}`, taken.has(name)],
    [`effective_${name}`, shown(name, now[name] || (messages[name] ?? ''))],
  ])
  return Object.fromEntries(entries) as Inheritable &
    Record<`inherit_${Names}`, boolean> & { [K in Names as `effective_${K}`]: Inheritable[K] }
}

/** Flags of several layers as one text. */
export const effectiveFlags = (...layers: readonly string[]): string => flagsOf(layers).format()
