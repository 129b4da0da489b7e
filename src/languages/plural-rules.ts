import { dataFile, lazily, rowsByLanguage, type SharedRow } from './load-data.ts'
import { fallbackChain } from './wiki-languages.ts'

/**
 * Plural rules in CLDR syntax (`i = 1 and v = 0`), for {{PLURAL}} in interface messages. They are data instead of
 * Intl.PluralRules because ICU changes them between Node.js releases (Spanish gained "many", Hebrew lost it), while
 * messages were written for a fixed number of forms. A form applies if its condition is met.
 */
type Condition = (operands: Operands) => boolean

/** CLDR's names: n value, i integer digits, v and w number of fraction digits, f and t the fraction digits. */
interface Operands {
  n: number
  i: number
  v: number
  w: number
  f: number
  t: number
}

interface RuleRow extends SharedRow {
  forms: string[]
}

const file = dataFile<RuleRow[]>('plural-rules')
const compiled = lazily(() => {
  const rows = file().map(row => ({ ...row, rules: row.forms.map(compileRule) }))
  return rowsByLanguage(rows)
})

/** The plural form (0, 1, 2, …) of a number. A language without rules uses those of its fallbacks. */
export function pluralForm(code: string, value: number): number {
  const rules = rulesOf(code)
  const operands = operandsOf(value)
  const index = rules.findIndex(rule => rule(operands))
  return index < 0 ? rules.length : index
}

function rulesOf(code: string): Condition[] {
  const all = compiled()
  for (const candidate of [code, ...fallbackChain(code)]) {
    const row = all.get(candidate)
    if (row) return row.rules
  }
  return []
}

export function operandsOf(value: number): Operands {
  const n = Math.abs(value)
  if (!Number.isFinite(n)) return { n: 0, i: 0, v: 0, w: 0, f: 0, t: 0 }
  const text = String(n)
  // Above 1e21 and below 1e-6, JavaScript uses an exponent. No rule depends on fraction digits there.
  const fraction = text.includes('e') ? '' : (text.split('.')[1] ?? '')
  const f = Number(fraction || '0')
  return { n, i: Math.trunc(n), v: fraction.length, w: fraction.length, f, t: f }
}

/** Compiles one condition. Throws on errors, because the data is our own. */
export function compileRule(text: string): Condition {
  const alternatives = text.split(' or ').map(part => part.split(' and ').map(compileRelation))
  return operands => alternatives.some(relations => relations.every(relation => relation(operands)))
}

const relationSyntax = /^\s*([nivwft])(?:\s*%\s*(\d+))?\s*(!?=)\s*([\d.,\s]+?)\s*$/

function compileRelation(text: string): Condition {
  const match = relationSyntax.exec(text)
  if (!match) throw new Error(`Not a plural rule: "${text}"`)
  const operand = match[1] as keyof Operands
  const modulus = match[2] === undefined ? undefined : Number(match[2])
  const expected = match[3] === '='
  const ranges = match[4]!.split(',').map(range => {
    const [low = Number.NaN, high = low] = range.split('..').map(Number)
    return { low, high, whole: range.includes('..') }
  })
  return operands => {
    const value = modulus === undefined ? operands[operand] : operands[operand] % modulus
    const inside = ranges.some(
      ({ low, high, whole }) => value >= low && value <= high && (!whole || Number.isInteger(value)),
    )
    return inside === expected
  }
}
