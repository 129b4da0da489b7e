import { defaultPlural, pluralIndex } from '#languages/plural.ts'
import { PluralFormulaError } from '#languages/plural-expression.ts'
import type { PluralRule } from '../checks/plural-forms.ts'

const known = new Map<string, PluralRule>()
const MAX_KNOWN = 1000

/** The rule of a language, one object per rule. A formula that is no good counts like English rather than failing every string. */
export function pluralRule(number: number, formula: string): PluralRule {
  const key = `${number} ${formula}`
  let rule = known.get(key)
  if (rule === undefined) {
    rule = { number, form: formOf(number, formula) }
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, rule)
  }
  return rule
}

function formOf(number: number, formula: string): (n: number) => number {
  try {
    return pluralIndex(formula, number)
  } catch (error) {
    if (!(error instanceof PluralFormulaError)) throw error
    const english = pluralIndex(defaultPlural.formula, defaultPlural.number)
    return n => Math.min(english(n), number - 1)
  }
}
