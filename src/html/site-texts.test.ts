import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestLanguage } from './nearest-language.ts'
import { SiteTexts } from './site-texts.ts'
import { SOURCE_TEXTS } from './texts/index.ts'

const texts = new SiteTexts()
const english = texts.shipped('en')

/** The key and plural category of an entry. Texts without plural forms have no category. */
function parts(name: string): { key: string; category: string | null } {
  const [, key, category] = /^(.+)_(zero|one|two|few|many|other)$/.exec(name) ?? []
  return key !== undefined && typeof SOURCE_TEXTS[key] === 'object'
    ? { key, category: category! }
    : { key: name, category: null }
}

/** Plural categories of numbers that pages show. Spanish and others have one more for millions, which may differ. */
const categoriesOf = (language: string): Set<string> => {
  const rules = new Intl.PluralRules(language)
  return new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)))
}

const holes = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort()

for (const language of texts.shippedLanguages.filter(code => code !== 'en')) {
  test(`shipped ${language} texts are complete`, () => {
    const shipped = texts.shipped(language)
    const categories = [...categoriesOf(language)]
    const wanted = Object.entries(SOURCE_TEXTS).flatMap(([key, text]) =>
      typeof text === 'string' ? [key] : categories.map(category => `${key}_${category}`),
    )
    assert.deepEqual(
      wanted.filter(name => !shipped[name]),
      [],
    )
  })

  test(`shipped ${language} texts have known keys and the same placeholders`, () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[]
    for (const [name, text] of Object.entries(texts.shipped(language))) {
      const { key, category } = parts(name)
      assert.ok(key in SOURCE_TEXTS, `${name} is not an interface text`)
      if (category !== null) assert.ok(categories.includes(category), `${name}: ${language} has no such plural`)
      const source = holes(english[category === null ? name : `${key}_other`]!)
      // Some plural forms spell out their number.
      const mayLackCount = category !== null && category !== 'other'
      const lacking = source.filter(hole => !holes(text).includes(hole) && !(mayLackCount && hole === '{{count}}'))
      assert.deepEqual([lacking, holes(text).filter(hole => !source.includes(hole))], [[], []], `${name}: ${text}`)
    }
  })
}

test('texts use the plural and number format of the language, and fall back to English', () => {
  const say = texts.in('de')
  assert.equal(
    say('frame.strings', { count: 1200 }),
    texts.shipped('de')['frame.strings_other']!.replace('{{count}}', '1.200'),
  )
  texts.replace('cs', [
    ['frame.strings_one', '{{count}} řetězec'],
    ['frame.strings_few', '{{count}} řetězce'],
    ['frame.strings_other', '{{count}} řetězců'],
  ])
  const czech = texts.in('cs')
  assert.deepEqual(
    [1, 3, 5].map(count => czech('frame.strings', { count })),
    ['1 řetězec', '3 řetězce', '5 řetězců'],
  )
  assert.equal(czech('frame.save'), 'Save')
})

test('values in HTML texts are escaped', () => {
  const say = texts.in('en')
  assert.equal(say.html('frame.failed', { why: '<b>' }).text, 'Something went wrong: &lt;b&gt;')
})

test('chooses the closest available language', () => {
  assert.equal(nearestLanguage('pt', ['de', 'pt-BR']), 'pt-BR')
  assert.equal(nearestLanguage('pt-PT', ['de', 'pt-BR']), 'pt-BR')
  assert.equal(nearestLanguage('pt_br', ['pt', 'pt-BR']), 'pt-BR')
  for (const code of ['zh', 'zh-CN', 'zh-sg', 'zh-MY', 'zh_Hans_CN'])
    assert.equal(nearestLanguage(code, ['zh-Hant', 'zh-Hans']), 'zh-Hans', code)
  for (const code of ['zh-TW', 'zh-hk', 'zh-Hant-MO'])
    assert.equal(nearestLanguage(code, ['zh-Hans', 'zh-Hant']), 'zh-Hant', code)
  assert.equal(nearestLanguage('zh-TW', ['zh-Hans']), 'zh-Hans')
  assert.equal(nearestLanguage('iw', ['he']), 'he')
  assert.equal(nearestLanguage('uk', ['ru']), undefined)
  assert.equal(nearestLanguage('%', ['de']), undefined)
  assert.equal(texts.choose(['tlh', 'de-AT', 'fr']), 'de')
  assert.equal(texts.choose(['tlh']), 'en')
})
