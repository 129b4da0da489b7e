// Small details of MediaWiki 1.39's output, each checked against one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Harvester } from '../harvest/harvest.ts'
import type { WikitextHost } from '../host.ts'
import { ltgSite, testHost } from '../testing/test-host.ts'
import { renderPage } from './render.ts'

const page = { ns: 0, dbkey: 'Ola' }
const withHost = (overrides: Partial<WikitextHost>): WikitextHost => ({ ...testHost(), ...overrides })
const render = (text: string, host = testHost()) => renderPage(host, page, text, { wrapper: '' })
const html = (text: string, host = testHost()): string => render(text, host).html

test('encodes a space in the host of a URL as a form does', () => {
  assert.match(html('[http://&#x20;example.org x]'), /href="http:\/\/\+example\.org"/)
})

test('formats quotes in the name of a missing file', () => {
  assert.match(html("[[File:It ''is''.jpg]]"), />[^<>]*:It <i>is<\/i>\.jpg<\/a>/)
})

test('continues italics from the name of a missing file in its line', () => {
  assert.match(html("[[File:It''is.jpg]] b\nc"), />[^<>]*:It<i>is\.jpg<\/i><\/a><i> b<\/i>\nc/)
  assert.match(html("[[Media:It''is.jpg]] b"), />Media:It<i>is\.jpg<\/i><\/a><i> b<\/i>/)
})

