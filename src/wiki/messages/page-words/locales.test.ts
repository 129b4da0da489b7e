import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { basicMessages, basicNames } from '../basic-messages.ts'
import { translatedPageWords } from './index.ts'

const parameters = (text: string): string[] => [...new Set(text.match(/\$\d/g) ?? [])].sort()

suite("the words of the wiki's pages in other languages", () => {
  const english = basicMessages('en')
  const known = new Set(basicNames())
  for (const [language, words] of Object.entries(translatedPageWords))
    test(`${language} says what English says, with nothing that English has not`, () => {
      for (const [key, text] of Object.entries(words)) {
        assert.ok(known.has(key), `${key} is no word of a page`)
        assert.notEqual(text, '', key)
        const theirs = parameters(english.get(key)!)
        for (const parameter of parameters(text)) assert.ok(theirs.includes(parameter), `${key}: ${parameter}`)
        // Numbers may be told without a word that depends on them, and people without their gender; names and links must be there.
        if (!/\{\{(?:PLURAL|GENDER)/.test(english.get(key)!)) assert.deepEqual(parameters(text), theirs, key)
        assert.equal(text.split('{{').length, text.split('}}').length, key)
      }
    })
})
