// All flags and their parameters, so that a mistyped flag is rejected instead of ignored.

import {
  type FlagParameter,
  integerParameter,
  listParameter,
  pairsParameter,
  textParameter,
} from './flag-parameters.ts'
import { type Flag, FlagParameterError, FlagSyntaxError, NOT_FLAGS, parseFlags } from './flags.ts'
import { checks } from './index.ts'

interface KnownFlag {
  readonly name: string
  readonly description: string
  /** Parser for its parameters; undefined for a flag without parameters. */
  readonly parameter: FlagParameter | undefined
}

const discarded: FlagParameter<string> = values => {
  const name = textParameter(values)
  if (!knownFlags().has(name)) throw new FlagParameterError(`takes the name of a flag; there is no "${name}"`)
  return name
}

const OTHERS: readonly (readonly [name: string, description: string, parameter?: FlagParameter])[] = [
  ['rst-text', 'reStructuredText'],
  ['md-text', 'Markdown'],
  ['xml-text', 'XML'],
  ['dos-eol', 'DOS line ends'],
  ['read-only', 'The string must not be changed'],
  ['strict-same', 'Unchanged translations are always reported'],
  ['strict-format', 'Placeholders are needed in every plural form'],
  ['forbidden', 'Forbidden translation of a term'],
  ['terminology', 'Term of the glossary in every language'],
  ['case-insensitive', 'Placeholders in any letter case'],
  ['auto-java-messageformat', 'Java MessageFormat where the source looks like it'],
  ['auto-safe-html', 'Safe HTML where the source looks like HTML'],
  ['ignore-all-checks', 'No checks at all'],
  ['font-family', 'Font family', textParameter],
  ['font-size', 'Font size', integerParameter],
  ['font-weight', 'Font weight', textParameter],
  ['font-spacing', 'Letter spacing', integerParameter],
  ['max-size', 'Maximum size of translation', listParameter],
  ['icu-flags', 'How ICU messages are compared', listParameter],
  ['icu-tag-prefix', 'Prefix of tags in ICU messages', textParameter],
  ['priority', 'Priority of the string', integerParameter],
  ['replacements', 'Replacements made when the string is shown', pairsParameter],
  ['variant', 'String that this one is a variant of', textParameter],
  ['fluent-type', 'Kind of Fluent message', textParameter],
  ['discard', 'Takes back a flag set more generally', discarded],
]

// Checks of other platforms, which may be turned off here too.
const ABSENT = ['max-size']

let cached: ReadonlyMap<string, KnownFlag> | undefined

/** Every flag by name: those that turn checks on or off, and the rest. */
function knownFlags(): ReadonlyMap<string, KnownFlag> {
  if (cached !== undefined) return cached
  const flags = new Map<string, KnownFlag>()
  for (const check of checks()) {
    for (const name of check.flags) flags.set(name, { name, description: check.name, parameter: check.parameter })
    flags.set(check.ignoreFlag, { name: check.ignoreFlag, description: `Not: ${check.name}`, parameter: undefined })
  }
  for (const id of ABSENT) {
    flags.set(`ignore-${id}`, { name: `ignore-${id}`, description: `Not: ${id}`, parameter: undefined })
  }
  for (const [name, description, parameter] of OTHERS) flags.set(name, { name, description, parameter })
  cached = flags
  return flags
}

function problemWith({ name, values }: Flag, look: 'all' | 'names'): string | undefined {
  const flag = knownFlags().get(name)
  if (NOT_FLAGS.has(name)) return undefined
  if (flag === undefined) return `There is no flag "${name}".`
  if (look === 'names') return undefined
  if (flag.parameter === undefined) return values.length > 0 ? `The flag "${name}" takes no parameters.` : undefined
  if (values.length === 0) return `The flag "${name}" needs a parameter.`
  try {
    flag.parameter(values)
  } catch (error) {
    if (error instanceof FlagParameterError) return `The flag "${name}" ${error.message}.`
    throw error
  }
  return undefined
}

/** Errors in flags entered by a user. Flags to remove only need their names. */
export function validateFlags(text: string, look: 'all' | 'names' = 'all'): string[] {
  try {
    return parseFlags(text)
      .map(flag => problemWith(flag, look))
      .filter(problem => problem !== undefined)
  } catch (error) {
    if (error instanceof FlagSyntaxError) return [`${error.message}.`]
    throw error
  }
}