test('warns about a second display title', () => {
  const messages = { 'duplicate-displaytitle': '$2 for $1' }
  const shown = (text: string) => html(text, testHost({ messages }))
  assert.match(shown("{{DISPLAYTITLE:''Ola''}}{{DISPLAYTITLE:ola}}"), />ola for &#60;i&#62;Ola&#60;\/i&#62;</)
  assert.equal(shown('{{DISPLAYTITLE:ola}}{{DISPLAYTITLE:ola}}{{DISPLAYTITLE:Ola|noerror}}'), '')
  assert.equal(
    render('{{DISPLAYTITLE:ola}}{{DISPLAYTITLE:Ola|noreplace}}').rendering.state.output.properties.get('displaytitle'),
    'ola',
  )
})

test('escapes percent signs in links of the table of contents', () => {
  assert.match(html('== 5%20a ==\n__FORCETOC__'), /<a href="#5%2520a">.* id="5%20a"/s)
})

test('writes codes of languages without a name in the case of tags', () => {
  assert.equal(html('{{#language:qq-latn-de}} {{#language:xx-yy}}'), '<p>qq-Latn-DE xx-YY\n</p>')
})

test('writes tags without a name as text', () => {
  assert.equal(html('{{#tag:|a|b=c}}'), '<p>&lt; b="c"&gt;a&lt;/&gt;\n</p>')
})

test('shows errors of dates out of range', () => {
  const error = (text: string) =>
    html(`x ${text}`, silent)
      .replace(/<[^<>]*>/g, '')
      .trim()
  assert.equal(error('{{#time:Y|0000-00-00}}'), 'x Error: #time only supports years from 0.')
  assert.equal(error('{{#time:Y|9999-12-31 +1 day}}'), 'x Error: #time only supports years up to 9999.')
  const many = Array.from({ length: 61 }, (_, i) => `{{#time:"${'x'.repeat(98)}"|@${i}}}`)
  assert.match(error(many.join('') + many[0]), /xError: Too many #time calls\.x+$/)
})

test('takes infinite results of #ifexpr as true', () => {
  assert.equal(html('{{#ifexpr:1e400|y|n}}{{#ifexpr:-0|y|n}}'), '<p>yn\n</p>')
})

test('keeps line breaks in attributes as references', () => {
  assert.equal(html('<pre dir="&#10;">x</pre>'), '<pre dir="&#10;">x</pre>')
  assert.match(html('== a<nowiki>\n</nowiki>b =='), / title="[^"]*a&#10;b">/)
})

test('keeps carriage returns', () => {
  assert.equal(html('a\rb'), '<p>a\rb\n</p>')
})

test('keeps no-break spaces in the tooltips of section links', () => {
  assert.match(html('== Why ? =='), / title="[^"]*Why\u00a0\?">/)
})

test('marks the section links of a redirect', () => {
  const host = withHost({ linkState: () => 'redirect' })
  assert.match(html('== a ==', host), /section=1" class="mw-redirect" title="/)
})

test('links the page of a file that redirects to a missing one', () => {
  const host = withHost({ fileRedirect: () => 'Missing.jpg' })
  assert.match(html('[[File:Old.jpg]]', host), /<a href="\/wiki\/[^"?]*:Old\.jpg" class="mw-redirect" title="/)
})

test('follows file redirects in #ifexist, and lists the file that is shown', () => {
  const host = withHost({
    fileRedirect: dbkey => (dbkey === 'Old.jpg' ? 'New.jpg' : null),
    fileExists: k => k === 'New.jpg',
  })
  const { rendering, html: shown } = renderPage(
    host,
    page,
    '{{#ifexist:Media:Old.jpg|y|n}}{{#ifexist:Media:No.jpg|y|n}}',
  )
  assert.match(shown, />yn\n</)
  assert.deepEqual([...rendering.state.output.images], ['New.jpg', 'No.jpg'])
})

test('does not list the file that stands in for a thumbnail', () => {
  const { rendering } = renderPage(withHost({}), page, '[[File:A.jpg|thumb=B.jpg]]')
  assert.deepEqual([...rendering.state.output.images], ['A.jpg'])
})

test('keeps only the direction of spans in the table of contents', () => {
  const contents = html('== <span dir="rtl" class="x">a</span> ==\n== <span class="x">b</span> ==\n__FORCETOC__')
  assert.match(contents, /<span class="toctext"><span dir="rtl">a<\/span><\/span>/)
  assert.match(contents, /<span class="toctext"><span>b<\/span><\/span>/)
})

test('counts headings of interface messages as sections of the page', () => {
  const host = testHost({ messages: { box: '== In a message ==' } })
  assert.match(html('{{int:box}}', host), /section=1"/)
})

test('escapes percent signs in anchors only before hexadecimal digits', () => {
  assert.equal(html('{{anchorencode:50% a%3Ab}}'), '<p>50%_a%253Ab\n</p>')
})

test('escapes numbers in page names only where they become links', () => {
  const named = (host: WikitextHost) =>
    renderPage(host, { ns: 0, dbkey: 'RFC_12' }, '{{PAGENAME}}', { wrapper: '' }).html
  assert.equal(named(testHost()), '<p>RFC 12\n</p>')
  const site = ltgSite()
  const general = { ...site.info.general, magiclinks: { RFC: true } }
  assert.equal(named(testHost({ site: { ...site, info: { ...site.info, general } } })), '<p>RFC&#32;12\n</p>')
})

test('writes the time as the language does', () => {
  assert.equal(html('{{CURRENTTIME}}'), '<p>00.00\n</p>')
})

test('reports the saved revision while the text of the page is unsaved', () => {
  const facts = { pageId: 4, revisionId: 9, timestamp: Date.UTC(2020, 1, 3), user: 'Ann', size: 5 }
  const unsaved = { ...page, revision: { ...facts, revisionId: 0, timestamp: Date.UTC(2026, 0, 1), user: 'Bob' } }
  const shown = (host: WikitextHost) => {
    const { html, rendering } = renderPage(host, unsaved, '{{REVISIONYEAR:Ola}} {{REVISIONUSER:Ola}}', { wrapper: '' })
    return [html, rendering.state.output.templates.has(0, 'Ola')]
  }
  assert.deepEqual(shown(withHost({ revision: () => facts })), ['<p>2020 Ann\n</p>', true])
  assert.deepEqual(shown(withHost({ revision: () => null })), ['', true])
})

test('reorders dates in every order, before and after Christ', () => {
  const dates: Record<string, string> = {
    '{{#formatdate:3 March 2001|mdy}}': '2001-03-03 March 3, 2001',
    '{{#formatdate:March 3|dmy}}': '03-03 3 March',
    '{{#formatdate:2001, 03 March|ymd}}': '2001-03-03 2001 March 03',
    '{{#formatdate:15 March 44 BC|ISO 8601}}': '-0043-03-15 -0043-03-15',
    '{{#formatdate:-0043-03-15|dmy}}': '-0043-03-15 15 March 44 BC',
    '{{#formatdate:0090-01-02|mdy}}': '0090-01-02 January 2, 90',
    '{{#formatdate:2001-03-03}}': '2001-03-03 2001-03-03',
  }
  for (const [text, expected] of Object.entries(dates)) {
    const match = /title="([^"]*)">([^<]*)</.exec(html(text, testHost({ messages: {} })))
    assert.equal(match && `${match[1]} ${match[2]}`, expected, text)
  }
  for (const text of ['mar. 3', '2001-13-03', 'Marchx 3']) {
    assert.equal(html(`{{#formatdate:${text}|dmy}}`, testHost({ messages: {} })), `<p>${text}\n</p>`)
  }
})

