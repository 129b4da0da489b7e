// The checks of one text, independent of where they run: in-process for short texts, in a thread for long ones.

import { pluralRule } from '#languages/plural.ts'
import type { StepBudget } from '#patterns/step-budget.ts'
import { fixForms } from '../checks/automatic-fixes.ts'
import type { CheckContext, GlossaryTerm } from '../checks/checked-unit.ts'
import { checkedUnit, checkText, type TextVerdict } from '../checks/run.ts'
import { flagsOf } from './flags-of.ts'

interface Rule {
  readonly number: number
  readonly formula: string
}

/** Context shared by all strings of a translation, in a form that can be sent to a thread. */
export interface PlainContext extends Omit<CheckContext, 'plural' | 'sourcePlural'> {
  readonly plural: Rule
  readonly sourcePlural: Rule
}

export interface CheckJob {
  readonly sources: readonly string[]
  readonly targets: readonly string[]
  readonly state: number
  /** From general to specific. */
  readonly flags: readonly string[]
  readonly key: string
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

/** How a translation would be saved, and the checks it would fail. */
export interface Trial extends TextVerdict {
  /** The text after automatic fixes. */
  readonly target: readonly string[]
}

/** Source strings get no automatic fixes. */
function tryJob({ flags, context, ...unit }: CheckJob, budget: StepBudget): Trial {
  const all = flagsOf(flags)
  const { language } = context
  const surroundings = contextOf(context)
  const { placeables } = checkedUnit({ ...unit, flags: all }, surroundings, budget)
  const targets = unit.isSource
    ? unit.targets
    : fixForms(unit.targets, unit.sources, { language, flags: all, placeables })
  return { target: targets, ...checkText({ ...unit, targets, flags: all }, surroundings, budget) }
}

function verdictOf({ flags, context, ...unit }: CheckJob, budget: StepBudget): TextVerdict {
  return checkText({ ...unit, flags: flagsOf(flags) }, contextOf(context), budget)
}

/** Tasks for a text, in-process or in a thread. */
export const CHECK_TASKS = { try: tryJob, check: verdictOf }

export type CheckTask = keyof typeof CHECK_TASKS
