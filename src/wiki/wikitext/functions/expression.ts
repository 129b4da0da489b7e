// {{#expr:}}: arithmetic, comparison and logic with MediaWiki's operator precedence.

import { phpNumber } from './numbers.ts'

export class ExpressionFault extends Error {
  readonly key: string
  readonly parameter: string

  constructor(key: string, parameter = '') {
    super(parameter === '' ? key : `${key}: ${parameter}`)
    this.key = key
    this.parameter = parameter
  }
}

interface Operator {
  name: string
  precedence: number
  /** Number of operands; -1 marks an opening parenthesis. */
  operands: 1 | 2 | -1
  apply: (a: number, b: number) => number
}

const truth = (value: boolean) => (value ? 1 : 0)

function divide(a: number, b: number): number {
  if (b === 0) throw new ExpressionFault('division_by_zero', '/')
  return a / b
}

/** As a 64-bit integer, which wraps around; never -0. */
function integer(value: number): number {
  if (!Number.isFinite(value)) return 0
  const whole = Math.trunc(value)
  return Number.isSafeInteger(whole) ? whole + 0 : Number(BigInt.asIntN(64, BigInt(whole)))
}

/** Integer remainder. */
function modulo(a: number, b: number): number {
  const divisor = integer(b)
  if (divisor === 0) throw new ExpressionFault('division_by_zero', 'mod')
  return (integer(a) % divisor) + 0
}

function floatModulo(a: number, b: number): number {
  if (b === 0) throw new ExpressionFault('division_by_zero', 'fmod')
  return a % b
}

/** Rounds half away from zero; negative digits round before the decimal point. */
function round(value: number, digits: number): number {
  const places = Math.max(-30, Math.min(30, Math.trunc(digits)))
  const scale = 10 ** places
  const scaled = Number((Math.abs(value) * scale).toPrecision(15))
  const result = (Math.sign(value) * Math.round(scaled)) / scale
  if (result === 0) return result
  return Number.isFinite(result) ? Number(result.toPrecision(15)) : value
}

const unary = (name: string, apply: (a: number) => number, precedence = 9): Operator => ({
  name,
  precedence,
  operands: 1,
  apply,
})
function checked(name: string, key: string, allowed: (a: number) => boolean, apply: (a: number) => number) {
  return unary(name, a => {
    if (!allowed(a)) throw new ExpressionFault(key, name)
    return apply(a)
  })
}

const binary = (name: string, precedence: number, apply: (a: number, b: number) => number): Operator => ({
  name,
  precedence,
  operands: 2,
  apply,
})

const inverseRange = (a: number) => !(a < -1 || a > 1)

const prefixOperators = new Map<string, Operator>(
  [
    unary('sin', Math.sin),
    unary('cos', Math.cos),
    unary('tan', Math.tan),
    checked('asin', 'invalid_argument', inverseRange, Math.asin),
    checked('acos', 'invalid_argument', inverseRange, Math.acos),
    unary('atan', Math.atan),
    unary('exp', Math.exp),
    checked('ln', 'invalid_argument_ln', a => !(a <= 0), Math.log),
    unary('abs', Math.abs),
    unary('floor', Math.floor),
    unary('ceil', Math.ceil),
    unary('trunc', integer),
    checked('sqrt', 'not_a_number', a => a >= 0, Math.sqrt),
    unary('not', a => truth(a === 0)),
  ].map(operator => [operator.name, operator]),
)

const negate = unary('-', a => -a, 10)
const keep = unary('+', a => a, 10)

const infixOperators = new Map<string, Operator>(
  [
    binary('e', 10, (a, b) => a * 10 ** b),
    binary('^', 8, (a, b) => a ** b),
    binary('*', 7, (a, b) => a * b),
    binary('/', 7, divide),
    binary('div', 7, divide),
    binary('mod', 7, modulo),
    binary('fmod', 7, floatModulo),
    binary('+', 6, (a, b) => a + b),
    binary('-', 6, (a, b) => a - b),
    binary('round', 5, round),
    binary('<', 4, (a, b) => truth(a < b)),
    binary('>', 4, (a, b) => truth(a > b)),
    binary('<=', 4, (a, b) => truth(a <= b)),
    binary('>=', 4, (a, b) => truth(a >= b)),
    binary('=', 4, (a, b) => truth(a === b)),
    binary('<>', 4, (a, b) => truth(a !== b)),
    binary('!=', 4, (a, b) => truth(a !== b)),
    binary('and', 3, (a, b) => truth(a !== 0 && b !== 0)),
    binary('or', 2, (a, b) => truth(a !== 0 || b !== 0)),
  ].map(operator => [operator.name, operator]),
)

/** Operators whose results are always integers, and those that keep integers. Integers have no -0, unlike floats. */
const WHOLE = new Set(['not', 'trunc', 'mod', '<', '>', '<=', '>=', '=', '<>', '!=', 'and', 'or'])
const KEEPS_WHOLE = new Set(['-', '+', '*', '/', 'div', '^', 'e', 'abs'])

