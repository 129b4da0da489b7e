import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { suite, test } from 'node:test'
import { choosePlural } from '#languages/message-plural.ts'
import { basicMessages, basicNames } from '../basic-messages.ts'
import { catalogue } from '../catalogue.ts'
import { pageWordLanguages, translatedPageWords } from './index.ts'

const parameters = (text: string): string[] => [...new Set(text.match(/\$\d/g) ?? [])].sort()
/** Gender selects a form in some languages but not in others. */
const withoutGender = (text: string): string => text.replace(/\{\{GENDER:\$\d\|([^{}|]*)[^{}]*\}\}/g, '$1')
const plurals = (text: string): string[][] =>
  [...text.matchAll(/\{\{PLURAL:[^|{}]*\|([^{}]*)\}\}/g)].map(([, forms]) => forms!.split('|'))

/** Page titles, which depend on the wiki rather than the reader, and empty messages. */
const NO_WORDS = ['mainpage', 'aboutpage', 'accesskey-n-portal', 'autocomment-prefix']
/** Number of plural forms per language. */
const FORMS: Readonly<Record<string, number>> = {
  ...{ ar: 6, de: 2, es: 2, fr: 2, he: 3, hi: 2, it: 2, ja: 1 },
  ...{ ko: 1, pl: 3, 'pt-br': 2, ru: 3, uk: 3, 'zh-hans': 1 },
}

suite("the words of the wiki's pages in other languages", () => {
  const english = basicMessages('en')
  const known = new Set(basicNames())
  for (const language of pageWordLanguages()) {
    const words = translatedPageWords(language)!

    test(`${language} has every text`, () => {
      const said = basicMessages(language)
      const missing = [...known].filter(key => !said.has(key) && !NO_WORDS.includes(key))
      assert.deepEqual(missing, [])
    })

    test(`${language} has the same parameters as English`, () => {
      for (const [key, text] of Object.entries(words)) {
        assert.ok(known.has(key), `${key} is no word of a page`)
        assert.notEqual(text, '', key)
        const theirs = parameters(english.get(key)!)
        for (const parameter of parameters(withoutGender(text)))
          assert.ok(theirs.includes(parameter), `${key}: ${parameter}`)
        // Numbers may appear without a plural form, and users without a gender; names and links must be there.
        if (!/\{\{(?:PLURAL|GENDER)/.test(english.get(key)!))
          assert.deepEqual(parameters(withoutGender(text)), theirs, key)
        assert.equal(text.split('{{').length, text.split('}}').length, key)
      }
    })

    test(`${language} has the required plural forms`, () => {
      for (const [key, text] of Object.entries(words))
        for (const forms of plurals(withoutGender(text))) {
          const general = forms.filter(form => !/^\d+=/.test(form))
          // A text with one special case may use a single form for everything else.
          if (general.length < forms.length && general.length === 1) continue
          assert.equal(general.length, FORMS[language], `${key}: ${text}`)
        }
    })

    test(`${language} has the same durations and as many reasons`, () => {
      const times = (text: string): string[] => text.split(',').map(pair => pair.split(':')[1]!)
      for (const key of ['ipboptions', 'protect-expiry-options'])
        assert.deepEqual(times(words[key]!), times(english.get(key)!), key)
      for (const key of known)
        if (key.endsWith('-dropdown'))
          assert.equal(words[key]!.split('\n** ').length, english.get(key)!.split('\n** ').length, key)
    })
  }

  test('names groups by number', () => {
    const said = (language: string, count: number): string =>
      choosePlural(language, count, plurals(basicMessages(language).get('userrights-groupsmember')!)[0]!)
    assert.equal(said('en', 0), '$2 is not in any additional group.')
    assert.equal(said('en', 1), 'Member of:')
    assert.equal(said('de', 1), 'Mitglied von:')
    assert.equal(said('ja', 2), '所属グループ:')
  })
})

suite('what pages say is declared', () => {
  const folder = path.join(import.meta.dirname, '../../pages')
  const declared = new Set([...basicNames(), ...Object.keys(catalogue)])
  const files = globSync('**/*.ts', { cwd: folder }).filter(file => !file.endsWith('.test.ts'))

  test('every message used by a page has a text of our own', () => {
    const undeclared: string[] = []
    let seen = 0
    for (const file of files) {
      const source = readFileSync(path.join(folder, file), 'utf8')
      // Messages shown only if a wiki defines them.
      const optional = new Set([...source.matchAll(/words\.has\(\s*'([^']+)'/g)].map(([, key]) => key!))
      for (const [, key] of source.matchAll(/words\.(?:text|html)\(\s*'([^']+)'/g)) {
        seen++
        if (!declared.has(key!) && !optional.has(key!)) undeclared.push(`${file}: ${key}`)
      }
    }
    assert.ok(seen > 400, `only ${seen} were found`)
    assert.deepEqual(undeclared, [])
  })
})
