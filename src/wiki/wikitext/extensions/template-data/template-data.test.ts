import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileMarkup, isHarmful, show } from '../testing/render.ts'

const template = { ns: 10, dbkey: 'Box' }
const page = (json: string) => show(`<templatedata>${json}</templatedata>`, {}, template)

test('documents parameters and keeps them as a property', () => {
  const json =
    '{"description": {"en": "A box"}, "params": {"1": {"label": "Text", "required": true, "aliases": ["text"]}, "old": {"deprecated": true, "default": "x", "type": "line"}}}'
  const { html, categories, rendered } = page(json)
  assert.match(html, /<section class="mw-templatedata-doc-wrap"><header><p class="mw-templatedata-doc-desc">A box<\/p>/)
  assert.match(
    html,
    /<th>Text<\/th><td class="mw-templatedata-doc-param-name"><code>1<\/code> <code>text<\/code><\/td>/,
  )
  assert.match(html, /mw-templatedata-doc-param-status-required">required/)
  assert.match(html, /<dt>Default<\/dt><dd>x<\/dd>/)
  assert.deepEqual(categories, ['Templates_with_TemplateData'])
  assert.equal(rendered.rendering.state.output.properties.get('templatedata'), JSON.stringify(JSON.parse(json)))
})

test('names what is wrong', () => {
  for (const [json, words] of [
    ['{', 'Syntax error in JSON.'],
    ['[]', 'of type &quot;object&quot;'],
    ['{}', 'Required property &quot;params&quot; not found.'],
    ['{"params": {"a": 1}}', 'Property &quot;params.a&quot;'],
    ['{"params": {"a": {"type": "odd"}}}', 'Invalid value for property &quot;params.a.type&quot;'],
    ['{"params": {}, "paramOrder": ["x"]}', 'paramOrder'],
    ['{"params": {"a": {"inherits": "b"}}}', 'params.b'],
    ['{"params": {}, "format": "odd"}', 'Invalid value for property &quot;format&quot;'],
  ] as const) {
    const { html, categories, rendered } = page(json)
    assert.ok(html.includes(words), `${json}: ${html}`)
    assert.deepEqual(categories, ['Pages_with_invalid_TemplateData'])
    assert.equal(rendered.rendering.state.output.properties.has('templatedata'), false)
  }
})

test('lets no markup through and ends for hostile data', () => {
  for (const markup of hostileMarkup) {
    const text = JSON.stringify(markup)
    assert.equal(
      isHarmful(page(`{"description": ${text}, "params": {${text}: {"label": ${text}, "example": ${text}}}}`).html),
      false,
    )
    assert.equal(isHarmful(page(markup).html), false)
  }
  for (const json of [
    '['.repeat(50_000),
    `{"params": {${Array.from({ length: 3000 }, (_, at) => `"${at}": {}`).join()}}}`,
    `{"params": {"__proto__": {"x": 1}, "constructor": {}}}`,
  ])
    assert.equal(typeof page(json).html, 'string')
})
