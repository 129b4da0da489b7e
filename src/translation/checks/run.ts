// Runs the checks that apply to a string, depending on its state, flags and context.

import { STEPS_AT_ONCE, StepBudget } from '#patterns/step-budget.ts'
import type { Check } from './check.ts'
import { isTextCheck } from './check.ts'
import type { CheckContext, CheckedUnit, Span, Unit } from './checked-unit.ts'
import { checks } from './index.ts'
import type { CheckLookup } from './lookup.ts'
import { pairForms } from './plural-forms.ts'
import { mergeSpans } from './scan.ts'

const EMPTY = 0
const READ_ONLY = 100

function isWanted(check: Check, unit: CheckedUnit): boolean {
  const { flags } = unit
  if (flags.has('ignore-all-checks') || flags.has(check.ignoreFlag)) return false
  if (check.flags.length > 0 && !flags.hasAny(check.flags)) return false
  return check.applies(unit)
}

function seesState(check: Check, unit: CheckedUnit): boolean {
  if (check.side === 'source' || check.states === 'any') return true
  if (unit.state === READ_ONLY) return check.states === 'translated or read-only'
  return unit.state !== EMPTY
}

function concerns(check: Check, unit: CheckedUnit): boolean {
  // A glossary holds words, not sentences: only the checks made for glossaries make sense, on source words as well.
  if (check.glossary || unit.context.isGlossary === true) return check.glossary && unit.context.isGlossary === true
  return (check.side === 'source') === unit.isSource
}

/** The string as checks see it. Without a budget, its patterns run in-process. */
export function checkedUnit(
  unit: Unit,
  context: CheckContext,
  budget: StepBudget = new StepBudget(STEPS_AT_ONCE),
): CheckedUnit {
  const cached = new Map<string, readonly Span[]>()
  let pairs: CheckedUnit['pairs'] | undefined
  const checked: CheckedUnit = {
    id: unit.id,
    sources: unit.sources,
    targets: unit.targets,
    state: unit.state,
    flags: unit.flags,
    key: unit.key ?? '',
    note: unit.note ?? '',
    isSource: unit.isSource ?? false,
    terms: unit.terms ?? [],
    context,
    budget,
    notRun: new Map(),
    get pairs() {
      pairs ??= pairForms(unit.sources, unit.targets, context.sourcePlural, context.plural)
      return pairs
    },
    placeables(text) {
      let spans = cached.get(text)
      if (spans === undefined) {
        const protecting = checks().filter(check => check.placeables !== undefined && isWanted(check, checked))
        spans = mergeSpans(protecting.flatMap(check => check.placeables!(text, checked)))
        cached.set(text, spans)
      }
      return spans
    },
  }
  return checked
}

/** Check results of a string. */
export interface TextVerdict {
  /** IDs of failing text checks, in registry order. */
  readonly failing: readonly string[]
  /** Failing checks that could not run, with the reason. */
  readonly notRun: ReadonlyMap<string, string>
}

/** Runs the checks that need only the string itself. */
export function checkText(unit: Unit, context: CheckContext, budget?: StepBudget): TextVerdict {
  const checked = checkedUnit(unit, context, budget)
  const failing = checks()
    .filter(check => concerns(check, checked) && seesState(check, checked))
    .filter(check => isTextCheck(check) && isWanted(check, checked) && check.fails(checked))
    .map(check => check.id)
  return { failing, notRun: checked.notRun }
}

/** Checks of placeholders and markup that a translation fails. */
export function brokenPlaceables(unit: Unit, context: CheckContext): Check[] {
  const checked = checkedUnit(unit, context)
  return checks().filter(
    check =>
      check.placeables !== undefined &&
      isTextCheck(check) &&
      concerns(check, checked) &&
      isWanted(check, checked) &&
      check.fails(checked),
  )
}

/** IDs of the checks that a string fails because of other strings or its history. */
export async function runLookupChecks(unit: Unit, context: CheckContext, lookup: CheckLookup): Promise<string[]> {
  const checked = checkedUnit(unit, context)
  const failing: string[] = []
  for (const check of checks()) {
    if (isTextCheck(check) || !concerns(check, checked) || !seesState(check, checked)) continue
    if (isWanted(check, checked) && (await check.failsAfter(checked, lookup))) failing.push(check.id)
  }
  return failing
}
