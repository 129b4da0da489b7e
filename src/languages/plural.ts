import { memo } from '#cache/bounded-cache.ts'
import { compilePlural, PluralFormulaError } from './plural-expression.ts'

/** Number of plural forms, and the formula that chooses one. */
export interface Plural {
  number: number
  formula: string
}

/** For languages without plural data. */
export const defaultPlural: Plural = { number: 2, formula: 'n != 1' }

const MAX_FORMS = 10

/** Numbers that distinguish all rules in use. Formulas are validated with them. */
export const trialNumbers: readonly number[] = [
  ...Array.from({ length: 1001 }, (_, n) => n),
  ...[1011, 1111, 2000, 10000, 11000, 20000, 21000, 40000, 60000, 80000, 100000, 140000],
  ...[1000000, 1000001, 1100000, 2000000, 10000000],
]

/**
 * Compiles a formula to a function that returns the form of a number, 0 to `number - 1`. Throws PluralFormulaError if
 * the formula is invalid or refers to a form that the language does not have.
 */
export function pluralIndex(formula: string, number: number): (n: number) => number {
  if (!Number.isInteger(number) || number < 1 || number > MAX_FORMS) {
    throw new PluralFormulaError(`The number of plural forms must be between 1 and ${MAX_FORMS}, not ${number}`)
  }
  const evaluate = compilePlural(formula)
  for (const n of trialNumbers) {
    const form = evaluate(n)
    if (!Number.isInteger(form) || form < 0 || form >= number) {
      throw new PluralFormulaError(`For ${n} the formula gives form ${form}, but the forms are 0 to ${number - 1}`)
    }
  }
  // Other numbers may still be out of range. Use the last form for them, which is the most general one.
  return n => {
    const form = evaluate(Math.abs(Math.trunc(n)) || 0)
    return form >= 0 && form < number ? Math.trunc(form) : number - 1
  }
}

/** Throws a PluralFormulaError unless the formula can be used with that many forms. */
export function checkPlural({ number, formula }: Plural): void {
  pluralIndex(formula, number)
}

/** The plural rule of a language: how many forms it has and which of them a number takes. */
export interface PluralRule {
  readonly number: number
  form(n: number): number
}

const MAX_RULES = 1000

/**
 * The cached rule of a gettext formula. An invalid formula falls back to the English rule instead of failing every
 * string.
 */
export const pluralRule = (number: number, formula: string): PluralRule => cachedRule(`${number} ${formula}`)

const cachedRule = memo(MAX_RULES, (key: string): PluralRule => {
  const space = key.indexOf(' ')
  const number = Number(key.slice(0, space))
  return { number, form: formOf(number, key.slice(space + 1)) }
})

function formOf(number: number, formula: string): (n: number) => number {
  try {
    return pluralIndex(formula, number)
  } catch (error) {
    if (!(error instanceof PluralFormulaError)) throw error
    const english = pluralIndex(defaultPlural.formula, defaultPlural.number)
    return n => Math.min(english(n), number - 1)
  }
}
