import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordedHtml, textToHtml } from '../testing/text-to-html.ts'
import { tablesToHtml } from './tables.ts'

test('converts tables like MediaWiki', () => {
  for (const [wikitext, html] of recordedHtml(new URL('./fixtures/tables.json', import.meta.url))) {
    assert.equal(textToHtml(wikitext), html, JSON.stringify(wikitext))
  }
})

test('allows markers in attributes', () => {
  const unstrip = (text: string) => text.replace('\u007fmark\u007f', 'x')
  assert.equal(
    tablesToHtml('{| class="\u007fmark\u007f"\n| id="\u007fmark\u007f" | \u007fmark\u007f\n|}', unstrip),
    '<table class="x">\n<tr>\n<td id="x">\u007fmark\u007f\n</td></tr></table>',
  )
})

test('does not end attributes at a pipe in a link', () => {
  assert.equal(
    tablesToHtml('{|\n|[[a|b]]\n|}', text => text),
    '<table>\n<tr>\n<td>[[a|b]]\n</td></tr></table>',
  )
})

test('ignores header separators inside tags', () => {
  assert.equal(
    tablesToHtml('{|\n!a <b class="!!">b</b> !! c\n|}', text => text),
    '<table>\n<tr>\n<th>a <b class="!!">b</b></th>\n<th>c\n</th></tr></table>',
  )
})
