import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, editingWiki } from '../../editing/testing.ts'
import { SITE_INFO } from '../../open-wiki.ts'
import { moduleSite } from '../../wikitext/lua/testing/run-module.ts'

onEachEngine('scripts', open => {
  const openWiki = async (config: Parameters<typeof editingWiki>[1] = {}): Promise<EditingWiki> => {
    const store = await open()
    const value = JSON.stringify(moduleSite.info)
    await store.transaction(tx => tx.insertInto('site_setting').values({ key: SITE_INFO, value }).execute())
    const editing = await editingWiki(store, config)
    after(() => editing.services.threads.close())
    return editing
  }

  test('run on a thread, with pages read while they run', async () => {
    const { anonymous, runJobs } = await openWiki()
    await anonymous.edit(
      'Module:A',
      "local b = require('Module:B')\nreturn { f = function (frame) return b(frame) end }",
    )
    await anonymous.edit(
      'Module:B',
      "local c = require('Module:C')\nreturn function (frame) return c .. frame.args[1] end",
    )
    await anonymous.edit('Module:C', "return require('Module:D').x .. mw.loadData('Module:E').y")
    await anonymous.edit('Module:D', "return { x = 'd' .. mw.getCurrentFrame():expandTemplate{ title = 'T' } }")
    await anonymous.edit('Module:E', "return { y = 'e' .. mw.title.new('Only asked for').id }")
    await anonymous.edit('Template:T', '[[Linked]]')
    await anonymous.edit('Page', '{{#invoke:A|f|{{T}}}}')
    await runJobs()
    const { parse } = await anonymous.ask({ action: 'parse', page: 'Page', prop: 'text|links|templates|categories' })
    assert.match(parse.text, />d<a [^>]*>Linkede<\/a>0<a [^>]*>Linked<\/a>/)
    assert.match(parse.text, /Lua time usage: [\d.]+\/7 seconds\nLua memory usage: \d+\/52428800 bytes/)
    const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title).sort()
    assert.deepEqual(titles(parse.links), ['Linked', 'Only asked for'])
    const modules = ['Module:A', 'Module:B', 'Module:C', 'Module:D', 'Module:E', 'Template:T']
    assert.deepEqual(titles(parse.templates), modules)
    const { query } = await anonymous.ask({ action: 'query', prop: 'templates', titles: 'Page', tllimit: 'max' })
    assert.deepEqual(titles(query.pages[0].templates), modules)
  })

  test('show the new text after a module changes', async () => {
    const { anonymous } = await openWiki()
    const shown = async () =>
      (await anonymous.ask({ action: 'parse', page: 'Page', prop: 'text' })).parse.text as string
    await anonymous.edit('Module:A', "return { f = function () return require('Module:B').x end }")
    await anonymous.edit('Module:B', "return { x = 'before' }")
    await anonymous.edit('Page', '{{#invoke:A|f}}')
    assert.match(await shown(), /before/)
    await anonymous.edit('Module:B', "return { x = 'now' }")
    assert.match(await shown(), /now/)
  })

  test('are not saved with a syntax error', async () => {
    const { anonymous, textOf } = await openWiki()
    const answer = await anonymous.post({ action: 'edit', title: 'Module:A', text: 'return {\nlocal', token: '+\\' })
    assert.equal(answer.error.code, 'scribunto-lua-error-location')
    assert.match(answer.error.info, /^Lua error at line 2: unexpected symbol near 'local'\.$/)
    assert.equal(await textOf('Module:A'), undefined)
    await anonymous.edit('Module:A/doc', 'return {')
  })

  test('stop at their limits, and the page is shown all the same', async () => {
    const { anonymous } = await openWiki({ scriptSeconds: 1 })
    await anonymous.edit('Module:Loop', 'return { f = function () while true do end end }')
    const { parse } = await anonymous.ask({
      action: 'parse',
      text: "'''a''' {{#invoke:Loop|f}} [[b]]",
      prop: 'text|categories',
    })
    assert.match(parse.text, /<b>a<\/b> <strong class="error">.*The time allocated for running scripts has expired\./s)
    assert.match(parse.text, /title="B \(page does not exist\)"/)
    assert.equal(parse.categories[0].category, 'Pages_with_script_errors')
  })
})
