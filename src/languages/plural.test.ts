import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { pluralIndex } from './plural.ts'
import { compilePlural, PluralFormulaError } from './plural-expression.ts'
import { pluralType, pluralTypeForms } from './plural-type.ts'
import { allLanguages } from './translation-languages.ts'

const russian = 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2'

describe('plural formulas', () => {
  test('choose the form', () => {
    const form = pluralIndex(russian, 3)
    assert.deepEqual([0, 1, 2, 5, 11, 21, 22, 112, 1001].map(form), [2, 0, 1, 2, 2, 0, 1, 2, 0])
    assert.equal(pluralIndex('n != 1', 2)(1), 0)
    assert.equal(pluralIndex(' (n > 1) ; ', 2)(0), 0)
    assert.equal(pluralIndex('0', 1)(77), 0)
    assert.equal(pluralIndex('n != 1', 2)(Number.NaN), 1)
  })

  test('follow C in precedence and grouping', () => {
    const value = (formula: string, n = 7) => compilePlural(formula)(n)
    assert.equal(value('1+2*3-4'), 3)
    assert.equal(value('10-2-3'), 5)
    assert.equal(value('7/2*2'), 6)
    assert.equal(value('n%4==3 && !(n<5) || 0'), 1)
    assert.equal(value('1 < 2 == 1'), 1)
    assert.equal(value('!0 + 1'), 2)
    assert.equal(value('n ? n>5 ? 1 : 2 : 3'), 1)
    assert.equal(value('n==1 ? 0 : n==7 ? 5 : 2'), 5)
  })

  test('are rejected with a reason if invalid', () => {
    const refusals: [string, RegExp][] = [
      ['', /empty/],
      [';', /empty/],
      ['n !', /Expected the end but found "!" \(at character 3\)/],
      ['n ==', /Expected a number, "n" or "\(" but the formula ends/],
      ['(n', /Expected "\)" but the formula ends/],
      ['n ? 1', /Expected ":" but the formula ends/],
      ['n == 1)', /Expected the end but found "\)"/],
      ['n n', /Expected the end but found "n"/],
      ['process.exit()', /"p" is not allowed in a plural formula \(at character 1\)/],
      ['n; alert(1)', /";" is not allowed/],
      ['name', /"n" is not allowed/],
      ['n = 1', /"=" is not allowed/],
      ['n & 1', /"&" is not allowed/],
      ['n == 9999999999999999999', /too large/],
      ['n💥', /"💥" is not allowed/],
      ['('.repeat(1000), /nested/],
      ['!'.repeat(1999), /nested/],
      ['1?'.repeat(900), /nested/],
      [' '.repeat(3000), /longer than 2000/],
    ]
    for (const [formula, reason] of refusals) {
      assert.throws(() => compilePlural(formula), { name: 'PluralFormulaError', message: reason }, formula.slice(0, 30))
    }
  })

  test('are rejected if they lead to a form that does not exist', () => {
    assert.throws(() => pluralIndex('n', 2), /For 2 the formula gives form 2, but the forms are 0 to 1/)
    assert.throws(() => pluralIndex('0 - 1', 2), /form -1/)
    assert.throws(() => pluralIndex('1 / n', 2), /divides by zero/)
    assert.throws(() => pluralIndex('n % 0', 2), /divides by zero/)
    assert.throws(() => pluralIndex('0', 0), /between 1 and 10/)
    assert.throws(() => pluralIndex('0', 11), /between 1 and 10/)
    assert.throws(() => pluralIndex('0', 1.5), /between 1 and 10/)
  })

  test('return the last form for an out-of-range result', () => {
    assert.equal(pluralIndex('n == 123456 ? 9 : 0', 2)(123456), 1)
  })

  test('throw only PluralFormulaError for arbitrary input', () => {
    const piece = fc.constantFrom(
      'n',
      '0',
      '1',
      '12',
      '(',
      ')',
      '?',
      ':',
      '&&',
      '||',
      '==',
      '!=',
      '<',
      '>',
      '%',
      '/',
      '!',
      ' ',
      'x',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
        try {
          const form = pluralIndex(pieces.join(''), 3)(5)
          assert.ok(form >= 0 && form < 3)
        } catch (error) {
          assert.ok(error instanceof PluralFormulaError, String(error))
        }
      }),
    )
  })
})

describe('plural types', () => {
  test('are recognised by the results of the formula, not by its spelling', () => {
    assert.equal(pluralType(1, '0'), 0)
    assert.equal(pluralType(2, 'n != 1'), 1)
    assert.equal(pluralType(2, '(n!=1)'), 1)
    assert.equal(pluralType(2, 'n > 1'), 1)
    assert.equal(pluralType(3, '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2'), 22)
    assert.equal(pluralType(3, russian), 22)
    assert.equal(pluralType(3, `(${russian})`), 22)
    assert.equal(pluralType(3, 'n==1 ? 0 : n==2 ? 2 : 1'), 14)
    assert.equal(pluralType(2, 'n == 0 ? 0 : 1'), 15)
  })

  test('are unknown for other formulas', () => {
    assert.equal(pluralType(2, 'n == 77'), 666)
    assert.equal(pluralType(4, 'n != 1'), 666)
    assert.equal(pluralType(2, 'rubbish'), 666)
    assert.equal(pluralType(2, 'n % 0'), 666)
    assert.equal(pluralType(6, 'n % 6', 'ar'), 3)
  })

  test('match every language of the registry', () => {
    for (const { code, plural } of allLanguages()) {
      assert.equal(pluralType(plural.number, plural.formula), plural.type, code)
      assert.equal(pluralTypeForms[plural.type]?.length, plural.number, code)
    }
  })
})
