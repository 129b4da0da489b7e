import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { likelyRanges, segments, shownSpace } from './segments.ts'

const kinds = (text: string): string[] =>
  segments(text).map(({ kind, text: part, name }) => `${kind}:${name ?? JSON.stringify(part).slice(1, -1)}`)

describe('segments of a source text', () => {
  const cases: [string, string[]][] = [
    ['plain', ['text:plain']],
    ['one two', ['text:one two']],
    [' two  spaces ', ['space: ', 'text:two', 'space:  ', 'text:spaces', 'space: ']],
    ['a\tb', ['text:a', 'space:\\t', 'text:b']],
    ['a\nb', ['text:a', 'newline:\\n', 'text:b']],
    ['a\r\nb', ['text:a', 'newline:\\r\\n', 'text:b']],
    ['a \n b', ['text:a', 'space: ', 'newline:\\n', 'space: ', 'text:b']],
    ['5\u00a0km', ['text:5', 'invisible:NBSP', 'text:km']],
    ['\u200fא', ['invisible:RLM', 'text:א']],
    ['%d of %(total)s', ['placeable:%d', 'text: of ', 'placeable:%(total)s']],
    ['<b>x</b> {name}', ['placeable:<b>', 'text:x', 'placeable:</b>', 'text: ', 'placeable:{name}']],
  ]
  for (const [text, expected] of cases) test(JSON.stringify(text), () => assert.deepEqual(kinds(text), expected))

  test('segments add up to the text', () => {
    for (const text of ['  a %s\n\n<i> </i>\u200b ', '', '\n', '%%', 'x'.repeat(1000)])
      assert.equal(
        segments(text)
          .map(each => each.text)
          .join(''),
        text,
      )
  })

  test('ignores overlapping and out-of-range ranges', () => {
    const found = segments('abcdef', [
      [1, 3],
      [2, 4],
      [5, 50],
      [4, 4],
    ])
    assert.deepEqual(
      found.map(each => `${each.kind} ${each.text}`),
      ['text a', 'placeable bc', 'text def'],
    )
  })

  test('guesses placeholders until the server returns them', () => {
    const guessed = (text: string) => likelyRanges(text).map(([from, to]) => text.slice(from, to))
    assert.deepEqual(guessed('%1$s {{x}} <br/> %'), ['%1$s', '{{x}}', '<br/>'])
  })

  test('makes spaces visible', () => assert.equal(shownSpace('  \t'), '··⇥'))
})
