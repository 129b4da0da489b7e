// A quality check is declared once, in a file of its own: what it is called, when it applies, and what makes a string
// fail it. The declaration gives the runner, the REST API, mails and the list of flags everything they need.

import { StepsExceeded } from '#patterns/step-budget.ts'
import type { CheckedUnit, Span } from './checked-unit.ts'
import type { FlagParameter } from './flag-parameters.ts'
import { FlagParameterError } from './flags.ts'
import type { CheckLookup } from './lookup.ts'

/** Which states of a translation a target check looks at. */
type CheckedStates = 'translated' | 'translated or read-only' | 'any'

interface CheckBase {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly side: 'source' | 'target'
  /** Runs only when one of these flags is set; runs by default when there are none. */
  readonly flags: readonly string[]
  /** The flag that switches the check off. */
  readonly ignoreFlag: string
  /** How the parameters of the first flag are read; undefined for a flag without parameters. */
  readonly parameter: FlagParameter | undefined
  /** Runs in glossaries, and only there. */
  readonly glossary: boolean
  readonly states: CheckedStates
  readonly applies: (unit: CheckedUnit) => boolean
  /** The parts of a text that this check protects; other checks leave them alone. */
  readonly placeables: ((text: string, unit: CheckedUnit) => readonly Span[]) | undefined
}

/** Needs only the string itself. */
export interface TextCheck extends CheckBase {
  readonly fails: (unit: CheckedUnit) => boolean
}

/** Needs to look at other strings or at history. */
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

/** Holds each target form against its source form; one bad form fails the string. */
export function targetCheck(
  declared: With<{ fails: (source: string, target: string, unit: CheckedUnit) => boolean }>,
): TextCheck {
  return {
    ...base(declared, 'target'),
    fails: unit => unit.pairs.some(([source, target]) => declared.fails(source, target, unit)),
  }
}

/** Looks at all forms of a string at once. */
export function pluralCheck(declared: With<{ fails: (unit: CheckedUnit) => boolean }>): TextCheck {
  return { ...base(declared, 'target'), fails: declared.fails }
}

/**
 * Whether an error says that a check cannot run on a string: its flag has a value that cannot be read, or a pattern that takes
 * more steps than anybody may spend.
 */
export const cannotRun = (error: unknown, unit: Pick<CheckedUnit, 'budget'>): error is Error =>
  error instanceof FlagParameterError || (error instanceof StepsExceeded && unit.budget.isLast)

/** Runs with the value of its flag. A string on which it cannot run fails it: somebody must correct the flag. */
export function valueCheck<T>(
  declared: With<{ flag: string; parameter: FlagParameter<T>; fails: (unit: CheckedUnit, value: T) => boolean }>,
): TextCheck {
  const { id, flag, parameter } = declared
  return {
    ...base(declared, 'target', parameter),
    fails: unit => {
      const values = unit.flags.values(flag)
      if (values === undefined) return false
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

/** Looks at the source, on strings of the source language only. */
export function sourceCheck(
  declared: With<{ fails: (sources: readonly string[], unit: CheckedUnit) => boolean }>,
): TextCheck {
  return { ...base(declared, 'source'), fails: unit => declared.fails(unit.sources, unit) }
}

/** Looks beyond the string. */
export function lookupCheck(
  declared: With<{
    side: 'source' | 'target'
    fails: (unit: CheckedUnit, lookup: CheckLookup) => Promise<boolean>
  }>,
): LookupCheck {
  return { ...base(declared, declared.side), failsAfter: declared.fails }
}
