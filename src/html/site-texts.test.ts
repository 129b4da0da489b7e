import assert from 'node:assert/strict'
import { test } from 'node:test'
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

const holes = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort()

for (const language of texts.languages.filter(code => code !== 'en'))
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

test('texts use the plural and number format of the language, and fall back to English', () => {
  const say = texts.in('de')
  assert.equal(
    say('frame.strings', { count: 1200 }),
    texts.shipped('de')['frame.strings_other']!.replace('{{count}}', '1.200'),
  )
  texts.replace('ru', [
    ['frame.strings_one', '{{count}} строка'],
    ['frame.strings_few', '{{count}} строки'],
    ['frame.strings_many', '{{count}} строк'],
  ])
  const russian = texts.in('ru')
  assert.deepEqual(
    [1, 3, 5].map(count => russian('frame.strings', { count })),
    ['1 строка', '3 строки', '5 строк'],
  )
  assert.equal(russian('frame.save'), 'Save')
})

test('values in HTML texts are escaped', () => {
  const say = texts.in('en')
  assert.equal(say.html('frame.failed', { why: '<b>' }).text, 'Something went wrong: &lt;b&gt;')
})

test('chooses the closest available language', () => {
  assert.equal(texts.choose(['tlh', 'de-AT', 'fr']), 'de')
  assert.equal(texts.choose(['tlh']), 'en')
})
