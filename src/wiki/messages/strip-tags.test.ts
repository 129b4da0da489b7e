import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripTags } from './strip-tags.ts'

test('removes tags and keeps other characters', () => {
  for (const [text, expected] of [
    ['a<b>c</b>d', 'acd'],
    ['a < b, a<1', 'a < b, a<1'],
    ['a<!--b<i>-->c', 'ac'],
    ['a<!b>c<?d>e', 'ace'],
    ['a<b x=">">c', 'ac'],
    ['a<b', 'a'],
    ['a</b', 'a'],
    ['a<!--b', 'a'],
    ['<script>x<b>y</script>z', 'z'],
    ['<script>x', ''],
    ['<__proto__>x', '<__proto__>x'],
    ['<constructor>x', 'x'],
  ] as const) {
    assert.equal(stripTags(text), expected, text)
  }
})

test('handles long texts with unclosed markup', () => {
  for (const piece of ['<b "', '<', '<!--', '<script>', "<a '", '</']) {
    assert.ok(stripTags(piece.repeat(200_000)).length <= 400_000)
  }
})
