import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, editingWiki } from '../editing/testing.ts'

onEachEngine('action=parse', openStore => {
  let site: EditingWiki
  let first: { newrevid: number; pageid: number }
  before(async () => {
    site = await editingWiki(await openStore())
    const boss = await site.person('Boss', 'sysop')
    await boss.edit('Template:Box', '<b>{{{1|none}}}</b>[[Category:Boxes]]')
    await boss.edit('Category:Boxes', '__HIDDENCAT__')
    first = await boss.edit('Main', 'Old [[Elsewhere]]\n== One ==\ntext')
    await boss.edit('Main', 'New {{Box|x}} [[Elsewhere]] [[Category:Things|k]]\n== One ==\ntext http://a.example/b')
    await boss.edit('Way', '#REDIRECT [[Main#One]]')
    await boss.edit('Way to way', '#REDIRECT [[Way]]')
    await boss.edit('User:Boss/data.json', '{"a": 1}')
  })
  const ask = (params: Record<string, string | number>) =>
    site.anonymous.ask({ action: 'parse', disablelimitreport: 1, disableeditsection: 1, ...params })
  const parse = async (params: Record<string, string | number>) => (await ask(params)).parse
  const html = async (text: string, more: Record<string, string | number> = {}) =>
    (await parse({ title: 'X', text, prop: 'text', wrapoutputclass: '', ...more })).text
  const refusal = async (params: Record<string, string | number>) => (await ask(params)).error.code

  test('returns a page as HTML with its metadata', async () => {
    const answer = await parse({ page: 'Main' })
    assert.match(answer.text, /^<div class="mw-parser-output"><p>New <b>x<\/b> <a href="[^"]+" class="new" title="/)
    assert.match(answer.text, /<h2><span class="mw-headline" id="One">One<\/span><\/h2>\n<p>text <a rel="nofollow" /)
    assert.equal(answer.title, 'Main')
    assert.deepEqual(answer.categories, [
      { sortkey: '', category: 'Boxes', hidden: true },
      { sortkey: 'k', category: 'Things', missing: true },
    ])
    assert.deepEqual(answer.links, [{ ns: 0, title: 'Elsewhere', exists: false }])
    assert.deepEqual(answer.templates, [{ ns: 10, title: 'Template:Box', exists: true }])
    assert.deepEqual(answer.externallinks, ['http://a.example/b'])
    assert.deepEqual(answer.sections, [
      {
        toclevel: 1,
        level: '2',
        line: 'One',
        number: '1',
        index: '1',
        fromtitle: 'Main',
        byteoffset: 50,
        anchor: 'One',
      },
    ])
    assert.equal(answer.displaytitle, '<span class="mw-page-title-main">Main</span>')
  })

  test('parses an older revision, a section, a redirect', async () => {
    const old = await parse({ oldid: first.newrevid, prop: 'wikitext', section: 1 })
    assert.deepEqual(old, {
      title: 'Main',
      pageid: first.pageid,
      revid: first.newrevid,
      wikitext: '== One ==\ntext',
    })
    const way = await parse({ page: 'Way to way', redirects: 1, prop: 'revid' })
    assert.equal(way.title, 'Main')
    assert.deepEqual(way.redirects, [
      { from: 'Way to way', to: 'Way' },
      { from: 'Way', to: 'Main', tofragment: 'One' },
    ])
    const shown = await parse({ page: 'Way', prop: 'text' })
    assert.match(shown.text, /<div class="redirectMsg">.*<a href="[^"]*Main#One" title="Main">Main#One<\/a>/)
  })

  test('parses text sent with the request', async () => {
    assert.equal(await html("''a''"), '<p><i>a</i>\n</p>')
    assert.equal(await html('{{PAGENAME}} {{REVISIONID}}', { title: 'Talk:Y' }), '<p>Y \n</p>')
    assert.equal(await html('{{REVISIONID}}', { revid: first.newrevid, title: 'Main' }), `<p>${first.newrevid}\n</p>`)
    assert.match(
      await html('a<b', { title: 'User:Boss/x.css' }),
      /^<div class="mw-highlight mw-highlight-lang-css mw-content-ltr mw-highlight-lines" dir="ltr"><pre>.*id="L-1".*&lt;/,
    )
    assert.match((await parse({ page: 'User:Boss/data.json', prop: 'text' })).text, /<table class="mw-json">/)
    assert.match(await html('a', { section: 'new', sectiontitle: 'T' }), /id="T">T<\/span><\/h2>\n<p>a\n<\/p>$/)
    assert.match(await html('a', { disablelimitreport: '' }), /^<p>a\n<\/p>$/)
    const warned = await ask({ text: 'a', prop: '' })
    assert.match(warned.warnings.parse.warnings, /assuming wikitext/)
  })

  test('applies the pre-save transform to a text and a summary', async () => {
    const saved = await parse({ title: 'X', text: '{{subst:Box|y}} ~~~', onlypst: 1 })
    assert.match(saved.text, /^<b>y<\/b>\[\[Category:Boxes\]\] \[\[/)
    const both = await parse({ title: 'X', text: '{{subst:Box}}', pst: 1, prop: 'wikitext' })
    assert.equal(both.wikitext, '{{subst:Box}}')
    assert.equal(both.psttext, '<b>none</b>[[Category:Boxes]]')
    const { parsedsummary } = await parse({ title: 'Main', summary: '/* One */ [[Main]]', prop: '' })
    assert.match(parsedsummary, /class="autocomment"><a href="[^"]*Main#One" title="Main">.*<\/span> <a href="/)
  })

  test('reports what cannot be parsed', async () => {
    assert.equal(await refusal({ page: 'None' }), 'missingtitle')
    assert.equal(await refusal({ page: '[[' }), 'invalidtitle')
    assert.equal(await refusal({ page: 'Special:Version' }), 'pagecannotexist')
    assert.equal(await refusal({ pageid: 9999 }), 'nosuchpageid')
    assert.equal(await refusal({ oldid: 9999 }), 'nosuchrevid')
    assert.equal(await refusal({ page: 'Main', text: 'x' }), 'invalidparammix')
    assert.equal(await refusal({ page: 'Main', title: 'x' }), 'invalidparammix')
    assert.equal(await refusal({ page: 'Main', section: 'new' }), 'invalidparammix')
    assert.equal(await refusal({ page: 'Main', section: 9 }), 'nosuchsection')
    assert.equal(await refusal({ page: 'Main', section: 'x' }), 'invalidsection')
    assert.equal(await refusal({ page: 'User:Boss/data.json', section: 1 }), 'nosuchsection')
    assert.equal(await refusal({ page: 'User:Boss/data.json', prop: 'parsetree' }), 'notwikitext')
    assert.equal(await refusal({ title: 'X', text: 'x'.repeat(2048 * 1024 + 1) }), 'contenttoobig')
    assert.equal(await refusal({ title: 'X', text: 'x', contentformat: 'text/css' }), 'badformat-generic')
  })

  test('rvparse returns the same HTML', async () => {
    const query = { action: 'query', prop: 'revisions', titles: 'Main', rvprop: 'content', rvparse: 1 }
    const { revisions } = (await site.anonymous.ask(query)).query.pages[0]
    const { text } = (await site.anonymous.ask({ action: 'parse', page: 'Main', prop: 'text', disablelimitreport: 1 }))
      .parse
    assert.equal(revisions[0].content, text)
  })

  test('{{int:}} follows uselang wherever texts are expanded', async () => {
    const boss = await site.person('Linguist', 'sysop')
    await boss.edit('MediaWiki:Greeting', 'Hello')
    await boss.edit('MediaWiki:Greeting/de', 'Hallo')
    await boss.edit('MediaWiki:Untranslated', 'as it is')
    await boss.edit('Template:Greet', '{{int:greeting}}, {{int:untranslated}}')
    await boss.edit('Welcome', '{{greet}}')
    const said: Record<string, string[]> = {}
    // English comes twice: the parser cache must not serve another reader's language.
    for (const uselang of ['en', 'de', 'fr', 'en']) {
      const ask = (params: Record<string, string | number>) => site.anonymous.ask({ uselang, ...params })
      const revision = async (how: string) =>
        (await ask({ action: 'query', prop: 'revisions', titles: 'Welcome', rvprop: 'content', [how]: 1 })).query
          .pages[0].revisions[0].content
      const expanded = await ask({ action: 'expandtemplates', text: '{{greet}}', prop: 'wikitext' })
      const texts = [
        await html('{{greet}}', { uselang }),
        (await parse({ page: 'Welcome', prop: 'text', uselang })).text,
        ...[expanded.expandtemplates.wikitext, await revision('rvparse'), await revision('rvexpandtemplates')],
      ]
      said[uselang] = texts.map(text => /H\w+, [a-z ]+/.exec(text)?.[0] ?? text)
    }
    assert.deepEqual(said, {
      en: Array(5).fill('Hello, as it is'),
      de: Array(5).fill('Hallo, as it is'),
      fr: Array(5).fill('Hello, as it is'),
    })
  })

  test('returns properties as a list in format version 1', async () => {
    const text = '__NOTOC__{{DEFAULTSORT:k}}'
    const older = await parse({ title: 'X', text, prop: 'properties', formatversion: 1 })
    assert.deepEqual(older.properties, [
      { name: 'defaultsort', '*': 'k' },
      { name: 'notoc', '*': '' },
    ])
  })
})
