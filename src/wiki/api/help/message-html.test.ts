import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSite } from '../../site/site.ts'
import { blocks, inline, withoutOuterParagraph } from './message-html.ts'

const site = defaultSite()

test('renders paragraphs and lists', () => {
  assert.equal(blocks('one\ntwo', site), '<p>one\ntwo\n</p>')
  assert.equal(blocks('one\n\ntwo', site), '<p>one\n</p><p>two\n</p>')
  assert.equal(blocks('one\n* a\n* b\n# c', site), '<p>one\n</p>\n<ul><li>a</li>\n<li>b</li></ul>\n<ol><li>c</li></ol>')
  assert.equal(blocks('', site), '')
})

test('does not wrap a single paragraph', () => {
  assert.equal(withoutOuterParagraph('<p>one\n</p>'), 'one')
  assert.equal(withoutOuterParagraph('<p>one\n</p><p>two\n</p>'), '<p>one\n</p><p>two\n</p>')
  assert.equal(withoutOuterParagraph('<ul></ul>'), '<ul></ul>')
})

test('closes unclosed emphasis', () => {
  assert.equal(inline("''a'' '''b'''", site), '<i>a</i> <b>b</b>')
  assert.equal(inline("''a '''b", site), '<i>a <b>b</b></i>')
})

test('renders internal, interwiki and external links', () => {
  assert.match(inline('[[Main Page]]', site), /^<a href="[^"]*Main_Page" title="Main Page">Main Page<\/a>$/)
  assert.match(inline("[[:Category:A|''a'']]", site), /title="Category:A"><i>a<\/i><\/a>$/)
  assert.match(inline('[[Special:RecentChanges]]', site), /title="Special:RecentChanges">/)
  assert.equal(inline('[[<bad>]]', site), '[[&lt;bad&gt;]]')
  assert.equal(
    inline('[https://a.example/?b=1&c=2 d & e]', site),
    '<a rel="nofollow" class="external text" href="https://a.example/?b=1&amp;c=2">d &amp; e</a>',
  )
})

test('keeps only safe tags and attributes', () => {
  assert.equal(inline('<kbd>a</kbd> <var>b</var> <br/>', site), '<kbd>a</kbd> <var>b</var> <br/>')
  assert.equal(inline('<span dir="ltr" class="x">a</span>', site), '<span dir="ltr" class="x">a</span>')
  assert.equal(inline('<b onclick="x">a</b>', site), '&lt;b onclick=&quot;x&quot;&gt;a</b>')
  assert.equal(inline('<script>x</script>', site), '&lt;script&gt;x&lt;/script&gt;')
  assert.equal(inline('&amp; & &#160; <', site), '&amp; &amp; &#160; &lt;')
})
