import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compilePluralFormula, PluralFormulaError, pluralFormulaProblem, pluralRule } from './plural-formula.ts'

test('formulas of real languages', () => {
  const russian = 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2'
  const forms = [1, 2, 5, 11, 12, 21, 22, 25, 111, 121].map(compilePluralFormula(russian))
  assert.deepEqual(forms, [0, 1, 2, 2, 2, 0, 1, 2, 2, 0])
  assert.deepEqual([0, 1, 2].map(compilePluralFormula('n != 1')), [1, 0, 1])
  assert.deepEqual([0, 1, 2].map(compilePluralFormula('n > 1;')), [0, 0, 1])
  assert.deepEqual([0, 1, 7].map(compilePluralFormula('0')), [0, 0, 0])
})

test('a formula that is no good is told apart', () => {
  assert.match(pluralFormulaProblem(2, 'n + ')!, /ends too early/)
  assert.match(pluralFormulaProblem(2, 'process.exit()')!, /cannot be read/)
  assert.match(pluralFormulaProblem(2, 'n')!, /gives form 2 for 2/)
  assert.match(pluralFormulaProblem(2, '('.repeat(200))!, /too deeply/)
  assert.equal(pluralFormulaProblem(2, 'n != 1'), null)
  assert.equal(pluralRule(3, 'n').form(100), 2)
})

test('whatever is written, it is read or refused, and never divides the server by zero', () => {
  const soup = fc
    .array(fc.constantFrom('n', '1', '0', '%', '/', '(', ')', '?', ':', '&&', '||', '!', '==', '<', ' '))
    .map(words => words.join(''))
  fc.assert(
    fc.property(soup, text => {
      try {
        assert.ok(Number.isFinite(compilePluralFormula(text)(7)))
      } catch (error) {
        assert.ok(error instanceof PluralFormulaError)
      }
    }),
  )
})
