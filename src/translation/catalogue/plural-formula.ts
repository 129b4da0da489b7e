import type { PluralRule } from '../checks/plural-forms.ts'

/** A plural formula that cannot be read, in words for whoever wrote it. */
export class PluralFormulaError extends Error {}

type Evaluate = (n: number) => number

const TOKEN = /\s*(?:(\d{1,9})|(n)|(\|\||&&|==|!=|<=|>=|[-+*/%<>!?:()]))/y
const LEVELS = [['||'], ['&&'], ['==', '!='], ['<', '>', '<=', '>='], ['+', '-'], ['*', '/', '%']]
const MAX_LENGTH = 1000
const MAX_DEPTH = 50

const OPERATORS: Record<string, (a: number, b: number) => number> = {
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '<': (a, b) => Number(a < b),
  '>': (a, b) => Number(a > b),
  '<=': (a, b) => Number(a <= b),
  '>=': (a, b) => Number(a >= b),
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  // C leaves division by zero undefined; a formula must not bring the server down.
  '/': (a, b) => (b === 0 ? 0 : Math.trunc(a / b)),
  '%': (a, b) => (b === 0 ? 0 : a % b),
}

function tokens(text: string): string[] {
  if (text.length > MAX_LENGTH) throw new PluralFormulaError('The formula is too long.')
  const result: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex
    const match = TOKEN.exec(text)
    if (match === null) throw new PluralFormulaError(`The formula cannot be read from "${text.slice(at, at + 20)}".`)
    result.push(match[0].trim())
  }
  return result
}

/** Compiles gettext's C-like expression in `n`. It is interpreted, never handed to the JavaScript engine. */
export function compilePluralFormula(text: string): Evaluate {
  const left = tokens(text.replace(/;\s*$/, ''))
  let depth = 0
  const take = (token: string): boolean => {
    if (left[0] !== token) return false
    left.shift()
    return true
  }
  const expect = (token: string) => {
    if (!take(token)) throw new PluralFormulaError(`The formula lacks "${token}".`)
  }
  const ternary = (): Evaluate => {
    if (++depth > MAX_DEPTH) throw new PluralFormulaError('The formula is nested too deeply.')
    const test = binary(0)
    let result = test
    if (take('?')) {
      const yes = ternary()
      expect(':')
      const no = ternary()
      result = n => (test(n) !== 0 ? yes(n) : no(n))
    }
    depth--
    return result
  }
  const binary = (level: number): Evaluate => {
    const names = LEVELS[level]
    if (names === undefined) return unary()
    let result = binary(level + 1)
    for (let name = left[0]; name !== undefined && names.includes(name); name = left[0]) {
      left.shift()
      const a = result
      const b = binary(level + 1)
      if (name === '||') result = n => Number(a(n) !== 0 || b(n) !== 0)
      else if (name === '&&') result = n => Number(a(n) !== 0 && b(n) !== 0)
      else {
        const apply = OPERATORS[name]!
        result = n => apply(a(n), b(n))
      }
    }
    return result
  }
  const unary = (): Evaluate => {
    if (take('!')) {
      const inner = unary()
      return n => Number(inner(n) === 0)
    }
    if (take('(')) {
      const inner = ternary()
      expect(')')
      return inner
    }
    const token = left.shift()
    if (token === 'n') return n => n
    if (token === undefined || !/^\d+$/.test(token)) throw new PluralFormulaError('The formula ends too early.')
    const value = Number(token)
    return () => value
  }
  const result = ternary()
  if (left.length > 0)
    throw new PluralFormulaError(`The formula has something left over: "${left.join(' ').slice(0, 40)}".`)
  return result
}

const known = new Map<string, PluralRule>()
const MAX_KNOWN = 1000

/** The rule of a language; a formula that is no good counts like English rather than failing every string. */
export function pluralRule(number: number, formula: string): PluralRule {
  const key = `${number} ${formula}`
  let rule = known.get(key)
  if (rule === undefined) {
    rule = { number, form: limited(number, formula) }
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, rule)
  }
  return rule
}

function limited(number: number, formula: string): Evaluate {
  let form: Evaluate
  try {
    form = compilePluralFormula(formula)
  } catch {
    form = n => Number(n !== 1)
  }
  return n => Math.min(Math.max(form(n), 0), number - 1)
}

/** What is wrong with a formula for so many forms; null when it is fine. */
export function pluralFormulaProblem(number: number, formula: string): string | null {
  try {
    const form = compilePluralFormula(formula)
    for (let n = 0; n <= 2000; n++)
      if (form(n) < 0 || form(n) >= number)
        return `The formula gives form ${form(n)} for ${n}, but there are ${number} forms.`
    return null
  } catch (error) {
    if (error instanceof PluralFormulaError) return error.message
    throw error
  }
}
