// Headings as recorded from MediaWiki 1.39; tables of contents and edit links use our own messages.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ruSite, testHost } from '../../testing/test-host.ts'
import { renderPage } from '../render.ts'
import type { RenderOptions } from '../rendering/rendering.ts'

const recorded: [wikitext: string, html: string][] = JSON.parse(
  readFileSync(new URL('fixtures/headings.json', import.meta.url), 'utf8'),
)
const host = testHost({
  site: ruSite(),
  pages: { '0:Земля': '', '10:Box': '== Boxed ==\n== Again ==', '10:Arg': '== {{{1}}} ==' },
  messages: { toc: 'What is here', editsection: 'change', editsectionhint: 'Change “$1”' },
})
const render = (text: string, options: Partial<RenderOptions> = {}) =>
  renderPage(host, { ns: 0, dbkey: 'Марс' }, text, { wrapper: '', ...options })
const html = (text: string, options: Partial<RenderOptions> = {}): string => render(text, options).html

test('headings', () => {
  for (const [wikitext, expected] of recorded) {
    assert.equal(html(wikitext, { editSections: false, tableOfContents: false }), expected, wikitext)
  }
})

const four = '== A ==\n== B ==\n=== C ===\n== D ==\n'

test('lists four headings before the first one or at __TOC__', () => {
  const list = html(`before\n${four}`, { editSections: false })
  assert.match(list, /^<p>before\n<\/p>\n<div id="toc" class="toc"[^>]*>.*<h2 id="mw-toc-heading">What is here<\/h2>/)
  assert.match(list, /<li class="toclevel-2 tocsection-3"><a href="#C"><span class="tocnumber">2.1<\/span> /)
  assert.match(html(`${four}__TOC__`), /<\/h2>\n<div id="toc"/)
  assert.ok(!html('== A ==\n== B ==\n== C ==').includes('id="toc"'))
  assert.ok(html('== A ==\n__FORCETOC__').includes('id="toc"'))
  assert.ok(!html(`${four}__NOTOC__`).includes('id="toc"'))
  assert.ok(!html(four, { tableOfContents: false }).includes('id="toc"'))
  assert.equal(html('a __TOC__ b'), '<p>a </p><p> b</p>')
})

test('numbers headings by depth, whatever levels are skipped', () => {
  const { sections } = render('== A ==\n==== B ====\n=== C ===\n== D ==\n= E =\n== F ==').rendering
  assert.deepEqual(
    sections.map(({ number, depth }) => [number, depth]),
    [
      ['1', 1],
      ['1.1', 2],
      ['1.2', 2],
      ['2', 1],
      ['3', 1],
      ['3.1', 2],
    ],
  )
})

test('links section edits to the page that contains the section', () => {
  const link = (page: string, section: string, name: string) =>
    `<a href="/index.php?title=${page}&amp;action=edit&amp;section=${section}" title="Change “${name}”">change</a>`
  const mars = '%D0%9C%D0%B0%D1%80%D1%81'
  const box = '%D0%A8%D0%B0%D0%B1%D0%BB%D0%BE%D0%BD:Box'
  const page = html("== A ==\n{{Box}}\n== ''B'' \" ==\n<h2>C</h2>\n{{#if:1|\n== D ==\n}}")
  assert.ok(page.includes(link(mars, '1', 'A')))
  assert.ok(page.includes(link(box, 'T-1', 'Boxed')))
  assert.ok(page.includes(link(box, 'T-2', 'Again')))
  assert.ok(page.includes(link(mars, '2', 'B &quot;')))
  assert.equal(page.split('>change</a>').length - 1, 4)
  assert.ok(!html('== A ==\n__NOEDITSECTION__').includes('change'))
  assert.ok(!html('== A ==', { editSections: false }).includes('change'))
})

test('handles a template heading whose text is an argument', () => {
  const { sections } = render('{{Arg|[[Земля]]}}').rendering
  assert.deepEqual(
    sections.map(({ id, html: line, index, section }) => [id, line, index, section]),
    [['Земля', 'Земля', 'T-1', null]],
  )
})

test('normalizes spaces in anchors, and distinguishes case only beyond Z', () => {
  const idsOf = (text: string) => [...html(text).matchAll(/class="mw-headline" id="([^"]*)"/g)].map(([, id]) => id)
  assert.deepEqual(idsOf('== &nbsp; A &nbsp; B ==\n== a_ _b =='), ['_A_B', 'a_b'])
  assert.deepEqual(idsOf('== Тест ==\n== тест ==\n== Test ==\n== test =='), ['Тест', 'тест', 'Test', 'test_2'])
  assert.match(html('==Underscore_between=='), /title="Change “Underscore between”"/)
})
