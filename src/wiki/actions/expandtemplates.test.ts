import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'

onEachEngine('action=expandtemplates', open => {
  let site: EditingWiki
  let ann: Editor
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    await ann.edit('Template:Greet', 'Hello {{{1|you}}}!<!-- inside -->')
  })
  const expand = async (params: Record<string, string | number>) =>
    (await ann.ask({ action: 'expandtemplates', ...params })).expandtemplates

  test('expands templates and parser functions and strips or keeps comments', async () => {
    const text = '{{Greet|Bob}} {{uc:{{PAGENAME}}}}<!-- c -->'
    assert.deepEqual(await expand({ text, title: 'Here', prop: 'wikitext' }), { wikitext: 'Hello Bob! HERE' })
    const kept = await expand({ text, prop: 'wikitext', includecomments: 1 })
    assert.equal(kept.wikitext, 'Hello Bob!<!-- inside --> API<!-- c -->')
  })

  test('returns only requested, non-empty fields', async () => {
    const text = '{{DEFAULTSORT:k}}{{#time:s}}'
    const all = await expand({ text, prop: 'properties|categories|volatile|ttl' })
    assert.deepEqual(all, { properties: { defaultsort: 'k' }, volatile: false, ttl: 1 })
    assert.deepEqual(await expand({ text: 'x', prop: '' }), [])
    assert.deepEqual(await expand({ text: '{{a|b}}', prop: 'parsetree' }), {
      parsetree: '<root><template><title>a</title><part><name index="1"/><value>b</value></part></template></root>',
    })
  })

  test('reports how long a date-dependent result is valid', async () => {
    const { ttl } = await expand({ text: '{{#time:j F Y}}', prop: 'ttl' })
    assert.ok(ttl > 0 && ttl <= 86_400, String(ttl))
    assert.deepEqual(await expand({ text: '{{#time:Y|2001-01-01}}', prop: 'ttl' }), [])
  })
})
