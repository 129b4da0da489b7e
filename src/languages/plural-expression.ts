/** An invalid plural formula. The message says what is wrong and where. */
export class PluralFormulaError extends Error {
  override name = 'PluralFormulaError'
}

/** Longer than any real formula (Cornish has 480 characters), and short enough to be parsed quickly. */
const MAX_LENGTH = 2000
/** Limits the recursion of the parser and the evaluation. */
const MAX_DEPTH = 200
const MAX_DIGITS = 15

type Evaluate = (n: number) => number

/** From lowest to highest precedence. Operators of one row have equal precedence and associate to the left. */
const precedence: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '/', '%'],
]

/**
 * Compiles a gettext plural expression (C operators on the variable n) into a function. Does not use `eval`, so a
 * formula from a file or an API call can only calculate.
 */
export function compilePlural(formula: string): Evaluate {
  if (formula.length > MAX_LENGTH) throw new PluralFormulaError(`The formula is longer than ${MAX_LENGTH} characters`)
  const tokens = tokenise(formula)
  let at = 0
  let depth = 0

  const nested = <T>(parse: () => T): T => {
    if (++depth > MAX_DEPTH) throw new PluralFormulaError(`The formula is nested more than ${MAX_DEPTH} levels deep`)
    const result = parse()
    depth--
    return result
  }
  const take = (text: string): boolean => {
    if (tokens[at]?.text !== text) return false
    at++
    return true
  }
  const expect = (text: string) => {
    if (!take(text)) throw new PluralFormulaError(`Expected "${text}" but ${describeToken(tokens[at])}`)
  }

  function conditional(): Evaluate {
    const condition = binary(0)
    if (!take('?')) return condition
    const yes = nested(conditional)
    expect(':')
    const no = nested(conditional)
    return n => (condition(n) !== 0 ? yes(n) : no(n))
  }

  function binary(level: number): Evaluate {
    const operators = precedence[level]
    if (!operators) return unary()
    let left = binary(level + 1)
    for (let operator = tokens[at]?.text; operator !== undefined && operators.includes(operator); ) {
      at++
      left = combine(operator, left, binary(level + 1))
      operator = tokens[at]?.text
    }
    return left
  }

  function unary(): Evaluate {
    if (take('!')) {
      const operand = nested(unary)
      return n => (operand(n) === 0 ? 1 : 0)
    }
    if (take('(')) {
      const inside = nested(conditional)
      expect(')')
      return inside
    }
    const token = tokens[at++]
    if (token?.text === 'n') return n => n
    if (token && /^\d/.test(token.text)) {
      const value = Number(token.text)
      return () => value
    }
    throw new PluralFormulaError(`Expected a number, "n" or "(" but ${describeToken(token)}`)
  }

  const result = conditional()
  if (at < tokens.length) throw new PluralFormulaError(`Expected the end but ${describeToken(tokens[at])}`)
  return result
}

interface Token {
  text: string
  position: number
}

function tokenise(formula: string): Token[] {
  const tokens: Token[] = []
  // In a header line, the formula ends with a semicolon.
  const text = formula.replace(/[\s;]+$/, '')
  const syntax = /\s*(\d+|n(?![a-zA-Z0-9_])|\|\||&&|[=!<>]=|[<>!?:()+\-*/%])/y
  while (syntax.lastIndex < text.length) {
    const position = syntax.lastIndex
    const match = syntax.exec(text)
    if (!match) {
      const rest = text.slice(position).trimStart()
      throw new PluralFormulaError(
        `"${String.fromCodePoint(rest.codePointAt(0)!)}" is not allowed in a plural formula (at character ${text.length - rest.length + 1})`,
      )
    }
    const token = match[1]!
    if (/^\d/.test(token) && token.length > MAX_DIGITS) {
      throw new PluralFormulaError(`The number ${token.slice(0, MAX_DIGITS)}… is too large`)
    }
    tokens.push({ text: token, position: syntax.lastIndex - token.length + 1 })
  }
  if (tokens.length === 0) throw new PluralFormulaError('The formula is empty')
  return tokens
}

function describeToken(token: Token | undefined): string {
  return token ? `found "${token.text}" (at character ${token.position})` : 'the formula ends'
}

function combine(operator: string, left: Evaluate, right: Evaluate): Evaluate {
  switch (operator) {
    case '||':
      return n => (left(n) !== 0 || right(n) !== 0 ? 1 : 0)
    case '&&':
      return n => (left(n) !== 0 && right(n) !== 0 ? 1 : 0)
    case '==':
      return n => (left(n) === right(n) ? 1 : 0)
    case '!=':
      return n => (left(n) !== right(n) ? 1 : 0)
    case '<=':
      return n => (left(n) <= right(n) ? 1 : 0)
    case '>=':
      return n => (left(n) >= right(n) ? 1 : 0)
    case '<':
      return n => (left(n) < right(n) ? 1 : 0)
    case '>':
      return n => (left(n) > right(n) ? 1 : 0)
    case '+':
      return n => left(n) + right(n)
    case '-':
      return n => left(n) - right(n)
    case '*':
      return n => left(n) * right(n)
    case '/':
      return n => Math.trunc(left(n) / nonZero(right(n)))
    default:
      return n => left(n) % nonZero(right(n))
  }
}

function nonZero(divisor: number): number {
  if (divisor === 0) throw new PluralFormulaError('The formula divides by zero')
  return divisor
}
