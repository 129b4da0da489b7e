import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { suite, test } from 'node:test'
import { choosePlural } from '#languages/message-plural.ts'
import { basicMessages, basicNames } from '../basic-messages.ts'
import { catalogue } from '../catalogue.ts'
import { translatedPageWords } from './index.ts'

const parameters = (text: string): string[] => [...new Set(text.match(/\$\d/g) ?? [])].sort()
/** Who somebody is decides between forms in one language and not in another. */
const withoutGender = (text: string): string => text.replace(/\{\{GENDER:\$\d\|([^{}|]*)[^{}]*\}\}/g, '$1')
const plurals = (text: string): string[][] =>
  [...text.matchAll(/\{\{PLURAL:[^|{}]*\|([^{}]*)\}\}/g)].map(([, forms]) => forms!.split('|'))

/** Titles of pages, which are the wiki's own and not the reader's, and what is empty. */
const NO_WORDS = ['mainpage', 'aboutpage', 'accesskey-n-portal', 'autocomment-prefix']
/** How many forms of a word a number can ask for. */
const FORMS: Readonly<Record<string, number>> = { ar: 6, de: 2, fr: 2, ja: 1 }

suite("the words of the wiki's pages in other languages", () => {
  const english = basicMessages('en')
  const known = new Set(basicNames())
  for (const [language, words] of Object.entries(translatedPageWords)) {
    test(`${language} has every word that a page can say`, () => {
      const said = basicMessages(language)
      const missing = [...known].filter(key => !said.has(key) && !NO_WORDS.includes(key))
      assert.deepEqual(missing, [])
    })

    test(`${language} says what English says, with nothing that English has not`, () => {
      for (const [key, text] of Object.entries(words)) {
        assert.ok(known.has(key), `${key} is no word of a page`)
        assert.notEqual(text, '', key)
        const theirs = parameters(english.get(key)!)
        for (const parameter of parameters(withoutGender(text)))
          assert.ok(theirs.includes(parameter), `${key}: ${parameter}`)
        // Numbers may be told without a word that depends on them, and people without their gender; names and links must be there.
        if (!/\{\{(?:PLURAL|GENDER)/.test(english.get(key)!))
          assert.deepEqual(parameters(withoutGender(text)), theirs, key)
        assert.equal(text.split('{{').length, text.split('}}').length, key)
      }
    })

    test(`${language} has the forms that its numbers ask for`, () => {
      for (const [key, text] of Object.entries(words))
        for (const forms of plurals(withoutGender(text))) {
          const general = forms.filter(form => !/^\d+=/.test(form))
          // A text that tells one number apart may say the same of all others.
          if (general.length < forms.length && general.length === 1) continue
          assert.equal(general.length, FORMS[language], `${key}: ${text}`)
        }
    })

    test(`${language} offers the same times and as many reasons`, () => {
      const times = (text: string): string[] => text.split(',').map(pair => pair.split(':')[1]!)
      for (const key of ['ipboptions', 'protect-expiry-options'])
        assert.deepEqual(times(words[key]!), times(english.get(key)!), key)
      for (const key of known)
        if (key.endsWith('-dropdown'))
          assert.equal(words[key]!.split('\n** ').length, english.get(key)!.split('\n** ').length, key)
    })
  }

  test('groups are told by their number', () => {
    const said = (language: string, count: number): string =>
      choosePlural(language, count, plurals(basicMessages(language).get('userrights-groupsmember')!)[0]!)
    assert.equal(said('en', 0), '$2 is in no group besides the usual ones.')
    assert.equal(said('en', 1), 'Member of:')
    assert.equal(said('de', 1), 'Mitglied von:')
    assert.equal(said('ja', 2), '所属:')
  })
})

suite('what pages say is declared', () => {
  const folder = path.join(import.meta.dirname, '../../pages')
  const declared = new Set([...basicNames(), ...Object.keys(catalogue)])
  const files = globSync('**/*.ts', { cwd: folder }).filter(file => !file.endsWith('.test.ts'))

  test('every message that a page names has a text of our own', () => {
    const undeclared: string[] = []
    let seen = 0
    for (const file of files) {
      const source = readFileSync(path.join(folder, file), 'utf8')
      // What a page says only where a wiki has worded it.
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
