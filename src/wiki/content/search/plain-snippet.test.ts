import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainSnippet, plainText } from './plain-snippet.ts'
import { readSearch } from './search-query.ts'

test('snippets have no markup', () => {
  const wikitext = `{{Infobox|name={{lang|la|Pharus}}|lit=1904}}
[[File:Tower.jpg|thumb|The ''tower'' at [[night]]]]
'''Lighthouses''' are <b>towers</b><ref name="x">A book.</ref> with a [[Fresnel lens|lens]]&nbsp;and a [https://example.org lamp].
{| class="wikitable"
| cell
|}
== Light ==
* It is seen from afar.
[[Category:Towers]]`
  assert.equal(plainText(wikitext), 'Lighthouses are towers with a lens and a lamp. Light · It is seen from afar.')
})

test('snippets are cut at words and mark the match', () => {
  const text = `${'Some introduction goes here. '.repeat(40)}The harbour keeper lit the lamp at dusk. ${'More follows. '.repeat(40)}`
  const shown = plainSnippet(text, readSearch('lamp'))
  assert.match(shown, /^… \w+[\s\S]*<mark class="searchmatch">lamp<\/mark> at dusk\.[\s\S]*\w+\.? …$/)
  assert.ok(shown.length < 400)
  assert.equal(plainSnippet('[[Lamp oil|<script>]] and lamps', readSearch('lamp*')).includes('<script>'), false)
  assert.match(plainSnippet('Only {{Lamp}} here, a page.', readSearch('lamp')), /^Only here, a page\.$/)
})

test('snippets of hostile texts take little time', () => {
  for (const piece of ['{{', '[[', '[[a|', '<ref>', "''", '{|', '==', '[[[[a]]', '<!--'])
    assert.ok(plainSnippet(piece.repeat(100_000), readSearch('a')).length < 30_000, piece)
})