test('tracks pages that format text as a number', () => {
  const messages = { 'nonnumeric-formatnum': 'No numbers' }
  const tracked = (text: string) =>
    render(text, testHost({ messages })).rendering.state.output.categories.has('No_numbers')
  assert.ok(tracked('{{formatnum:1,234}}'))
  assert.ok(!tracked('{{formatnum:1234.5}}{{formatnum:1,234|R}}'))
})

const silent = testHost({ messages: {} })

test('shows footnote errors in the words of Cite without imported messages', () => {
  const { html, rendering } = render('a<ref name="7">x</ref>', silent)
  assert.match(html, />Cite error: Invalid <code>&lt;ref&gt;<\/code> tag; name cannot be a simple integer\. Use /)
  const category = 'Pages_with_reference_errors'
  assert.ok(rendering.state.output.categories.has(category))
  const { categories } = new Harvester(silent).harvest(page, 'a<ref name="7">x</ref>')
  assert.ok(JSON.stringify(categories).includes(category))
})

test('reports a list of notes inside another one', () => {
  const nested = '<ref name="a" />{{#tag:references|<references><ref name="a">b</ref></references>}}'
  assert.match(html(nested, silent), />Cite error: Closing tag missing for <code>&lt;references&gt;<\/code><\/span>/)
})

test('records pages with notes that extend others', () => {
  const text = '<ref name="a">b</ref><ref extends="a">c</ref>'
  assert.equal(render(text, silent).rendering.state.output.properties.get('ref-extends'), '')
  assert.equal(new Harvester(silent).harvest(page, text).properties['ref-extends'], '')
})

test('notes may mention others inside of their own tags', () => {
  const inside = html('<ref>See <b>this <ref name="x"/></b> and <!-- <ref> --> more.</ref>', silent)
  assert.doesNotMatch(inside, /Closing <code>&lt;\/ref&gt;<\/code> missing/)
  assert.match(html('<ref>no end <ref>second</ref>', silent), /Closing <code>&lt;\/ref&gt;<\/code> missing/)
  const many = `<ref>${'<b '.repeat(20_000)}${'<ref '.repeat(20_000)}</ref>`
  assert.equal(typeof html(many, silent), 'string')
})

test('leaves marks of writing direction out of section names', () => {
  assert.match(html('== \u202aleft\u202c\u200e =='), /<h2><span class="mw-headline" id="left">/)
})

test('keeps the comment that replaced a style', () => {
  assert.match(html('{|<ul rowspan="2" style="background:url(x)">\n|a\n|}'), /<table style="\/\* insecure input \*\/">/)
  assert.match(html('<b style="/* why */">x</b>'), /<b style="\/\* why \*\/">/)
  assert.match(html('<b style="/* why */ color:red">x</b>'), /<b style=" {2}color:red">/)
})

test('takes only letters of ASCII for single letters before an apostrophe', () => {
  assert.equal(html("'''''x''' y zz'''"), "<p><b><i>x'</i> y zz</b>\n</p>")
  assert.equal(html("'''''x''' y'''"), "<p><i><b>x</b> y'</i>\n</p>")
  assert.equal(html("'''''x''' я'''"), "<p><b><i>x'</i> я</b>\n</p>")
})

test('removes characters that nobody sees from the hosts of addresses', () => {
  assert.match(html('[http://a\u202ab\u2066.example/\u202a x]'), /href="http:\/\/ab\.example\/\u202a"/)
})

test('an empty class of preformatted text is no attribute', () => {
  assert.equal(html('<pre class id="a">x</pre>'), '<pre id="a">x</pre>')
})

test('includes a redirect that leads nowhere', () => {
  const pages = {
    '10:Lost': '#REDIRECT [[Nowhere]] kept',
    '10:Found': '#REDIRECT [[Template:Goal]]',
    '10:Goal': 'goal',
  }
  assert.match(html('{{Lost}}', testHost({ pages })), /REDIRECT <a [^>]*>Nowhere<\/a> kept/)
  assert.match(html('{{Found}}', testHost({ pages })), /goal/)
})
