import type { StepBudget } from './step-budget.ts'
import { stepsFor, type UserPattern } from './user-pattern.ts'

/** A match and the text that takes its place. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

const REFERENCE = /\$(\$|&|\d)/g

/**
 * Replacements of all non-empty matches, from left to right. In the template, `$1` to `$9` are groups, `$&` and `$0` the
 * whole match, `$$` a dollar sign. Groups that do not exist or did not match are empty.
 */
export function replacementsIn(
  pattern: UserPattern,
  text: string,
  template: string,
  budget: Pick<StepBudget, 'spend'>,
): Replacement[] {
  budget.spend(stepsFor(pattern, text))
  const matcher = pattern.matcher(text)
  const groups = pattern.groupCount()
  const result: Replacement[] = []
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()]
    const filled = template.replace(REFERENCE, (_, mark: string) => {
      if (mark === '$') return '$'
      const group = mark === '&' ? 0 : Number(mark)
      return group > groups ? '' : (matcher.group(group) ?? '')
    })
    if (end > start) result.push({ start, end, text: filled })
    budget.spend(stepsFor(pattern, text, end) + filled.length)
  }
  return result
}
