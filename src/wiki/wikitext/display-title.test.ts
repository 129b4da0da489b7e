import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayTitleHtml } from './display-title.ts'
import { Harvester } from './harvest/harvest.ts'
import { testHost } from './testing/test-host.ts'

const page = { ns: 0, dbkey: 'Foo_bar' }
const titleOf = (written: string, freeDisplayTitle: boolean) =>
  new Harvester({ ...testHost(), freeDisplayTitle }).harvest(page, `{{DISPLAYTITLE:${written}}}`).properties
    .displaytitle

/** Output of MediaWiki 1.39 for display titles, unrestricted and restricted to the page's own title. */
const recorded: [written: string, free: string, own: string | undefined][] = [
  ['<img src=x onerror=alert(1)>Foo bar', '&lt;img src=x onerror=alert(1)&gt;Foo bar', undefined],
  ['<b>Foo bar', '<b>Foo bar</b>', '<b>Foo bar</b>'],
  ['<b onclick="x()">Foo</b> bar', '<b>Foo</b> bar', '<b>Foo</b> bar'],
  ['<svg onload=a>Foo bar</svg>', '&lt;svg onload=a&gt;Foo bar&lt;/svg&gt;', undefined],
  ['<script>Foo bar</script>', '&lt;script&gt;Foo bar&lt;/script&gt;', undefined],
  [
    '<span style="display:none">Foo</span> bar',
    '<span style="display:none">Foo</span> bar',
    '<span style="/* attempt to bypass $wgRestrictDisplayTitle */">Foo</span> bar',
  ],
  [
    '<span style="visibility:hidden">Foo</span> bar',
    '<span style="visibility:hidden">Foo</span> bar',
    '<span style="/* attempt to bypass $wgRestrictDisplayTitle */">Foo</span> bar',
  ],
  [
    '<span style="color:red;background:url(x)">Foo</span> bar',
    '<span style="/* insecure input */">Foo</span> bar',
    '<span style="/* insecure input */">Foo</span> bar',
  ],
  ['Foo & bar', 'Foo &amp; bar', undefined],
  ['foo bar', 'foo bar', 'foo bar'],
  ['Foo_bar', 'Foo_bar', 'Foo_bar'],
  ["''Foo'' bar", '<i>Foo</i> bar', '<i>Foo</i> bar'],
  ['Other', 'Other', undefined],
  ['[[Foo]] bar', '[[Foo]] bar', undefined],
  ['<a href="javascript:x">Foo</a> bar', '&lt;a href="javascript:x"&gt;Foo&lt;/a&gt; bar', undefined],
  ['<nowiki>Foo</nowiki> bar', ' bar', undefined],
  ['Foo&nbsp;bar', 'Foo&#160;bar', 'Foo&#160;bar'],
  ['Foo<br>bar', 'Foo&lt;br&gt;bar', undefined],
  ['<div>Foo bar</div>', '&lt;div&gt;Foo bar&lt;/div&gt;', undefined],
  [
    '<span id="x" class="y">Foo</span> bar',
    '<span id="x" class="y">Foo</span> bar',
    '<span id="x" class="y">Foo</span> bar',
  ],
  ['<b><i>Foo</b></i> bar', '<b><i>Foo</i></b> bar', '<b><i>Foo</i></b> bar'],
  ['</b>Foo bar', 'Foo bar', 'Foo bar'],
]

test('sanitizes a display title and checks that it matches the page', () => {
  for (const [written, free, own] of recorded) {
    assert.equal(titleOf(written, true), free, written)
    assert.equal(titleOf(written, false), own, written)
  }
})

test('sanitizes imported display titles', () => {
  assert.equal(
    displayTitleHtml('<b onclick="x()">Foo</b> & <script>x</script>', true),
    '<b>Foo</b> &amp; &lt;script&gt;x&lt;/script&gt;',
  )
})
