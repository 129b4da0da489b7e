import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { direction } from './direction.ts'
import { checkPlural } from './plural.ts'
import { aliasTable, allLanguages, defaultCountries, language } from './translation-languages.ts'

describe('languages of the translation platform', () => {
  test('the registry is complete', () => {
    const codes = allLanguages().map(({ code }) => code)
    assert.equal(codes.length, 798)
    assert.equal(new Set(codes).size, 798)
    assert.deepEqual(codes, [...codes].sort())
    assert.equal(aliasTable().size, 463)
    assert.equal(defaultCountries().size, 113)
  })

  test('returns all properties of a language', () => {
    assert.deepEqual(language('cs'), {
      code: 'cs',
      name: 'Czech',
      direction: 'ltr',
      plural: { number: 3, formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2', type: 22 },
      aliases: ['ces', 'cs_cs', 'cs_cz', 'csy', 'cz', 'cze'],
      population: 13236057,
    })
  })

  test('matches codes exactly', () => {
    for (const code of ['CS', 'zh_cn', 'zh', '', '__proto__', 'constructor'])
      assert.equal(language(code), undefined, code)
    assert.equal(language('sr_Latn')?.name, 'Serbian (Latin script)')
    assert.equal(language('nan_Latn_tailo')?.name, 'Minnan (Tâi-lô)')
  })

  test('all formulas and aliases are valid', () => {
    for (const { plural } of allLanguages()) checkPlural(plural)
    for (const [alias, code] of aliasTable()) {
      assert.ok(language(code)?.aliases.includes(alias), alias)
      assert.equal(alias, alias.toLowerCase())
      assert.equal(language(alias), undefined, `${alias} is a language itself`)
    }
  })

  test('plural rules of well-known languages', () => {
    const number = (code: string) => language(code)?.plural.number
    assert.deepEqual(
      ['en', 'ru', 'ar', 'sl', 'lv', 'he', 'ja', 'zh_Hans', 'pl'].map(number),
      [2, 3, 6, 4, 3, 4, 1, 1, 3],
    )
    assert.equal(language('pt_BR')?.plural.formula, 'n > 1')
  })

  test('direction of registered languages', () => {
    for (const code of [
      'ar',
      'he',
      'fa',
      'ur',
      'ps',
      'sd',
      'ug',
      'yi',
      'ckb',
      'dv',
      'ar_EG',
      'ms_Arab',
      'pa_PK',
      'prs',
    ]) {
      assert.equal(language(code)?.direction, 'rtl', code)
    }
    for (const code of ['en', 'ar_Latn', 'ms', 'ha', 'ku', 'pa']) assert.equal(language(code)?.direction, 'ltr', code)
  })

  test('direction of any code', () => {
    assert.deepEqual(['he', 'ug-latn', 'ku_Arab', 'az-arab-ir', 'ar-zz', 'fa_AF', 'xx', 'ar_Latn_EG'].map(direction), [
      'rtl',
      'ltr',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
    ])
  })
})
