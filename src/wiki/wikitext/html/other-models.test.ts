import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withExtensions } from '../extensions/switched.ts'
import { Harvester } from '../harvest/harvest.ts'
import { ltgSite, testHost } from '../testing/test-host.ts'
import { otherModelHtml } from './other-models.ts'
import { renderPage } from './render.ts'

const reader = { language: 'en', message: (key: string) => `(${key})` }
const html = (model: string, text: string): string => otherModelHtml(model, text, reader)

test('shows scripts and styles as source', () => {
  assert.equal(html('javascript', 'a<b && c'), '<pre class="mw-code mw-js" dir="ltr">\na&lt;b &amp;&amp; c\n</pre>\n')
  assert.equal(html('css', 'a { b: c }'), '<pre class="mw-code mw-css" dir="ltr">\na { b: c }\n</pre>\n')
  assert.equal(html('text', '<b>'), '&lt;b&gt;')
})

test('shows JSON as a table', () => {
  assert.equal(
    html('json', '{"a":[1,"<x>"],"b":{}}'),
    '<table class="mw-json"><tbody><tr><th><span>a</span></th><td><table class="mw-json"><tbody>' +
      '<tr><td class="mw-json-value">1</td></tr>\n<tr><td class="mw-json-value">"&lt;x>"</td></tr></tbody></table></td></tr>' +
      '<tr><th><span>b</span></th><td><table class="mw-json"><tbody><tr><td class="mw-json-empty">' +
      '(content-json-empty-object)</td></tr></tbody></table></td></tr></tbody></table>',
  )
  assert.equal(
    html('json', 'null'),
    '<table class="mw-json mw-json-single-value"><tbody><tr><td>null</td></tr></tbody></table>',
  )
  assert.equal(html('json', '{'), '(invalid-json-data)')
})

test('only adds a limit report to parsed content', () => {
  const page = { ns: 0, dbkey: 'A' }
  const reports = (model: string) =>
    renderPage(testHost({}), page, '{}', { limitReport: true }, model).html.includes('NewPP limit report')
  const models = ['wikitext', 'css', 'javascript', 'json', 'text']
  assert.deepEqual(models.filter(reports), ['wikitext', 'css', 'javascript'])
})

test('limits deeply nested JSON', () => {
  const depth = 5000
  assert.ok(html('json', '['.repeat(depth) + ']'.repeat(depth)).startsWith('<table'))
})

test('shows the documentation of a module, or a link to write it', () => {
  const page = { ns: 828, dbkey: 'Sum' }
  const options = { editSections: false, wrapper: '', limitReport: false }
  const site = withExtensions(ltgSite(), ['-SyntaxHighlight'])
  const made = (pages: Record<string, string>) =>
    renderPage(testHost({ pages, site }), page, 'return 1', options, 'Scribunto')
  const source = "<pre class='mw-code mw-script' dir='ltr'>\nreturn 1\n</pre>"
  const without = made({})
  assert.match(
    without.html,
    /^<div lang="ltg" dir="ltr" class="mw-content-ltr">\n<p>.*Modulis:Sum\/doc.*<\/p>\n<\/div><pre/s,
  )
  assert.ok(without.html.includes(source))
  assert.equal(without.rendering.state.output.links.has(828, 'Sum/doc'), true)
  const documented = made({ '828:Sum/doc': 'It [[adds]].' })
  assert.match(documented.html, /<p>It <a [^>]*>adds<\/a>\.\n<\/p>\n<hr \/>\n<\/div>/)
  assert.ok(documented.html.includes(source))
  const { links, templates } = new Harvester(testHost({ pages: { '828:Sum/doc': 'It [[adds]].' } })).harvest(
    page,
    'return 1',
    'Scribunto',
  )
  assert.deepEqual(
    [links, templates].map(list => list.map(({ dbkey }) => dbkey)),
    [['Adds'], ['Sum/doc']],
  )
})
