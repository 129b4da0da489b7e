import { compilePlural, PluralFormulaError } from './plural-expression.ts'

/** How many forms a language has, and which one a number takes. */
export interface Plural {
  number: number
  formula: string
}

/** What a language gets when nothing else is known about it. */
export const defaultPlural: Plural = { number: 2, formula: 'n != 1' }

/** The most forms a language may have. */
const MAX_FORMS = 10

/** Numbers that tell apart every rule in use, and that a formula is tried on before it is believed. */
export const trialNumbers: readonly number[] = [
  ...Array.from({ length: 1001 }, (_, n) => n),
  ...[1011, 1111, 2000, 10000, 11000, 20000, 21000, 40000, 60000, 80000, 100000, 140000],
  ...[1000000, 1000001, 1100000, 2000000, 10000000],
]

/**
 * The function that gives a number's form, 0 to `number - 1`. A formula that cannot be read, or that names a form the
 * language does not have, is refused with a PluralFormulaError.
 */
export function pluralIndex(formula: string, number: number): (n: number) => number {
  if (!Number.isInteger(number) || number < 1 || number > MAX_FORMS) {
    throw new PluralFormulaError(`A language has between 1 and ${MAX_FORMS} plural forms, not ${number}`)
  }
  const evaluate = compilePlural(formula)
  for (const n of trialNumbers) {
    const form = evaluate(n)
    if (!Number.isInteger(form) || form < 0 || form >= number) {
      throw new PluralFormulaError(
        `For ${n} the formula gives form ${form}, but there are only ${number} (0 to ${number - 1})`,
      )
    }
  }
  // A count that was not tried may still lead the formula astray; the last form is what every language uses by default.
  return n => {
    const form = evaluate(Math.abs(Math.trunc(n)) || 0)
    return form >= 0 && form < number ? Math.trunc(form) : number - 1
  }
}

/** Throws a PluralFormulaError unless the formula can be used with that many forms. */
export function checkPlural({ number, formula }: Plural): void {
  pluralIndex(formula, number)
}
