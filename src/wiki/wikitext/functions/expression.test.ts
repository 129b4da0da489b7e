import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ExpressionFault, evaluate, evaluateToText } from './expression.ts'
import { phpNumber } from './numbers.ts'

const value = (text: string): number | null => evaluate(text)

function fault(text: string): string {
  try {
    evaluate(text)
  } catch (error) {
    if (error instanceof ExpressionFault) return error.parameter ? `${error.key} ${error.parameter}` : error.key
    throw error
  }
  return 'none'
}

test("has MediaWiki's operator precedence", () => {
  for (const [text, expected] of [
    ['', null],
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 64],
    ['-2 ^ 2', 4],
    ['- - 2', 2],
    ['7 mod 3', 1],
    ['-7 mod 3', -1],
    ['7.9 mod 3.9', 1],
    ['7.5 fmod 2', 1.5],
    ['6 / 4', 1.5],
    ['6 div 4', 1.5],
    ['1.5e3', 1500],
    ['2 e 3', 2000],
    ['.5 + 1.', 1.5],
    ['5 \u2212 3', 2],
    ['1.2.3 + 1', 2.2],
    ['-not 1', 0],
    ['-(1 = 2) * 3', 0],
    ['-0', -0],
    ['trunc(-0.5)', 0],
    ['-4 mod 2', 0],
    ['trunc(1e400)', 0],
    ['5 &minus; 3', 2],
  ] as const)
    assert.equal(value(text), expected, text)
})

test('returns 1 or 0 from comparison and logic', () => {
  for (const [text, expected] of [
    ['1 < 2', 1],
    ['2 &lt; 1', 0],
    ['2 &gt; 1', 1],
    ['1 <= 1 and 2 >= 3', 0],
    ['1 = 1 or 0', 1],
    ['1 <> 1', 0],
    ['1 != 2', 1],
    ['not 0', 1],
    ['not 5', 0],
    ['1 + 1 = 2', 1],
    ['0 or 1 and 0', 0],
  ] as const)
    assert.equal(value(text), expected, text)
})

test('supports functions and constants', () => {
  for (const [text, expected] of [
    ['abs -3', 3],
    ['floor -1.5', -2],
    ['ceil 1.2', 2],
    ['trunc -1.7', -1],
    ['sqrt 16', 4],
    ['exp 0', 1],
    ['ln e', 1],
    ['sin 0', 0],
    ['cos pi', -1],
    ['acos 1', 0],
    ['asin 0', 0],
    ['atan 0', 0],
    ['tan 0', 0],
  ] as const)
    assert.equal(Math.round(value(text)! * 1e9) / 1e9, expected, text)
})

test('rounds halves away from zero, also before the decimal point', () => {
  for (const [text, expected] of [
    ['2.5 round 0', 3],
    ['-2.5 round 0', -3],
    ['1.005 round 2', 1.01],
    ['1234 round -2', 1200],
    ['0.4 round 0', 0],
    ['1 round 40', 1],
  ] as const)
    assert.equal(value(text), expected, text)
})

test('names each error', () => {
  for (const [text, expected] of [
    ['1 / 0', 'division_by_zero /'],
    ['1 mod 0.5', 'division_by_zero mod'],
    ['1 fmod 0', 'division_by_zero fmod'],
    ['1 +', 'missing_operand +'],
    ['* 1', 'unexpected_operator *'],
    ['1 2', 'unexpected_number'],
    ['1 pi', 'unexpected_number'],
    ['1\u00a0+ 1', 'unrecognised_punctuation \u00a0'],
    ['1 𝕏', 'unrecognised_punctuation 𝕏'],
    ['div 2', 'unexpected_operator div'],
    ['2 div ()', 'missing_operand /'],
    ['2 != ()', 'missing_operand <>'],
    ['2 sqrt 4', 'unexpected_operator sqrt'],
    ['(1', 'unclosed_bracket'],
    ['1)', 'unexpected_closing_bracket'],
    ['1 & 2', 'unrecognised_punctuation &'],
    ['frog', 'unrecognised_word frog'],
    ['asin 2', 'invalid_argument asin'],
    ['ln 0', 'invalid_argument_ln ln'],
    ['sqrt -1', 'not_a_number sqrt'],
    [`${'('.repeat(150)}1`, 'stack_exhausted'],
  ] as const)
    assert.equal(fault(text), expected, text)
})

test('formats numbers like PHP', () => {
  for (const [number, expected] of [
    [0.1 + 0.2, '0.3'],
    [1 / 3, '0.33333333333333'],
    [1e15, '1.0E+15'],
    [1e14, '1.0E+14'],
    [99999999999999, '99999999999999'],
    [123456789012345, '1.2345678901234E+14'],
    [123456789012355, '1.2345678901236E+14'],
    [0.0001, '0.0001'],
    [0.00001, '1.0E-5'],
    [123456, '123456'],
    [-0, '-0'],
    [1e-7, '1.0E-7'],
    [Number.POSITIVE_INFINITY, 'INF'],
    [Number.NEGATIVE_INFINITY, '-INF'],
    [Number.NaN, 'NAN'],
  ] as const)
    assert.equal(phpNumber(number), expected)
})

test('writes integers with all digits', () => {
  assert.equal(evaluateToText('trunc 100000000000000'), '100000000000000')
  assert.equal(evaluateToText('100000000000000'), '1.0E+14')
  assert.equal(evaluateToText('-(1 = 2)'), '0')
  assert.equal(evaluateToText(''), '')
})
