import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCharacters, countWords } from './counting.ts'

const example = [
  ['Hello, world!\n'],
  ['Orangutan has %d banana.\n', 'Orangutan has %d bananas.\n'],
  ['Try Weblate at <https://demo.weblate.org/>!\n'],
  ['Thank you for using Weblate.'],
]

test('the worked example has 4 strings, 19 words and 139 characters', () => {
  const words = example.map(forms => countWords(forms, 'en'))
  const characters = example.map(forms => countCharacters(forms))
  assert.deepEqual(words, [2, 8, 4, 5])
  assert.deepEqual(characters, [14, 53, 44, 28])
  assert.equal(
    words.reduce((a, b) => a + b),
    19,
  )
  assert.equal(
    characters.reduce((a, b) => a + b),
    139,
  )
})

test('words are separated by whitespace only, including markup and punctuation', () => {
  assert.equal(countWords(['<b>Hi</b> !'], 'en'), 2)
  assert.equal(countWords(['  one\ttwo\u00a0three\u3000four\u2003five\n'], 'en'), 5)
  assert.equal(countWords(['a\u001fb\u0085c'], 'en'), 3)
  // A zero-width space and a byte order mark are not whitespace.
  assert.equal(countWords(['a\u200bb c\ufeffd'], 'en'), 2)
  assert.equal(countWords([''], 'en'), 0)
  assert.equal(countWords([], 'en'), 0)
})

test('ideographs count individually only for Chinese, Japanese or Korean sources', () => {
  assert.equal(countWords(['日本語のテキスト'], 'ja'), 8)
  assert.equal(countWords(['日本語のテキスト'], 'en'), 1)
  assert.equal(countWords(['使用 Git 提交%s次'], 'zh_Hans'), 7)
  assert.equal(countWords(['안녕 world'], 'ko-KR'), 3)
  assert.equal(countWords(['𠀀𠀁 x'], 'zh'), 3)
  assert.equal(countWords(['日本語'], 'zhx'), 1)
})

test('an empty singular form has no words', () => {
  assert.equal(countWords(['<unused singular (key)>', 'two words'], 'en'), 2)
})

test('characters are code points, and plural separators count', () => {
  assert.equal(countCharacters(['😀é']), 2)
  assert.equal(countCharacters(['e\u0301']), 2)
  assert.equal(countCharacters(['a', 'b', 'c']), 7)
  assert.equal(countCharacters([]), 0)
})
