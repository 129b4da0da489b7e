import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Stretch, wordDiff } from './word-diff.ts'

/** Written as `same [-gone-] {+new+}`. */
const shown = (stretches: readonly Stretch[]): string =>
  stretches.map(({ kind, text }) => (kind === 'same' ? text : kind === 'add' ? `{+${text}+}` : `[-${text}-]`)).join('')

describe('word diff', () => {
  const cases: [string, string, string, string?][] = [
    ['', '', ''],
    ['same', 'same', 'same'],
    ['', 'new text', '{+new text+}'],
    ['old text', '', '[-old text-]'],
    ['one two three', 'one 2 three', 'one [-two-]{+2+} three'],
    ['a b c d', 'b c d e', '[-a -]b c d{+ e+}'],
    ['Sign in.', 'Sign out.', 'Sign [-in-]{+out+}.'],
    ['本を返却する', '本を借りる', '本を[-返却する-]{+借りる+}', 'ja'],
    ['كتاب واحد', 'كتاب جديد', 'كتاب [-واحد-]{+جديد+}', 'ar'],
  ]
  for (const [before, after, expected, language] of cases)
    test(`${before} → ${after}`, () => assert.equal(shown(wordDiff(before, after, language)), expected))

  test('contains both texts', () => {
    const texts = ['a b c a b', 'b a  c\nc', 'x', 'a b c a b c d e f', '%s %d <b>x</b>', '']
    for (const before of texts)
      for (const after of texts) {
        const found = wordDiff(before, after)
        const without = (kind: Stretch['kind']) =>
          found
            .filter(each => each.kind !== kind)
            .map(each => each.text)
            .join('')
        assert.equal(without('add'), before)
        assert.equal(without('remove'), after)
      }
  })

  test('shows very long texts as replaced instead of comparing them', () => {
    const long = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word}${i}`).join(' ')
    assert.deepEqual(
      wordDiff(long('a'), long('b')).map(each => each.kind),
      ['remove', 'add'],
    )
  })

  test('works for languages unknown to the browser', () => {
    assert.equal(shown(wordDiff('a b', 'a c', 'not a language')), 'a [-b-]{+c+}')
  })
})
