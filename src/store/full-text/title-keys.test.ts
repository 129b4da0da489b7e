import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneLetterAway, nearKeys, titleKey } from './title-keys.ts'

const TITLE = 'albert einstein'
const LETTERS = [...'abnz ']

/** Everything that one wrong, missing, additional or swapped letter makes of a text. */
function misspellings(text: string): string[] {
  return Array.from({ length: text.length + 1 }, (_, at) => {
    const [before, after] = [text.slice(0, at), text.slice(at + 1)]
    const swapped = at + 1 < text.length ? [before + text[at + 1] + text[at] + text.slice(at + 2)] : []
    const changed = at < text.length ? [before + after, ...LETTERS.map(letter => before + letter + after)] : []
    return [...swapped, ...changed, ...LETTERS.map(letter => before + letter + text.slice(at))]
  })
    .flat()
    .filter(each => each !== text)
}

test('every misspelling shares a half with its title', () => {
  for (const title of [TITLE, 'abcd', 'abcde']) {
    const { head, tail } = titleKey(0, title)
    for (const typed of misspellings(title)) {
      const { heads, tails } = nearKeys(0, typed)
      assert.ok(heads.includes(head) || tails.includes(tail), typed)
      assert.ok(isOneLetterAway(typed, title), typed)
    }
  }
})

test('two wrong letters are not one', () => {
  for (const typed of ['albert einstein', 'abert einsten', 'alberteinsteinn', 'labert einstien', ''])
    assert.equal(isOneLetterAway(typed, TITLE), false, typed)
})

test('case, accents and underscores do not matter, namespaces do', () => {
  assert.deepEqual(titleKey(0, 'Rēzekne_pilsāta'), titleKey(0, 'rezekne pilsata'))
  assert.notEqual(titleKey(0, 'Rēzekne').head, titleKey(1, 'Rēzekne').head)
})
