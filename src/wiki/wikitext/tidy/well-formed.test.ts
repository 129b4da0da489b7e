import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Steps } from '../steps.ts'
import { repaired } from './tidy.ts'
import { tidyWellFormed } from './well-formed.ts'

const quick = (html: string) => tidyWellFormed(html, new Steps())
const slow = (html: string) => repaired(html, new Steps())

test('tidies ordinary pages without a tree', () => {
  for (const html of [
    '<p>a <b>b</b> : c &amp; d</p>\n<ul><li>e</li>\n<li></li></ul>\n',
    '<h2><span id="a">a</span><mw:editsection n="0"></mw:editsection></h2>\n<mw:tocplace></mw:tocplace>',
    '<table class="a">\n<tr>\n<td>a</td>\n<th><p>b</p><div>c</div></th></tr>\n<tr></tr></table>',
    '<table><caption>a</caption><tbody><tr><td><table><tr><td></td></tr></table></td></tr></tbody></table>',
    '<div>a</div> bare <i>text</i><br>\n<hr>\n<img alt="" src="a" />',
    '<blockquote>a<p>b</p></blockquote><link rel="a" />\n',
    '<p></p><p><a href="#a">a</a></p><dl><dt>a</dt><dd>b<dl><dd>c</dd></dl></dd></dl>',
    '<center><b><div>a</div></b></center><pre>a\n b</pre>',
  ]) {
    assert.equal(quick(html), slow(html), html)
  }
})

test('leaves everything that needs repair to the tree', () => {
  for (const html of [
    '<p>a<div>b</div></p>',
    'a <b>b<div>c</div></b>',
    '<b><i>a</b></i>',
    '<ul><li>a<li>b</ul>',
    '<a href="a"><b><a href="b">c</a></b></a>',
    '<table><tr>a<td>b</td></tr></table>',
    '<table><div>a</div></table>',
    '<span id="a" id="b">c</span>',
    '<span ID="a">b</span>',
    '<pre>\na</pre>',
    '<h2>a<h3>b</h3></h2>',
    '<div/>a',
    '<!-- a -->',
    '<ruby>a<rt>b</rt></ruby>',
    'a < b',
    'a\rb',
    '<div>a',
  ]) {
    assert.equal(quick(html), null, html)
  }
})

const names = [
  ...['a', 'b', 'span', 'div', 'p', 'table', 'tr', 'td', 'tbody', 'caption', 'ul', 'li', 'blockquote', 'dl', 'dd'],
  ...['h2', 'h3', 'center', 'pre', 'small', 'mw:tocplace'],
]
const leaf = fc.constantFrom('a', ' ', '\n', ' : b', '<br />', '<hr />', '<link />', '<img src="a" />', '')

/** Elements that are closed in order, but anywhere. */
const { nested } = fc.letrec<{ nested: string }>(tie => ({
  nested: fc.oneof(
    { depthSize: 'large', maxDepth: 8 },
    leaf,
    fc
      .tuple(fc.constantFrom(...names), fc.constantFrom('', ' class="a"'), fc.array(tie('nested'), { maxLength: 4 }))
      .map(([name, attributes, inner]) => `<${name}${attributes}>${inner.join('')}</${name}>`),
  ),
}))

test('gives the same as the tree, or nothing', () => {
  let same = 0
  fc.assert(
    fc.property(fc.array(nested, { maxLength: 5 }), pieces => {
      const html = pieces.join('')
      const tidied = quick(html)
      if (tidied === null) return
      same++
      assert.equal(tidied, slow(html), html)
    }),
    { numRuns: 4000, seed: 1 },
  )
  assert.ok(same > 500, `${same} were well-formed`)
})
