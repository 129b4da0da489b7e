// Conversion to variants as in MediaWiki 1.39.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Site } from '#wiki/site/site.ts'
import { Harvester } from '../harvest/harvest.ts'
import { renderPage } from '../html/render.ts'
import { ltgSite, testHost } from '../testing/test-host.ts'

const page = { ns: 0, dbkey: 'Ljubav' }

function serbian(): Site {
  const site = ltgSite()
  return { ...site, language: 'sr' }
}

const host = testHost({ site: serbian(), pages: { '0:Љубав_и_мир': 'x', '0:Foo': '' }, messages: {} })

function render(text: string, variant: string | null, wrapper = '') {
  return renderPage(host, page, text, { wrapper, variant, editSections: false })
}
const html = (text: string, variant: string | null): string => render(text, variant).html.trim()

test('converts a page to the requested variant', () => {
  assert.equal(html('Ljubav XIV', 'sr-ec'), '<p>Љубав XIV\n</p>')
  assert.equal(html('Љубав', 'sr-el'), '<p>Ljubav\n</p>')
  assert.equal(html('Љубав', 'sr-Latn'), '<p>Ljubav\n</p>')
  assert.equal(html('Ljubav', null), '<p>Ljubav\n</p>')
  assert.equal(html('Ljubav', 'fr'), '<p>Ljubav\n</p>')
})

