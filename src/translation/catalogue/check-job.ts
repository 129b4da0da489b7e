// The checks of one text, apart from where they run: at once when it is short, in a thread when it is long.

import type { StepBudget } from '#patterns/step-budget.ts'
import { fixForms } from '../checks/automatic-fixes.ts'
import type { CheckContext, GlossaryTerm } from '../checks/checked-unit.ts'
import { pluralRule } from '../checks/plural-forms.ts'
import { checkText, type TextVerdict } from '../checks/run.ts'
import { flagsOf } from './flags-of.ts'

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
export interface Trial extends TextVerdict {
  /** Slips that are mended without asking are mended. */
  readonly target: readonly string[]
}

/** Source strings are taken as they are. */
function tryJob({ flags, context, ...unit }: CheckJob, budget: StepBudget): Trial {
  const all = flagsOf(flags)
  const { language } = context
  const targets = unit.isSource ? unit.targets : fixForms(unit.targets, unit.sources, { language, flags: all })
  return { target: targets, ...checkText({ ...unit, targets, flags: all }, contextOf(context), budget) }
}

function verdictOf({ flags, context, ...unit }: CheckJob, budget: StepBudget): TextVerdict {
  return checkText({ ...unit, flags: flagsOf(flags) }, contextOf(context), budget)
}

/** What can be done with a text, here or in a thread. */
export const CHECK_TASKS = { try: tryJob, check: verdictOf }

export type CheckTask = keyof typeof CHECK_TASKS
