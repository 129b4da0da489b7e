// {{#expr:}}: arithmetic, comparison and logic with MediaWiki's operator precedence.

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

/** Integer remainder. */
function modulo(a: number, b: number): number {
  const divisor = Math.trunc(b)
  if (divisor === 0) throw new ExpressionFault('division_by_zero', 'mod')
  return Math.trunc(a) % divisor
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

function checked(key: string, allowed: (a: number) => boolean, apply: (a: number) => number) {
  return (a: number) => {
    if (!allowed(a)) throw new ExpressionFault(key)
    return apply(a)
  }
}

const unary = (name: string, apply: (a: number) => number, precedence = 9): Operator => ({
  name,
  precedence,
  operands: 1,
  apply,
})
const binary = (name: string, precedence: number, apply: (a: number, b: number) => number): Operator => ({
  name,
  precedence,
  operands: 2,
  apply,
})

const inverseRange = (a: number) => a >= -1 && a <= 1

const prefixOperators = new Map<string, Operator>(
  [
    unary('sin', Math.sin),
    unary('cos', Math.cos),
    unary('tan', Math.tan),
    unary('asin', checked('invalid_argument', inverseRange, Math.asin)),
    unary('acos', checked('invalid_argument', inverseRange, Math.acos)),
    unary('atan', Math.atan),
    unary('exp', Math.exp),
    unary(
      'ln',
      checked('invalid_argument_ln', a => a > 0, Math.log),
    ),
    unary('abs', Math.abs),
    unary('floor', Math.floor),
    unary('ceil', Math.ceil),
    unary('trunc', Math.trunc),
    unary(
      'sqrt',
      checked('not_a_number', a => a >= 0, Math.sqrt),
    ),
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

const parenthesis: Operator = { name: '(', precedence: -1, operands: -1, apply: () => 0 }
const token = /\s*(?:(\d+(?:\.\d*)?|\.\d+)|(<=|>=|<>|!=|[-+*/^<>=()])|([A-Za-z]+)|(\S))/gy
const constants: Record<string, number> = { e: Math.E, pi: Math.PI }
const deepest = 100

class Calculation {
  readonly #values: number[] = []
  readonly #operators: Operator[] = []
  /** Whether a value is expected next rather than an operator. */
  #wantsValue = true

  run(expression: string): number | null {
    token.lastIndex = 0
    const text = expression
      .replaceAll('\u2212', '-')
      .replaceAll('&minus;', '-')
      .replace(/&lt;|&gt;/g, m => (m === '&lt;' ? '<' : '>'))
    const end = text.trimEnd().length
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
    return this.#values[0] ?? null
  }

  #take([, number, sign, word, other]: RegExpExecArray): void {
    if (number !== undefined) this.#value(Number(number), 'number')
    else if (word !== undefined) this.#word(word.toLowerCase())
    else if (sign !== undefined) this.#sign(sign)
    else throw new ExpressionFault('unrecognised_punctuation', other)
  }

  #value(value: number, kind: string): void {
    if (!this.#wantsValue)
      throw new ExpressionFault(kind === 'number' ? 'unexpected_number' : 'unexpected_operator', kind)
    this.#values.push(value)
    this.#wantsValue = false
  }

  #word(word: string): void {
    if (this.#wantsValue && word in constants) this.#value(constants[word]!, word)
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
    if (a === undefined || b === undefined) throw new ExpressionFault('missing_operand', operator.name)
    this.#values.push(operator.operands === 2 ? operator.apply(a, b) : operator.apply(b, 0))
  }
}

/** Evaluates an expression; null for an empty one. Throws ExpressionFault. */
export function evaluate(expression: string): number | null {
  return new Calculation().run(expression)
}
