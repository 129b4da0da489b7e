import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoriesFor, ordinalCategoriesFor, parsePluralForms, pluralFormsHeader } from './plural.ts'

test('the header of PO files is read and written', () => {
  const plural = { count: 3, formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2' }
  assert.deepEqual(parsePluralForms('nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;'), plural)
  assert.deepEqual(parsePluralForms(pluralFormsHeader(plural)), plural)
  assert.equal(parsePluralForms('nplurals=INTEGER; plural=EXPRESSION;'), undefined)
  assert.equal(parsePluralForms(`nplurals=2; plural=${' '.repeat(100_000)}x;y`), undefined)
})

test('categories come from the caller, else from CLDR, else the English ones', () => {
  assert.deepEqual(categoriesFor({ count: 3, categories: ['zero', 'one', 'other'] }, 'lv'), ['zero', 'one', 'other'])
  assert.deepEqual(categoriesFor(undefined, 'pl'), ['one', 'few', 'many', 'other'])
  assert.deepEqual(categoriesFor(undefined, 'zh_Hans'), ['other'])
  assert.deepEqual(categoriesFor(undefined, 'sr@latin'), ['one', 'few', 'other'])
  assert.deepEqual(categoriesFor(undefined, 'not a language'), ['one', 'other'])
  const czech = { count: 3, formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2' }
  assert.deepEqual(categoriesFor(czech, 'cs'), ['one', 'few', 'other'], 'many is for fractions')
  const russian = {
    count: 3,
    formula: 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2',
  }
  assert.deepEqual(categoriesFor(russian, 'ru'), ['one', 'few', 'many'])
  assert.deepEqual(categoriesFor({ count: 2, formula: 'n > 1' }, 'fr'), ['one', 'other'])
  assert.deepEqual(categoriesFor({ count: 2, formula: 'n != 1' }, 'cs'), ['one', 'other'], 'the most general')
  const hebrew = { count: 4, formula: 'n==1 ? 0 : n==2 ? 1 : n>10 && n%10==0 ? 2 : 3' }
  assert.deepEqual(categoriesFor(hebrew, 'he'), ['one', 'two', 'many', 'other'], 'older than CLDR')
  const rare = { count: 3, formula: 'n==1 ? 0 : n==1000000 ? 1 : 2' }
  assert.deepEqual(categoriesFor(rare, 'he'), ['one', 'two', 'other'], 'a form for no number that was looked at')
  assert.deepEqual(categoriesFor({ count: 2, formula: 'nonsense' }, 'cs'), ['one', 'few', 'many', 'other'])
  assert.deepEqual(ordinalCategoriesFor('en'), ['one', 'two', 'few', 'other'])
})
