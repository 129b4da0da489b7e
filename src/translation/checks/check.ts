// Each quality check is declared in its own file: its name, when it applies, and what makes a string fail it. The
// runner, the REST API, emails and the list of flags all use this declaration.

import { StepsExceeded } from '#patterns/step-budget.ts'
import type { CheckedUnit, Span } from './checked-unit.ts'
import type { FlagParameter } from './flag-parameters.ts'
import { FlagParameterError } from './flags.ts'
import type { CheckLookup } from './lookup.ts'

/** Translation states that a target check applies to. */
type CheckedStates = 'translated' | 'translated or read-only' | 'any'

interface CheckBase {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly side: 'source' | 'target'
  /** Runs only if one of these flags is set; runs by default if the list is empty. */
  readonly flags: readonly string[]
  /** The flag that turns the check off. */
  readonly ignoreFlag: string
  /** Parser for the parameters of the first flag; undefined for a flag without parameters. */
  readonly parameter: FlagParameter | undefined
  /** Runs only in glossaries. */
  readonly glossary: boolean
  readonly states: CheckedStates
  readonly applies: (unit: CheckedUnit) => boolean
  /** Parts of a text that this check protects; other checks ignore them. */
  readonly placeables: ((text: string, unit: CheckedUnit) => readonly Span[]) | undefined
  /** Code of a plugin, which may fail to run. */
  readonly fromPlugin?: true
}

/** Needs only the string itself. */
export interface TextCheck extends CheckBase {
  readonly fails: (unit: CheckedUnit) => boolean
}

/** Needs other strings or the history. */
interface LookupCheck extends CheckBase {
  readonly failsAfter: (unit: CheckedUnit, lookup: CheckLookup) => Promise<boolean>
}

export type Check = TextCheck | LookupCheck

export const isTextCheck = (check: Check): check is TextCheck => 'fails' in check

interface Declaration {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly flag?: string | readonly string[]
  readonly glossary?: boolean
  readonly states?: CheckedStates
  readonly applies?: (unit: CheckedUnit) => boolean
  readonly placeables?: (text: string, unit: CheckedUnit) => readonly Span[]
}

type With<T> = Declaration & T

function base(declared: Declaration, side: 'source' | 'target', parameter?: FlagParameter): CheckBase {
  const { id, name, description, flag } = declared
  return {
    id,
    name,
    description,
    side,
    flags: flag === undefined ? [] : typeof flag === 'string' ? [flag] : flag,
    ignoreFlag: `ignore-${id.replaceAll('_', '-')}`,
    parameter,
    glossary: declared.glossary ?? false,
    states: declared.states ?? 'translated',
    applies: declared.applies ?? (() => true),
    placeables: declared.placeables,
  }
}

/** Compares each target form with its source form; one bad form fails the string. */
export function targetCheck(
  declared: With<{ fails: (source: string, target: string, unit: CheckedUnit) => boolean }>,
): TextCheck {
  return {
    ...base(declared, 'target'),
    fails: unit => unit.pairs.some(([source, target]) => declared.fails(source, target, unit)),
  }
}

/** Checks all forms of a string together. */
export function pluralCheck(declared: With<{ fails: (unit: CheckedUnit) => boolean }>): TextCheck {
  return { ...base(declared, 'target'), fails: declared.fails }
}

/**
 * Whether an error means that a check cannot run on a string: its flag has an invalid value, or a pattern that takes
 * too many steps.
 */
export const cannotRun = (error: unknown, unit: Pick<CheckedUnit, 'budget'>): error is Error =>
  error instanceof FlagParameterError || (error instanceof StepsExceeded && unit.budget.isLast)

/** Runs with the value of its flag. If it cannot run, the string fails, so that someone corrects the flag. */
export function valueCheck<T>(
  declared: With<{ flag: string; parameter: FlagParameter<T>; fails: (unit: CheckedUnit, value: T) => boolean }>,
): TextCheck {
  const { id, flag, parameter } = declared
  return {
    ...base(declared, 'target', parameter),
    fails: unit => {
      const values = unit.flags.values(flag)
      // Flags without a value can come from files.
      if (values === undefined || values.every(({ text }) => text === '')) return false
      try {
        return declared.fails(unit, parameter(values))
      } catch (error) {
        if (!cannotRun(error, unit)) throw error
        unit.notRun.set(id, `The flag "${flag}" ${error.message}. The check was not run.`)
        return true
      }
    },
  }
}

/** Checks source strings. */
export function sourceCheck(
  declared: With<{ fails: (sources: readonly string[], unit: CheckedUnit) => boolean }>,
): TextCheck {
  return { ...base(declared, 'source'), fails: unit => declared.fails(unit.sources, unit) }
}

/** Checks a string against other strings or its history. */
export function lookupCheck(
  declared: With<{
    side: 'source' | 'target'
    fails: (unit: CheckedUnit, lookup: CheckLookup) => Promise<boolean>
  }>,
): LookupCheck {
  return { ...base(declared, declared.side), failsAfter: declared.fails }
}