const parenthesis: Operator = { name: '(', precedence: -1, operands: -1, apply: () => 0 }
/** Only these characters are blank. Of a number with several points, the first part counts. */
const token = /[ \t\r\n]*(?:([\d.]+)|(<=|>=|<>|!=|[-+*/^<>=()])|([A-Za-z]+)|([^ \t\r\n]))/guy
/** Names of operators in errors that occur while calculating. */
const operatorNames: Readonly<Record<string, string>> = { div: '/', '!=': '<>' }
const deepest = 100

class Calculation {
  readonly #values: number[] = []
  /** Whether each value is an integer. Numbers in the text are floats. */
  readonly #isWhole: boolean[] = []
  readonly #operators: Operator[] = []
  /** Whether a value is expected next rather than an operator. */
  #wantsValue = true

  run(expression: string): { value: number; isWhole: boolean } | null {
    token.lastIndex = 0
    const text = expression
      .replaceAll('\u2212', '-')
      .replaceAll('&minus;', '-')
      .replace(/&lt;|&gt;/g, m => (m === '&lt;' ? '<' : '>'))
    const end = text.replace(/[ \t\r\n]+$/, '').length
    while (token.lastIndex < end) {
      const match = token.exec(text)
      if (!match) break
      this.#take(match)
      if (this.#operators.length > deepest || this.#values.length > deepest)
        throw new ExpressionFault('stack_exhausted')
    }
    while (this.#operators.length > 0) {
      const operator = this.#operators.pop()!
      if (operator.operands === -1) throw new ExpressionFault('unclosed_bracket')
      this.#apply(operator)
    }
    if (this.#values.length > 1) throw new ExpressionFault('unexpected_number')
    return this.#values.length === 0 ? null : { value: this.#values[0]!, isWhole: this.#isWhole[0]! }
  }

  #take([, number, sign, word, other]: RegExpExecArray): void {
    if (number !== undefined) this.#value(Number.parseFloat(number) || 0)
    else if (word !== undefined) this.#word(word.toLowerCase())
    else if (sign !== undefined) this.#sign(sign)
    // The mark of hidden text must not reach the page.
    else throw new ExpressionFault('unrecognised_punctuation', other === '\x7f' ? '' : other)
  }

  #value(value: number): void {
    if (!this.#wantsValue) throw new ExpressionFault('unexpected_number')
    this.#values.push(value)
    this.#isWhole.push(false)
    this.#wantsValue = false
  }

  #word(word: string): void {
    if (word === 'pi' || (word === 'e' && this.#wantsValue)) this.#value(word === 'pi' ? Math.PI : Math.E)
    else if (prefixOperators.has(word)) this.#prefix(prefixOperators.get(word)!)
    else if (infixOperators.has(word)) this.#infix(infixOperators.get(word)!)
    else throw new ExpressionFault('unrecognised_word', word)
  }

  #sign(sign: string): void {
    if (sign === '(') this.#prefix(parenthesis)
    else if (sign === ')') this.#close()
    else if (this.#wantsValue && (sign === '-' || sign === '+')) this.#operators.push(sign === '-' ? negate : keep)
    else this.#infix(infixOperators.get(sign)!)
  }

  #prefix(operator: Operator): void {
    if (!this.#wantsValue) throw new ExpressionFault('unexpected_operator', operator.name)
    this.#operators.push(operator)
  }

  #infix(operator: Operator): void {
    if (this.#wantsValue) throw new ExpressionFault('unexpected_operator', operator.name)
    while (this.#operators.length > 0 && this.#operators.at(-1)!.precedence >= operator.precedence) {
      this.#apply(this.#operators.pop()!)
    }
    this.#operators.push(operator)
    this.#wantsValue = true
  }

  #close(): void {
    for (;;) {
      const operator = this.#operators.pop()
      if (!operator) throw new ExpressionFault('unexpected_closing_bracket')
      if (operator.operands === -1) break
      this.#apply(operator)
    }
    this.#wantsValue = false
  }

  #apply(operator: Operator): void {
    const b = this.#values.pop()
    const a = operator.operands === 2 ? this.#values.pop() : 0
    if (a === undefined || b === undefined)
      throw new ExpressionFault('missing_operand', operatorNames[operator.name] ?? operator.name)
    const result = operator.operands === 2 ? operator.apply(a, b) : operator.apply(b, 0)
    const wereWhole = this.#isWhole.splice(-operator.operands).every(Boolean)
    const isWhole =
      WHOLE.has(operator.name) ||
      (wereWhole && KEEPS_WHOLE.has(operator.name) && Number.isInteger(result) && Math.abs(result) < 2 ** 63)
    this.#values.push(isWhole ? result + 0 : result)
    this.#isWhole.push(isWhole)
  }
}

/** Evaluates an expression; null for an empty one. Throws ExpressionFault. */
export const evaluate = (expression: string): number | null => new Calculation().run(expression)?.value ?? null

/** The result as text: integers with all digits, others as PHP writes them. Empty for an empty expression. */
export function evaluateToText(expression: string): string {
  const result = new Calculation().run(expression)
  if (result === null) return ''
  return result.isWhole ? String(BigInt(result.value)) : phpNumber(result.value)
}
