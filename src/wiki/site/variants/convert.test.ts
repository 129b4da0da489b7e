// Conversions as recorded from MediaWiki 1.39.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#store/testing-text.ts'
import { hasVariants, otherVariants } from './convert.ts'

const RECORDED: Record<string, Record<string, string[]>> = {
  sr: {
    'Zadatak XIV veka': ['Задатак XIV века'],
    injekcija: ['ињекција'],
    NJEGOŠ: ['ЊЕГОШ'],
    'Džep DŽEP dž': ['Џеп ЏЕП џ'],
    MDC: [],
    'Луј XIV': ['Luj XIV'],
    'Љубав Његош Џеп': ['Ljubav Njegoš Džep'],
    mix: ['миx'],
    'n!j': ['нј'],
    'CD plejer': ['CD плејер'],
    'a-V-b': ['а-V-б'],
  },
  tg: { Тоҷикистон: ['Toçikiston'], 'Осиёи Миёна': ['Osijoi Mijona'], 'Ии ва': ['Ii va'], Toshkent: [] },
  uz: {
    Toshkent: ['Тошкент'],
    'O‘zbekiston': ['Ўзбекистон'],
    Oʻzbekiston: ['Ўзбекистон'],
    Yevropa: ['Европа'],
    'ice Ice ECE': ['иcе Иcе ЭCЕ'],
    Самарқанд: ['Samarqand'],
  },
  iu: { Inuktitut: ['ᐃᓄᒃᑎᑐᑦ'], ᐃᓄᒃᑎᑐᑦ: ['inuktitut'], Qaumajuq: ['ᖃᐅᒪᔪᖅ'] },
  ku: { Kurdistan: ['کوردستان'], کوردستان: ['kwrdstan'], ئێران: ['êran'], 'Kurdî e': ['کوردیئە '] },
  kk: {
    'Алматы қаласы №5 Аяз Юрий': ['Almatı qalası No.5 Ayaz YUrïý', 'الماتى قالاسى ؀۵ اياز يۋرىيي'],
    'Япония щи съезд': ['Yaponïya şçï sʺyezd', 'ياپونىييا ششىي سيەزد'],
    'Yevropa eñ ülken, No. 5': ['Европа ең үлкен, № 5', 'Yevropa eñ ülken، ؀ ۵'],
  },
  crh: {
    'Къырымтатар тили': ['Qırımtatar tili'],
    'Акъмесджит шеэри': ['Aqmescit şeeri'],
    'Ялта ве Евпатория': ['Yalta ve Yevpatoriya'],
    'Qırım Muhtar XIX': ['Къырым Мухтар XIX'],
    'Öz evimde yaşayım': ['Оз эвимде яшайым'],
  },
  shi: { Agadir: ['ⴰⴳⴰⴷⵉⵔ'], ⵜⴰⵎⴰⵣⵉⵖⵜ: ['tamaziɣt'], Yevropa: ['ⵢⴻⴼⵔⵓⴱⴰ'] },
}

for (const [language, texts] of Object.entries(RECORDED))
  test(`converts variants of ${language}`, () => {
    for (const [text, variants] of Object.entries(texts))
      assert.deepEqual(otherVariants(language, text), variants, text)
  })

test('does not convert languages without rule-based variants', () => {
  for (const language of ['zh', 'gan', 'en', 'constructor', ''])
    assert.deepEqual([hasVariants(language), otherVariants(language, 'Mars')], [false, []])
})

test('converts any text without failing', () => {
  const language = fc.constantFrom(...Object.keys(RECORDED))
  fc.assert(
    fc.property(language, fc.string({ unit: anyCharacter }), (code, text) => {
      for (const variant of otherVariants(code, text)) assert.notEqual(variant, text)
    }),
  )
})
