// The checks of one text, apart from where they run: at once when it is short, in a thread when it is long.

import { fixForms } from '../checks/automatic-fixes.ts'
import type { CheckContext, GlossaryTerm } from '../checks/checked-unit.ts'
import { runChecks } from '../checks/run.ts'
import { flagsOf } from './flags-of.ts'
import { pluralRule } from './plural-rule.ts'

interface Rule {
  readonly number: number
  readonly formula: string
}

/** What all strings of a translation share, as it can be sent to a thread. */
export interface PlainContext extends Omit<CheckContext, 'plural' | 'sourcePlural'> {
  readonly plural: Rule
  readonly sourcePlural: Rule
}

export interface CheckJob {
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly state: number
  /** The most general first. */
  readonly flags: readonly string[]
  readonly note: string
  readonly isSource: boolean
  readonly terms: readonly GlossaryTerm[]
  readonly context: PlainContext
}

export const contextOf = ({ plural, sourcePlural, ...rest }: PlainContext): CheckContext => ({
  ...rest,
  plural: pluralRule(plural.number, plural.formula),
  sourcePlural: pluralRule(sourcePlural.number, sourcePlural.formula),
})

/** What a translation would be when it was saved. */
export interface Trial {
  /** Slips that are mended without asking are mended. */
  readonly target: readonly string[]
  /** The checks it would fail, as far as its own text tells. */
  readonly failing: readonly string[]
}

/** Source strings are taken as they are. */
export function tryJob({ flags, context, ...unit }: CheckJob): Trial {
  const all = flagsOf(flags)
  const { language } = context
  const targets = unit.isSource ? unit.targets : fixForms(unit.targets, unit.sources, { language, flags: all })
  return { target: targets, failing: runChecks({ ...unit, targets, flags: all }, contextOf(context)) }
}
