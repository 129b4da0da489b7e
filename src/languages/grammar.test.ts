import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inGrammaticalCase } from './grammar.ts'

test('declines Russian names by their endings', () => {
  const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    genitive: { Энциклопедия: 'Энциклопедии', Ведомости: 'Ведомостей', Сад: 'Сада', Задачник: 'Задачника', ь: 'ь' },
    prepositional: { Библиотека: 'Библиотеке', Тетрадь: 'Тетраде', Переводные: 'Переводных' },
    accusative: { Энциклопедия: 'Энциклопедию', Сад: 'Сад' },
    languagegen: { польский: 'польского', иврит: 'иврита' },
    languageprep: { польский: 'польском' },
    languageadverb: { польский: 'по-польски', хинди: 'на хинди', суахили: 'на языке суахили' },
    unknown: { Сад: 'Сад' },
  }
  for (const [grammaticalCase, words] of Object.entries(forms))
    for (const [word, form] of Object.entries(words)) assert.equal(inGrammaticalCase('ru', grammaticalCase, word), form)
})

test('leaves words of other languages alone', () => {
  assert.equal(inGrammaticalCase('en', 'genitive', 'Encyclopaedia'), 'Encyclopaedia')
  assert.equal(inGrammaticalCase('constructor', 'genitive', 'x'), 'x')
  assert.equal(inGrammaticalCase('ru', 'constructor', 'x'), 'x')
})
