import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherModelHtml } from './other-models.ts'

const reader = { language: 'en', message: (key: string) => `(${key})` }
const html = (model: string, text: string): string => otherModelHtml(model, text, reader)

test('scripts and styles are shown as they are written', () => {
  assert.equal(html('javascript', 'a<b && c'), '<pre class="mw-code mw-js" dir="ltr">\na&lt;b &amp;&amp; c\n</pre>\n')
  assert.equal(html('css', 'a { b: c }'), '<pre class="mw-code mw-css" dir="ltr">\na { b: c }\n</pre>\n')
  assert.equal(html('text', '<b>'), '&lt;b&gt;')
})

test('data is a table', () => {
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

test('data that is nested very deep', () => {
  const depth = 5000
  assert.ok(html('json', '['.repeat(depth) + ']'.repeat(depth)).startsWith('<table'))
})
