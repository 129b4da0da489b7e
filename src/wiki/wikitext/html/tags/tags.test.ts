import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileHost } from '../../testing/file-host.ts'
import { testHost } from '../../testing/test-host.ts'
import { renderPage } from '../render.ts'
import footnotes from './fixtures/footnotes.json' with { type: 'json' }
import galleries from './fixtures/galleries.json' with { type: 'json' }
import tags from './fixtures/tags.json' with { type: 'json' }

const page = { ns: 0, dbkey: 'Foo' }
const options = { editSections: false, wrapper: '', limitReport: false }

/** Two wikis: one with files, one with footnotes. */
const withFiles = (wikitext: string) => renderPage(fileHost(), page, wikitext, options)
const withNotes = (wikitext: string) => renderPage(testHost(), page, wikitext, options)

describe('matches MediaWiki for', () => {
  test('pre, nowiki and others', () => {
    for (const [wikitext, html] of tags as [string, string][])
      assert.equal(withFiles(wikitext).html.trim(), html, wikitext)
  })

  test('galleries', () => {
    for (const [wikitext, html] of galleries as [string, string][])
      assert.equal(withFiles(wikitext).html.trim(), html, wikitext)
  })

  test('footnotes', () => {
    for (const [wikitext, html] of footnotes as [string, string][])
      assert.equal(withNotes(wikitext).html.trim(), html, wikitext)
  })
})

test('shows the source of an unknown tag in a box', () => {
  const host = testHost()
  host.site.info.extensiontags = [...host.site.info.extensiontags, '<rss>']
  const { html } = renderPage(host, page, `a <rss lang="x">c ''d'' <b></rss> <rss/>`, options)
  const notice = '<p>&lt;rss&gt; is not supported by this wiki. This is its source:</p>'
  const box = (source: string) => `<div class="mw-ext-source">${notice}<pre>${source}</pre></div>`
  const source = 'c &#39;&#39;d&#39;&#39; &lt;b&gt;'
  assert.equal(html.replaceAll('\n', ''), `<p>a </p>${box(source)} ${box('')}`)
})

test('keeps indicators apart from the page, with the last of each name', () => {
  const { html, rendering } = withFiles(
    `x<indicator name="a">''one''</indicator><indicator name="b">* y</indicator><indicator name="a">two</indicator>`,
  )
  assert.equal(html, '<p>x\n</p>')
  assert.deepEqual(
    [...rendering.indicators],
    [
      ['a', 'two'],
      ['b', '<ul><li>y</li></ul>'],
    ],
  )
})

test('reports footnote errors and adds a tracking category', () => {
  const messages = {
    cite_error: 'Wrong: $1',
    cite_error_ref_numeric_key: 'a number',
    'cite-tracking-category-cite-error': 'Wrong notes',
  }
  const { html, rendering } = renderPage(testHost({ messages }), page, 'a<ref name="7">x</ref>', options)
  assert.match(html, /<span class="error mw-ext-cite-error" lang="ltg" dir="ltr">Wrong: a number<\/span>/)
  assert.ok(rendering.state.output.categories.has('Wrong_notes'))
})

test('shows the labels that a wiki defines for a group as text', () => {
  const messages = { 'cite_link_label_group-a': "wa'  <b>[c]" }
  const { html } = renderPage(testHost({ messages }), page, '<ref group=a>x</ref><ref group=a>y</ref>', options)
  assert.match(html, />&#91;wa&#39;&#93;<.*>&#91;&lt;b&gt;&#91;c&#93;&#93;</)
})

test('handles very many tags, lines and notes quickly', () => {
  const many = 1000
  for (const hostile of [
    '<gallery>'.repeat(many),
    `<gallery>\n${'Anim.gif|x\n'.repeat(many)}</gallery>`,
    `<gallery>\nAnim.gif${'|x'.repeat(50_000)}</gallery>`,
    `<pre>${'<nowiki>'.repeat(50_000)}</pre>`,
    `<pre>${'<nowiki></nowiki>'.repeat(20_000)}</pre>`,
  ]) {
    assert.equal(typeof withFiles(hostile).html, 'string')
  }
  for (const hostile of [
    '<ref>x</ref>'.repeat(many),
    `<ref name=a>x</ref>${'<ref name=a/>'.repeat(many)}`,
    `<ref name=a>x</ref>${'<ref name=a>y</ref>'.repeat(many)}`,
    `<references>${'<ref name=a>y</ref>'.repeat(many)}</references>`,
    `{{#tag:references|${'<ref name=a>y</ref>'.repeat(many)}}}`,
    Array.from({ length: many }, (_, at) => `<ref group=${at}>x</ref>`).join(''),
    '<ref>'.repeat(50_000),
    '{{#tag:ref|'.repeat(30) + '}}'.repeat(30),
  ]) {
    assert.equal(typeof withNotes(hostile).html, 'string')
  }
})
