import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SiteTexts } from './site-texts.ts'
import { SOURCE_TEXTS } from './texts/index.ts'

const texts = new SiteTexts()
const english = texts.shipped('en')

/** The key and the plural category of an entry; a text that counts nothing has no category. */
function parts(name: string): { key: string; category: string | null } {
  const [, key, category] = /^(.+)_(zero|one|two|few|many|other)$/.exec(name) ?? []
  return key !== undefined && typeof SOURCE_TEXTS[key] === 'object'
    ? { key, category: category! }
    : { key: name, category: null }
}

const holes = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort()

for (const language of texts.languages.filter(code => code !== 'en'))
  test(`the texts that ship in ${language} are texts of the interface, with the same places for values`, () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[]
    for (const [name, text] of Object.entries(texts.shipped(language))) {
      const { key, category } = parts(name)
      assert.ok(key in SOURCE_TEXTS, `${name} is no text of the interface`)
      if (category !== null) assert.ok(categories.includes(category), `${name}: ${language} has no such plural`)
      const source = holes(english[category === null ? name : `${key}_other`]!)
      // Some forms say their number in words.
      const mayLackCount = category !== null && category !== 'other'
      const lacking = source.filter(hole => !holes(text).includes(hole) && !(mayLackCount && hole === '{{count}}'))
      assert.deepEqual([lacking, holes(text).filter(hole => !source.includes(hole))], [[], []], `${name}: ${text}`)
    }
  })

test('a text is said in the reader’s language, with its plural and its numbers; English where it lacks one', () => {
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

test('names and links in a sentence are markup, what they say is not', () => {
  const say = texts.in('en')
  assert.equal(say.html('frame.failed', { why: '<b>' }).text, 'Something went wrong: &lt;b&gt;')
})

test('a reader gets the nearest language there is', () => {
  assert.equal(texts.choose(['tlh', 'de-AT', 'fr']), 'de')
  assert.equal(texts.choose(['tlh']), 'en')
})