test('keeps code, addresses, literal text and tags', () => {
  const text = '<code>lj</code> http://a.org/lj <nowiki>lj</nowiki> <b class="lj" title="džep">lj</b> &nbsp;'
  const shown = html(text, 'sr-ec')
  assert.match(shown, /^<p><code>lj<\/code> <a [^>]*href="http:\/\/a.org\/lj">http:\/\/a.org\/lj<\/a> lj /)
  assert.match(shown, /<b class="lj" title="џеп">љ<\/b> &#160;/)
})

test('applies rules', () => {
  const rules: Record<string, string> = {
    '-{ljuto}-': 'ljuto',
    '-{R|lj}-': 'lj',
    '-{sr-ec:а; sr-el:b}-': 'а',
    '-{x=>sr-ec:y; sr-el:b}-': 'y',
    '-{sr-el|lj}- lj': 'lj љ',
    '-{A|sr-ec:пас; sr-el:cuko}- cuko': 'пас пас',
    '-{H|sr-ec:пас; sr-el:cuko}-cuko': 'пас',
    '-{A|sr-ec:пас; sr-el:cuko}- -{-|sr-ec:пас; sr-el:cuko}-cuko': 'пас цуко',
    '-{N|sr-el}-': 'srpski (latinica)',
    '-{sr-ec:<i>а</i>; sr-el:b}-': '<i>а</i>',
  }
  for (const [text, expected] of Object.entries(rules)) assert.equal(html(text, 'sr-ec'), `<p>${expected}\n</p>`, text)
  assert.equal(html('-{sr-ec:а; sr-el:b}-', null), '<p>а\n</p>')
  assert.match(html('-{lj', 'sr-ec'), /<p>-\{љ/)
})

test('sets the title by a rule or converts it', () => {
  assert.deepEqual(render('x', 'sr-ec').rendering.variantTitle(), { html: 'Љубав', isWhole: false })
  const { rendering } = render('-{T|sr-ec:Наслов; sr-el:Naslov}-', 'sr-ec')
  assert.deepEqual(rendering.variantTitle(), { html: 'Наслов', isWhole: true })
})

test('converts nothing with __NOCONTENTCONVERT__, and in languages without variants', () => {
  const site = serbian()
  const words = { ...site.info, magicwords: site.info.magicwords }
  const plain = testHost({ site: { ...site, info: words, language: 'lv' }, messages: {} })
  const shown = renderPage(plain, page, 'lj -{lj}-', { wrapper: '', variant: 'sr-ec' }).html
  assert.equal(shown, '<p>lj -{lj}-\n</p>')
  assert.equal(html('lj __NOCONTENTCONVERT__', 'sr-ec'), '<p>lj \n</p>')
})

test('links a page whose title is in another variant', () => {
  assert.match(html('[[Ljubav i mir]]', null), /<a href="\/wiki\/%D0%89[^"]*" title="Љубав и мир">Ljubav i mir<\/a>/)
  assert.match(html('[[Љубав]]', null), /<a class="mw-selflink selflink">Љубав<\/a>/)
  const { links } = new Harvester(host).harvest(page, '[[Ljubav i mir]]')
  assert.deepEqual(links, [{ ns: 0, dbkey: 'Љубав_и_мир' }])
})

test('transcludes a template whose title is in another variant', () => {
  const wiki = testHost({ site: serbian(), pages: { '10:Кутија': 'y' }, messages: {} })
  assert.equal(renderPage(wiki, page, '{{Kutija}}', { wrapper: '' }).html, '<p>y\n</p>')
})

test('converts between scripts of any supported language with <langconvert>', () => {
  const convert = (attributes: string, text: string) =>
    renderPage(testHost(), page, `<langconvert ${attributes}>${text}</langconvert>`, { wrapper: '' }).html.trim()
  assert.equal(convert('from="sr-latn" to="sr-cyrl"', 'zdravo'), '<p>здраво\n</p>')
  assert.equal(convert('from="kk-cyrl" to="kk-latn"', 'Қазақстан'), '<p>Qazaqstan\n</p>')
  assert.equal(convert('from="kk-cyrl" to="kk-arab"', 'сөз, 12'), '<p>ٴسوز، ۱۲\n</p>')
  assert.equal(convert('from="crh-cyrl" to="crh-latn"', 'Къырымтатар тили'), '<p>Qırımtatar tili\n</p>')
  for (const attributes of ['', 'from="sr-latn" to="kk-cyrl"', 'from="en" to="en"'])
    assert.match(convert(attributes, 'x'), /<span class="error">/, attributes)
  assert.match(convert('from="zh-hans" to="zh-hant"', 'x'), /<kbd>parlance wiki import-conversion-tables<\/kbd>/)
})

test('lets no text into attributes', () => {
  for (const hostile of [
    '-{sr-ec:a [http://a.org/;sr-el:b x]}- " onmouseover=alert(1) <b>x</b>',
    '-{ [http://a.org/-{sr-ec:b;sr-el:x text}- " onmouseover="alert(1)" ] }-',
    '-{R|[http://a.org/}-x label" onmouseover="alert(1) z]',
    '<b title="-{A|sr-el:zxq;sr-ec:&lt;img src=x onerror=alert(1)&gt;}-">x</b> zxq',
    '-{H|sr-el:zxq;sr-ec:[http://a.org/;sr-el:q y]}- zxq" onmouseover=alert(1) <b>x</b>',
  ]) {
    for (const variant of ['sr-ec', 'sr-el']) {
      const tags = html(hostile, variant).replace(/="[^"]*"/g, '')
      assert.doesNotMatch(tags, /<[^>]* on[a-z]+|<img/, hostile)
    }
  }
})

test('ends for hostile rules', () => {
  for (const hostile of [
    '-{'.repeat(20_000),
    '-{}-'.repeat(20_000),
    `${'-{A|'.repeat(30)}x${'}-'.repeat(30)}`,
    `-{${';=>'.repeat(20_000)}}-`,
    `-{A|${'x'.repeat(50_000)}}-`,
    '<'.repeat(20_000),
    '<b title="'.repeat(5000),
    `-{sr-ec:a;${' '.repeat(200_000)}x}-`,
    `-{sr-ec:a;${';sr-ec'.repeat(20_000)}}-`,
  ]) {
    assert.equal(typeof html(hostile, 'sr-ec'), 'string')
  }
})
