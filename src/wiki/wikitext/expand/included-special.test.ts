// Special page lists, interface messages and tag attributes in texts, as expanded by MediaWiki 1.39.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { siteFromInfo } from '#wiki/site/site.ts'
import { renderPage } from '../html/render.ts'
import { testHost } from '../testing/test-host.ts'
import { expandWikitext } from './expand-wikitext.ts'

const page = { ns: 0, dbkey: 'Foo' }
const options = { editSections: false, wrapper: '', limitReport: false }
const pages = {
  '0:Diary/1': 'one',
  '0:Diary/2': 'two',
  '0:Diary/old': '#REDIRECT [[Diary/1]]',
  '4:Diary/3': 'three',
  '10:One': '{{Special:PrefixIndex/Diary/1}}',
}
const info = JSON.parse(readFileSync(new URL('../../site/fixtures/site-ltg.json', import.meta.url), 'utf8'))
info.specialpagealiases.push(
  { realname: 'Prefixindex', aliases: ['PrefixIndex'] },
  { realname: 'Watchlist', aliases: ['Watchlist'] },
)
const host = testHost({ pages, site: siteFromInfo(info) })
const html = (text: string): string => renderPage(host, page, text, options).html.trim()

test('lists pages by prefix', () => {
  assert.equal(
    html('{{Special:Prefixindex/Diary/|hideredirects=1|stripprefix=1}}'),
    '<ul class="mw-prefixindex-list"><li><a href="/wiki/Diary/1" title="Diary/1">1</a></li>\n<li><a href="/wiki/Diary/2" title="Diary/2">2</a></li>\n</ul>',
  )
  assert.equal(
    html('{{special:prefixindex/Diary/}}'),
    '<div class="mw-prefixindex-body"><ul class="mw-prefixindex-list"><li><a href="/wiki/Diary/1" title="Diary/1">Diary/1</a></li>\n<li><a href="/wiki/Diary/2" title="Diary/2">Diary/2</a></li>\n<li><div class="allpagesredirect"><a href="/wiki/Diary/old" class="mw-redirect" title="Diary/old">Diary/old</a></div></li>\n</ul></div>',
  )
  assert.match(
    html('{{Special:PrefixIndex|prefix=Diary|namespace=4}}'),
    /^<ul[^>]*><li><a [^>]*>Diary\/3<\/a><\/li>\n<\/ul>$/,
  )
  assert.match(html('{{One}}'), /^<ul[^>]*><li><a href="\/wiki\/Diary\/1"/)
  assert.equal(html('{{Special:PrefixIndex/Nothing begins so}}'), '')
})

test('links special pages that cannot be transcluded, and all of them outside HTML', () => {
  assert.equal(expandWikitext(page, '{{Special:PrefixIndex/Diary}}', host), '[[:Seviškuo:PrefixIndex/Diary]]')
  assert.match(html('{{Special:Watchlist}}'), /^<p><a href=/)
})

test('transcludes interface messages by name', () => {
  const speaking = testHost({ pages: { '8:Own': 'our own' }, messages: { history_short: 'Past', own: 'shipped' } })
  assert.equal(expandWikitext(page, '{{MediaWiki:History short}} {{MediaWiki:own}}', speaking), 'Past our own')
})

test('treats braces in tag attributes as text', () => {
  const { rendering } = renderPage(host, page, '<pre dir="{{One}}">a</pre>', options)
  assert.equal(html('<pre dir="{{One}}">a</pre>'), '<pre dir="{{One}}">a</pre>')
  assert.equal(rendering.state.output.templates.has(10, 'One'), false)
})

test('links an empty target to the article path', () => {
  assert.equal(
    html('[[#]] [[#|b]] [[#a]]'),
    '<p><a href="/wiki/">#</a> <a href="/wiki/">b</a> <a href="#a">#a</a>\n</p>',
  )
})

test('reports no page size for an unsaved text', () => {
  const saved = { pageId: 1, revisionId: 5, timestamp: 0, user: 'A', size: 7 }
  const known = { ...host, revision: () => saved }
  const unsaved = { ...page, revision: { ...saved, revisionId: 0, size: 99 } }
  assert.equal(expandWikitext(unsaved, '{{PAGESIZE:Foo}} {{REVISIONSIZE}}', known), '7 99')
  assert.equal(expandWikitext({ ...page, revision: { ...saved, size: 8 } }, '{{PAGESIZE:Foo}}', known), '8')
})
