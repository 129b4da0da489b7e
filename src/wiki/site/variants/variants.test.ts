// Conversions as recorded from MediaWiki 1.39.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#store/testing-text.ts'
import { CHINESE_TABLES, type ChineseTable, writePairs } from './chinese.ts'
import { PagePairs } from './page-pairs.ts'
import { plainVariants, Variants } from './variants.ts'

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
      assert.deepEqual(plainVariants.others(language, text), variants, text)
  })

test('does not convert languages without rule-based variants', () => {
  for (const language of ['zh', 'gan', 'en', 'constructor', ''])
    assert.deepEqual([plainVariants.has(language), plainVariants.others(language, 'Mars')], [false, []])
})

test('converts any text without failing', () => {
  const language = fc.constantFrom(...Object.keys(RECORDED))
  fc.assert(
    fc.property(language, fc.string({ unit: anyCharacter }), (code, text) => {
      for (const variant of plainVariants.others(code, text)) assert.notEqual(variant, text)
    }),
  )
})

/** Tables of a few words. */
function chinese(tables: Partial<Record<ChineseTable, Record<string, string>>>, lists: Record<string, object> = {}) {
  const texts = CHINESE_TABLES.map(name => [name, writePairs(new Map(Object.entries(tables[name] ?? {})))])
  return new Variants({
    version: 'test',
    tables: Object.fromEntries(texts),
    lists: Object.fromEntries(Object.entries(lists).map(([code, pairs]) => [code, new Map(Object.entries(pairs))])),
  })
}

const WORDS = {
  zh2Hant: { 书: '書', 书包: '書袋', 干: '幹', 干杯: '乾杯' },
  zh2Hans: { 書: '书', 乾: '干' },
  zh2TW: { 书包: '背包' },
  zh2HK: { 干: '亁' },
  zh2CN: { 書袋: '书包' },
}

test('converts Chinese by the longest word, that of the region before that of the script', () => {
  const variants = chinese(WORDS)
  const shown = (variant: string, text: string) => variants.convert('zh', variant, text)
  assert.equal(shown('zh-hant', '书包 干杯干 abc'), '書袋 乾杯幹 abc')
  assert.equal(shown('zh-tw', '书包书'), '背包書')
  assert.equal(shown('zh-hk', '干杯干'), '乾杯亁')
  assert.equal(shown('zh-mo', '干'), '亁')
  for (const variant of ['zh-cn', 'zh-sg', 'zh-my']) assert.equal(shown(variant, '書袋書'), '书包书')
  assert.equal(shown('zh-hans', '書袋書'), '书袋书')
  assert.equal(shown('zh', '書书'), '書书')
  assert.equal(variants.convert('gan', 'gan-hant', '书包'), '書袋')
  assert.deepEqual(variants.others('zh', '书包'), ['書袋', '背包'])
  assert.equal(variants.named('zh', 'zh-Hant-TW'), 'zh-tw')
  assert.equal(variants.named('zh', 'gan-hant'), null)
})

test('lists of the wiki win over tables, and those of a script apply to its regions', () => {
  const variants = chinese(WORDS, {
    zh: { 书: '冊' },
    'zh-hant': { 书: '冊' },
    'zh-tw': { 干: '乾' },
    'sr-el': { Љ: 'LJ' },
  })
  assert.equal(variants.convert('zh', 'zh-hk', '书干'), '冊亁')
  assert.equal(variants.convert('zh', 'zh-tw', '书干'), '冊乾')
  for (const variant of ['zh', 'zh-hans']) assert.equal(variants.convert('zh', variant, '书'), '书')
  assert.equal(variants.convert('sr', 'sr-el', 'Љиљан'), 'LJiljan')
})

test('a page adds pairs, and removes those of tables', () => {
  const variants = chinese(WORDS)
  const pairs = new PagePairs()
  pairs.set('书', '本')
  pairs.delete('干杯')
  assert.equal(variants.convert('zh', 'zh-hant', '书 书包 干杯', { pairs }), '本 書袋 幹杯')
})

test('counts the work of long keys that never match', () => {
  const pairs = new PagePairs()
  for (let length = 1; length < 400; length++) pairs.set(`${'a'.repeat(length)}b`, 'x')
  let steps = 0
  chinese(WORDS).convert('zh', 'zh-tw', 'a'.repeat(500), { pairs, spend: count => (steps += count) })
  assert.ok(steps > 100_000, String(steps))
})

test('finds the same as a plain search for the longest key', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', '书', '𠀀'), minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.dictionary(key, key),
      fc.string({ unit: fc.constantFrom('a', 'b', '书', '𠀀', ' ') }),
      (table, text) => {
        let expected = ''
        for (let at = 0; at < text.length; ) {
          const own = Object.keys(table).filter(from => text.startsWith(from, at))
          const longest = own.sort((one, other) => other.length - one.length)[0]
          expected += longest === undefined ? text[at] : table[longest]
          at += longest?.length ?? 1
        }
        assert.equal(chinese({ zh2Hant: table }).convert('zh', 'zh-hant', text), expected)
      },
    ),
  )
})
