// Links as recorded from MediaWiki 1.39, with our own message for missing pages.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { siteFromInfo } from '#wiki/site/site.ts'
import { Harvester } from '../../harvest/harvest.ts'
import { ruSite, testHost } from '../../testing/test-host.ts'
import { renderPage } from '../render.ts'

interface Recorded {
  readonly pairs: readonly [wikitext: string, html: string][]
  readonly subpages: readonly [wikitext: string, html: string][]
}

const recorded: Recorded = JSON.parse(readFileSync(new URL('fixtures/links.json', import.meta.url), 'utf8'))
const host = testHost({
  site: ruSite(),
  pages: { '0:Марс': '', '0:Земля': '', '0:Mars': '#REDIRECT [[Марс]]', '14:Планеты': '' },
  messages: { 'red-link-title': '$1 (missing)' },
})
const wiki = {
  ...host,
  linkState: (ns: number, dbkey: string) =>
    dbkey === 'Mars' ? 'redirect' : host.pageExists(ns, dbkey) ? 'exists' : 'missing',
} as const

const html = (ns: number, dbkey: string, text: string): string =>
  renderPage(wiki, { ns, dbkey }, text, { wrapper: '' }).html

test('links', () => {
  for (const [wikitext, expected] of recorded.pairs) assert.equal(html(0, 'Марс', wikitext), expected, wikitext)
})

test('links relative to the page', () => {
  for (const [wikitext, expected] of recorded.subpages) assert.equal(html(2, 'X/y', wikitext), expected, wikitext)
})

test('converts ISBN, RFC and PMID numbers if the wiki enables them', () => {
  const site = ruSite()
  const general = { ...site.info.general, magiclinks: { ISBN: true, RFC: true, PMID: false } }
  const own = { ...wiki, site: { ...site, info: { ...site.info, general } }, message: () => 'https://rfc.example/$1' }
  const text = 'RFC 12 PMID 3 ISBN 978-3-16-148410-0'
  const page = renderPage(own, { ns: 0, dbkey: 'X' }, text, { wrapper: '' }).html
  assert.match(page, /<a class="external mw-magiclink-rfc" rel="nofollow" href="https:\/\/rfc.example\/12">RFC 12<\/a>/)
  assert.match(page, / PMID 3 /)
  assert.match(page, /\/9783161484100" class="internal mw-magiclink-isbn">ISBN 978-3-16-148410-0<\/a>/)
  const spaced = renderPage(own, { ns: 0, dbkey: 'X' }, 'RFC &nbsp; 12 ISBN  0&#160;306 40615&nbsp;2', {
    wrapper: '',
  }).html
  assert.match(spaced, />RFC 12<\/a> <a [^>]*>ISBN 0 306 40615 2<\/a>/)
})

test('names places on other wikis in the way of those wikis', () => {
  const local = siteFromInfo({
    ...ruSite().info,
    interwikimap: [
      { prefix: 'sister', url: 'https://sister.example/$1', local: true },
      { prefix: 'far', url: 'https://far.example/find?$1' },
    ],
  })
  const shown = (text: string) =>
    renderPage({ ...wiki, site: local }, { ns: 0, dbkey: 'X' }, text, { wrapper: '' }).html
  assert.match(shown('[[sister:Page#a/b ä]]'), /href="https:\/\/sister.example\/Page#a\/b_ä"/)
  assert.match(shown('[[far:Page#a/b ä]]'), /href="https:\/\/far.example\/find\?Page#a.2Fb_.C3.A4"/)
  assert.match(shown('[[far:|far]]'), /href="https:\/\/far.example\/find"/)
})

test('tracks pages with numbers that become links', () => {
  const site = ruSite()
  const general = { ...site.info.general, magiclinks: { ISBN: true, RFC: true, PMID: false } }
  const messages = {
    'magiclink-tracking-isbn': 'Books',
    'magiclink-tracking-rfc': 'Papers',
    'magiclink-tracking-pmid': 'Articles',
  }
  const own = testHost({ site: { ...site, info: { ...site.info, general } }, messages })
  const categoriesOf = (text: string) => {
    const page = { ns: 0, dbkey: 'X' }
    const shown = renderPage(own, page, text)
      .rendering.state.output.found()
      .categories.map(({ dbkey }) => dbkey)
    assert.deepEqual(
      new Harvester(own).harvest(page, text).categories.map(({ dbkey }) => dbkey),
      shown,
    )
    return shown
  }
  assert.deepEqual(categoriesOf('RFC 12, PMID 3'), ['Papers'])
  assert.deepEqual(categoriesOf('ISBN&nbsp;978-3-16-148410-0'), ['Books'])
  assert.deepEqual(categoriesOf('<nowiki>RFC 1</nowiki> [[Page|RFC 2]] [https://example.org RFC 3] [[RFC 4]]'), [])
  assert.deepEqual(categoriesOf('<span title="RFC 5">https://example.org/RFC 6</span> XRFC 7'), [])
})
