import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pluralRule } from '#languages/plural.ts'
import { numbersOf, pairForms, sameRule, servesOneNumber, servesZeroAndOne } from './plural-forms.ts'
import { PLURALS } from './testing.ts'

test('detects forms that may spell out their number', () => {
  assert.deepEqual(numbersOf(PLURALS.cs)[1], [2, 3, 4])
  assert.equal(servesOneNumber(PLURALS.en, 0), true)
  assert.equal(servesOneNumber(PLURALS.en, 1), false)
  assert.equal(servesOneNumber(PLURALS.ru, 0), false)
  assert.equal(servesOneNumber(PLURALS.ja, 0), false)
  assert.equal(servesZeroAndOne(PLURALS.fr, 0), true)
  assert.equal(servesZeroAndOne(PLURALS.en, 0), false)
  assert.equal(servesOneNumber(PLURALS.en, 7), false)
  // Only round millions take the second form: Spanish and other Romance languages.
  const millions = { number: 3, form: (n: number) => (n === 1 ? 0 : n !== 0 && n % 1_000_000 === 0 ? 1 : 2) }
  assert.deepEqual(numbersOf(millions)[1], [1_000_000, 2_000_000])
})

test('caches the rule of a gettext formula', () => {
  const czech = () => pluralRule(3, '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2')
  assert.equal(sameRule(czech(), PLURALS.cs), true)
  assert.equal(czech(), czech())
  assert.equal(sameRule(pluralRule(2, 'n +'), PLURALS.en), true)
})

test('rules are equal if they classify numbers the same way', () => {
  assert.equal(sameRule(PLURALS.en, { number: 2, form: n => Number(n !== 1) }), true)
  assert.equal(sameRule(PLURALS.en, PLURALS.fr), false)
  assert.equal(sameRule(PLURALS.cs, PLURALS.ru), false)
})

test('pairs a form for one number with its source form and others with the general one', () => {
  const pairs = (targets: string[], rule: keyof typeof PLURALS, sources = ['one', 'many']) =>
    pairForms(sources, targets, PLURALS.en, PLURALS[rule]).map(pair => pair.join('>'))
  assert.deepEqual(pairs(['a', 'b', 'c'], 'cs'), ['one>a', 'many>b', 'many>c'])
  assert.deepEqual(pairs(['a', 'b', 'c'], 'ru'), ['many>a', 'many>b', 'many>c'])
  assert.deepEqual(pairs(['a', 'b'], 'en'), ['one>a', 'many>b'])
  assert.deepEqual(pairs(['a'], 'ja'), ['many>a'])
  assert.deepEqual(pairs(['a', 'b'], 'cs'), ['many>a', 'many>b'], 'a wrong number of forms')
  assert.deepEqual(pairs(['a'], 'cs', ['only']), ['only>a'])
  assert.deepEqual(pairs(['a', 'b', 'c'], 'cs', ['only']), ['only>a', 'only>b', 'only>c'])
  assert.deepEqual(pairs(['a'], 'cs', []), ['>a'])
})
