import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toTranslation, toWiki } from './code-mapping.ts'
import { normaliseCode } from './normalise-code.ts'
import { type ResolveOptions, resolveLanguageCode } from './resolve-code.ts'
import { allLanguages, language } from './translation-languages.ts'
import { canonicalWikiCode, wikiCodes } from './wiki-languages.ts'

const found = (code: string, options?: ResolveOptions) => {
  const result = resolveLanguageCode(code, options)
  return result?.exists ? result.code : undefined
}

describe('codes found in files', () => {
  const cases: Record<string, Record<string, string>> = {
    'with affixes from file names': {
      'b+sr+Latn': 'sr_Latn',
      'b+zh+Hant': 'zh_Hant',
      'pt-rBR': 'pt_BR',
      'zh-rTW': 'zh_Hant',
      'cs (2)': 'cs',
      '[cs]': 'cs',
      '..cs..': 'cs',
    },
    exactly: { cs: 'cs', en_US: 'en_US', pt_PT: 'pt_PT', 'ca@valencia': 'ca@valencia' },
    'in other case, with other separators': {
      CS: 'cs',
      PT_br: 'pt_BR',
      'pt-br': 'pt_BR',
      'en+AU': 'en_AU',
      ptbr: 'pt_BR',
    },
    'by alias': {
      iw: 'he',
      in: 'id',
      no: 'nb_NO',
      zh: 'zh_Hans',
      zh_CN: 'zh_Hans',
      'zh-TW': 'zh_Hant',
      zh_hk: 'zh_Hant_HK',
      'zh-Hans-CN': 'zh_Hans',
      cz: 'cs',
      ua: 'uk',
      ger: 'de',
      eng: 'en',
      base: 'en',
      source: 'en',
      'sr@latin': 'sr_Latn',
      sr_latin: 'sr_Latn',
      ger_AT: 'de_AT',
      'zho-CN': 'zh_Hans',
      'de-DE-x-formal': 'de@formal',
    },
    'without a default country': { cs_CZ: 'cs', 'de-DE': 'de', 'nn-NO': 'nn', 'eng-US': 'en_US' },
    'by the English name': { Czech: 'cs', czech: 'cs', 'Chinese (Simplified Han script)': 'zh_Hans' },
  }
  for (const [how, codes] of Object.entries(cases)) {
    test(how, () => {
      for (const [code, expected] of Object.entries(codes)) assert.equal(found(code), expected, code)
    })
  }

  test('prefers project aliases', () => {
    assert.equal(found('klingon-2', { projectAliases: { 'klingon-2': 'tlh' } }), 'tlh')
    assert.equal(found('cs', { projectAliases: { cs: 'sk_SK' } }), 'sk')
    assert.equal(found('cs', { projectAliases: Object.create({ cs: 'sk' }) }), 'cs')
  })

  test('finds only existing languages', () => {
    const existing = new Map([
      ['en', 'English'],
      ['xx_YY', 'Own language'],
    ])
    assert.equal(found('xx-yy', { existing }), 'xx_YY')
    assert.equal(found('own language', { existing }), 'xx_YY')
    assert.equal(found('en_US', { existing }), 'en')
    assert.equal(found('iw', { existing }), undefined)
    assert.equal(found('en_US', { existing, simplify: false }), undefined)
  })

  test('derives a new language from its base language', () => {
    assert.deepEqual(resolveLanguageCode('ku_arab'), {
      code: 'ku_Arab',
      exists: false,
      name: 'Kurdish',
      direction: 'rtl',
      plural: { number: 2, formula: 'n != 1' },
    })
    assert.deepEqual(resolveLanguageCode('cs-sk-old'), {
      code: 'cs_SK@old',
      exists: false,
      name: 'Czech',
      direction: 'ltr',
      plural: { number: 3, formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2' },
    })
    assert.deepEqual(resolveLanguageCode('xx-yy_variant'), {
      code: 'xx_YY@variant',
      exists: false,
      name: 'xx_YY@variant (generated)',
      direction: 'ltr',
      plural: { number: 2, formula: 'n != 1' },
    })
    assert.equal(resolveLanguageCode('fil-rPH')?.code, 'fil_PH')
  })

  test('rejects invalid codes', () => {
    for (const text of [
      '',
      '..',
      '!!!',
      '__proto__',
      '../../etc/passwd',
      'a'.repeat(1e6),
      'x'.repeat(60),
      '<b>',
      '1',
      'cs\0',
    ])
      assert.equal(resolveLanguageCode(text), undefined, text.slice(0, 20))
  })

  test('resolves every language and alias', () => {
    for (const { code, aliases } of allLanguages()) {
      assert.equal(found(code), code)
      for (const alias of aliases) {
        // Some codes with a default country are languages themselves (en_US).
        const itself = allLanguages().find(other => other.code.toLowerCase() === alias)
        if (alias !== 'no_no') assert.equal(found(alias), itself?.code ?? code, alias)
      }
    }
  })

  test('normalizes codes', () => {
    assert.equal(normaliseCode('PT-br'), 'pt_BR')
    assert.equal(normaliseCode('zh-hans-sg'), 'zh_Hans_SG')
    assert.equal(normaliseCode('ca_es_valencia'), 'ca_ES@valencia')
    assert.equal(normaliseCode('de-X-Formal'), 'de-x-Formal')
    assert.equal(normaliseCode('es-419'), 'es_419')
    assert.equal(normaliseCode('e'), undefined)
  })
})

describe('codes of the two APIs', () => {
  test('map to each other', () => {
    const pairs: Record<string, string> = {
      ru: 'ru',
      'zh-hans': 'zh_Hans',
      'zh-hk': 'zh_Hant_HK',
      'sr-ec': 'sr_Cyrl',
      'sr-el': 'sr_Latn',
      'pt-br': 'pt_BR',
      'en-gb': 'en_GB',
      nb: 'nb_NO',
      'de-formal': 'de@formal',
      pnb: 'pa_PK',
      yue: 'yue_Hant',
      'be-tarask': 'be@tarask',
      'map-bms': 'jv-x-bms',
    }
    for (const [wiki, translation] of Object.entries(pairs)) {
      assert.equal(toTranslation(wiki), translation)
      assert.equal(toWiki(translation), wiki)
    }
  })

  test('the same code may mean different languages', () => {
    assert.equal(toTranslation('als'), 'gsw')
    assert.equal(toTranslation('simple'), 'en')
    assert.equal(toTranslation('no'), 'nb_NO')
    assert.equal(toTranslation('zh'), 'zh_Hans')
    assert.equal(toWiki('als'), 'sq')
    assert.equal(toWiki('en_US'), 'en')
    assert.equal(toWiki('en@pirate'), 'en-pirate')
  })

  test('most codes survive a round trip', () => {
    const merged = 'bcc bcl bxr gan-hant kk-cyrl kk-kz sh zh zh-cn zh-tw'
    const lost = wikiCodes().filter(code => toWiki(toTranslation(code)) !== canonicalWikiCode(code))
    assert.equal(lost.join(' '), merged)
    const lostThere = allLanguages().filter(({ code }) => toTranslation(toWiki(code)) !== code)
    assert.equal(
      lostThere.map(({ code }) => code).join(' '),
      'bh bn_BD en_US gu_IN he_IL my@Zawgyi pt_PT sr@ijekavian_Latn ur_PK',
    )
    assert.ok(language('sr_Latn'))
  })
})
