import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileHost } from '../../testing/file-host.ts'
import { renderPage } from '../render.ts'
import recorded from './fixtures/images.json' with { type: 'json' }

const page = { ns: 0, dbkey: 'Foo' }
const options = { editSections: false, wrapper: '', limitReport: false }
const html = (wikitext: string) => renderPage(fileHost(), page, wikitext, options).html.trim()

test('renders images like MediaWiki', () => {
  for (const [wikitext, expected] of recorded as [string, string][]) assert.equal(html(wikitext), expected, wikitext)
})

test('records shown, missing and redirected files', () => {
  const text =
    '[[File:Anim.gif]] [[File:Ярлык.png|thumb]] [[File:Nothing.png]] [[File:Anim.gif|thumb=Globe.svg|link=Bar]]'
  const { output } = renderPage(fileHost(), page, text, options).rendering.state
  // Not Globe.svg: MediaWiki does not list stand-ins.
  assert.deepEqual([...output.images].sort(), ['Anim.gif', 'Corpus_red.png', 'Nothing.png', 'Ярлык.png'])
  assert.deepEqual(output.links.list(), [{ ns: 0, dbkey: 'Bar' }])
})

test('links a file that is not a picture, whatever the options', () => {
  const page = '/wiki/%D0%A4%D0%B0%D0%B9%D0%BB:Sound.ogg'
  const link = `<a href="${page}" title="Файл:Sound.ogg">Файл:Sound.ogg</a>`
  assert.equal(html('[[File:Sound.ogg|caption]] [[File:Sound.ogg|thumb|50px|link=Foo]]'), `<p>${link} ${link}\n</p>`)
})

test('prevents captions from escaping attributes', () => {
  const written = html('[[File:Anim.gif|" onerror="alert(1)|alt="><script>|class=" style="x|link=javascript:alert(1)]]')
  const link = '<a href="/wiki/Javascript:alert(1)" title="&quot; onerror=&quot;alert(1)">'
  assert.ok(written.includes(`${link}<img alt="&quot;&gt;&lt;script&gt;" src="/images/7/73/Anim.gif"`))
  assert.ok(written.includes(' class="&quot; style=&quot;x" /></a>'))
})

test('handles very many options, images and nested captions quickly', () => {
  const many = 50_000
  for (const hostile of [
    `[[File:Anim.gif${'|a'.repeat(many)}]]`,
    `[[File:Anim.gif${'|thumb=Anim.gif'.repeat(many)}]]`,
    `[[File:Anim.gif|${'<b>'.repeat(many)}|${'-{'.repeat(many)}|x]]`,
    '[[File:Anim.gif|thumb|'.repeat(2000),
    `[[File:Anim.gif|${'9'.repeat(many)}px|upright=${'9'.repeat(many)}|thumb]]`,
    '[[File:Anim.gif|10px]]'.repeat(5000),
  ]) {
    assert.equal(typeof html(hostile), 'string')
  }
})
