// InputBox, CharInsert, Tabber, ImageMap, PortableInfobox, CategoryTree, and extensions shown as source.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteFromInfo } from '#wiki/site/site.ts'
import { hostileMarkup, isHarmful, show } from './testing/render.ts'

test('makes search and creation forms', () => {
  const search = show('<inputbox>\ntype=search\nplaceholder=Find {{PAGENAME}}\nwidth=20\n</inputbox>').html
  assert.match(
    search,
    /^<div class="mw-inputbox-centered" style=""><form name="searchbox" class="searchbox" action="\/wiki\/Special:Search">/,
  )
  assert.match(
    search,
    /<input class="mw-inputbox-input [^"]*" name="search" placeholder="Find Foo" size="20" dir="ltr"/,
  )
  const create = show('<inputbox>\ntype=create\npreload=Template:New\nbreak=no\nbuttonlabel=Start\n</inputbox>').html
  assert.match(
    create,
    /action="\/index.php" method="get">.*value="edit" name="action".*value="Template:New" name="preload".*value="Start"/,
  )
  for (const type of ['search2', 'fulltext', 'comment', 'commenttitle', 'move'])
    assert.match(show(`<inputbox>\ntype=${type}\n</inputbox>`).html, /<form /, type)
  assert.match(show('<inputbox>type=odd</inputbox>').html, /The type "?&quot;?odd|odd/)
})

test('gives forms the options of input boxes', () => {
  const box = (...lines: string[]) => show(`<inputbox>\n${lines.join('\n')}\n</inputbox>`).html
  const create = box(
    'type=create',
    'default=Trip to &Auml;gypt',
    'preloadparams[]=one',
    'preloadparams[]=two',
    'hidden=yes',
    'bgcolor=#ffe',
    'dir=rtl',
    'id=own box',
  )
  assert.match(create, /style="background-color: #ffe;"><form name="createbox" [^>]*id="own_box">/)
  assert.match(
    create,
    /value="one" name="preloadparams\[\]" \/><input type="hidden" value="two" name="preloadparams\[\]"/,
  )
  assert.match(create, /<input type="hidden" name="title" [^>]*value="Trip to Ägypt" [^>]*dir="rtl"/)
  assert.match(
    box('type=create', 'hidden=1', 'preload=X', 'default=User:A/b.js'),
    /<input name="title"[^>]* required=""/,
  )
  assert.doesNotMatch(box('type=search', 'bgcolor=red;x:y'), /background/)
  const places = box('type=search', 'namespaces=Main**,Help,Nowhere')
  assert.match(places, /<input type="checkbox" name="ns0" [^>]*checked="checked" \/><label for="[^"]+">Main<\/label>/)
  assert.match(places, /name="ns12"[^>]*\/><label [^>]*>Help<\/label>/)
  assert.doesNotMatch(places, /Nowhere|name="go"/)
  assert.match(
    box('type=search2', "labeltext=Find ''it''", 'id=f'),
    /<label for="bodySearchInputf">Find <i>it<\/i><\/label>/,
  )
  assert.match(box('type=commenttitle', 'page=Talk:Foo'), /value="Talk:Foo" name="title"/)
  assert.match(box('type=move', 'page=Old name'), /value="Special:MovePage\/Old name" name="title"/)
})

test('lists characters', () => {
  assert.equal(
    show('<charinsert>á &eacute; [+]</charinsert>').html,
    '<p><a data-mw-charinsert-start="á" data-mw-charinsert-end="" class="mw-charinsert-item">á</a> ' +
      '<a data-mw-charinsert-start="é" data-mw-charinsert-end="" class="mw-charinsert-item">é</a> ' +
      '<a data-mw-charinsert-start="[" data-mw-charinsert-end="]" class="mw-charinsert-item">[]</a>\n</p>',
  )
})

test('shows tabs that open without scripts', () => {
  const { html } = show("<tabber>\nOne=''a''\n|-|\nTwo=* b\n</tabber>")
  assert.match(
    html,
    /<details class="tabber__panel" name="tabber-1" open=""><summary class="tabber__tab">One<\/summary><div class="tabber__content"><p><i>a<\/i>/,
  )
  assert.match(
    html,
    /<details class="tabber__panel" name="tabber-1"><summary class="tabber__tab">Two<\/summary><div class="tabber__content"><ul><li>b<\/li><\/ul>/,
  )
  assert.match(
    show('<tabbertransclude>\nPage|Label\n</tabbertransclude>', { pages: { '0:Page': 'text' } }).html,
    /Label<\/summary>.*text/s,
  )
})

test('links areas of a picture', () => {
  const files = ['Corpus_photo.jpg']
  const { html, rendered } = show(
    '<imagemap>\nFile:Corpus photo.jpg|160px|alt=x\nrect 0 0 100 50 [[Page|Label]]\ncircle 10 10 5 [https://example.org/ Out]\n# no\ndefault [[Other]]\ndesc top-left\n</imagemap>',
    { files },
  )
  assert.match(html, /^<div class="noresize" style="height: 120px; width: 160px; "><map name="ImageMap_\w{16}">/)
  assert.match(html, /<area href="\/wiki\/Page" shape="rect" coords="0,0,50,25" alt="Label" title="Label"/)
  assert.match(
    html,
    /<area rel="nofollow" href="https:\/\/example.org\/" class="plainlinks" shape="circle" coords="5,5,3"/,
  )
  assert.match(html, /<a href="\/wiki\/Other" title="Other"><img [^>]*usemap="#ImageMap_\w{16}"/)
  assert.match(html, /margin-top: -119px;[^>]*><a href="\/wiki\/[^"]+:Corpus_photo.jpg" title="About this image"/)
  assert.deepEqual([...rendered.rendering.state.output.images], ['Corpus_photo.jpg'])
  const withoutAreas = show('<imagemap>\nFile:Corpus photo.jpg|160px|thumb|Caption\ndesc none\n</imagemap>', { files })
  assert.match(withoutAreas.html, /class="thumbinner".*<div class="noresize"><img .*Caption/s)
  for (const text of [
    '',
    'x',
    'File:Nothing.png\nrect 0 0 1 1 [[A]]',
    'File:Corpus photo.jpg\nrect 0 0 [[A]]',
    'File:Corpus photo.jpg\nrect 0 0 1 1 [javascript:alert(1) x]',
    'File:Corpus photo.jpg\noval 1 [[A]]',
    'File:Corpus photo.jpg\ndefault [[A]]\npoly 1 2 3 [[B]]',
    'File:Corpus photo.jpg\ndesc nowhere',
  ]) {
    const wrong = show(`<imagemap>\n${text}\n</imagemap>`, { files })
    assert.match(wrong.html, /^<p class="error">/, text)
    assert.deepEqual(wrong.rendered.rendering.state.output.found().links, [], text)
  }
})

test('shows infoboxes of fan wikis', () => {
  const pages = {
    '10:Hero':
      '<infobox theme="dark"><title source="name"><default>{{PAGENAME}}</default></title><image source="pic"><caption source="cap"/></image>' +
      '<group><header>Facts & more</header><data source="age"><label>Age</label><format>{{{age}}} years</format></data><data source="home"><label>Home</label></data></group>' +
      '<group><header>Empty</header><data source="none"/></group><navigation>[[List]]</navigation></infobox>',
  }
  const { html } = show('{{Hero|name=Ann|age=7|pic=Globe.svg|cap=Round}}', { pages, files: ['Globe.svg'] })
  assert.match(
    html,
    /<aside class="portable-infobox pi-background pi-border-color pi-theme-dark pi-layout-default" role="region">/,
  )
  assert.match(
    html,
    /<h2 class="pi-item pi-item-spacing pi-title pi-secondary-background" data-source="name">Ann<\/h2>/,
  )
  assert.match(
    html,
    /<h3 class="pi-data-label pi-secondary-font">Age<\/h3><div class="pi-data-value pi-font">7 years<\/div>/,
  )
  assert.match(html, /Facts &amp; more/)
  assert.match(
    html,
    /<figure class="pi-item pi-media pi-image" data-source="pic">.*<img.*<figcaption class="pi-item-spacing pi-caption">Round/s,
  )
  assert.doesNotMatch(html, /Home|Empty/)
  const wrong = show('<infobox><data></infobox>')
  assert.match(wrong.html, /Invalid infobox/)
  assert.deepEqual(wrong.categories, ['Pages_with_infobox_errors'])
})

test('shows a category tree', () => {
  assert.match(
    show('<categorytree>Birds</categorytree>').html,
    /<div class="CategoryTreeTag tree">.*data-tree="Category:Birds" data-inside="\d+" data-mode="subcat" data-depth="0".*<a href="\/wiki\/Category:Birds" title="Category:Birds">Birds<\/a>/,
  )
  assert.match(show('x{{#categorytree:Birds|mode=pages|depth=9}}').html, /data-mode="subcat\|page" data-depth="3"/)
  // Without scripts, the category stays as a link.
  assert.match(show('{{#categorytree:Birds|hideroot=on}}').html, /data-depth="1" data-root="hidden">.*<a href/)
})

test('shows the source of what it cannot show, without any effect', () => {
  const { html, categories } = show('<timeline>\nPlotArea = [[Category:X]] <b>\n</timeline>')
  assert.match(
    html,
    /<div class="mw-ext-source"><p>&lt;timeline&gt; is not supported.*<pre>.*PlotArea = \[\[Category:X\]\] &lt;b&gt;/s,
  )
  assert.deepEqual(categories, ['Pages_with_extensions_shown_as_source'])
  for (const [wikitext, shown] of [
    ['{{#ask:[[Category:City]]|?Population|format=table}}', '{{#ask:[[Category:City]]|?Population|format=table}}'],
    ['{{#cargo_query:tables=A|where={{Filed}}}}', '{{#cargo_query:tables=A|where={{Filed}}}}'],
    ['<score>c</score>', 'c'],
    ['<mapframe latitude=1>{}</mapframe>', '{}'],
    ['<hiero>A1</hiero>', 'A1'],
    ['<rss max=2>http://a.example/feed</rss>', 'http://a.example/feed'],
    ['<youtube>x</youtube>', 'x'],
    ['<dpl>category=A</dpl>', 'category=A'],
    ['{{#dpl:category=A|count=2}}', '{{#dpl:category=A|count=2}}'],
    ['{{#ev:youtube|x|200}}', '{{#ev:youtube|x|200}}'],
    ['{{#widget:W|a={{Filed}}}}', '{{#widget:W|a={{Filed}}}}'],
    ['{{#babel:de|en-2}}', '{{#babel:de|en-2}}'],
  ] as const) {
    const found = show(wikitext, { pages: { '10:Filed': '[[Category:Y]]' } })
    assert.ok(found.html.includes(`<pre>${shown}</pre>`), found.html)
    assert.deepEqual(found.categories, ['Pages_with_extensions_shown_as_source'], wikitext)
  }
})

test('hides functions that show nothing in MediaWiki either, and tracks the page', () => {
  for (const wikitext of [
    '{{#coordinates:1|2|primary}}',
    '{{#seo:title=A}}',
    '{{#property:P31}}',
    '{{#statements:P31}}',
  ])
    assert.deepEqual(
      [show(`a${wikitext}b`).html, show(wikitext).categories],
      ['<p>ab\n</p>', ['Pages_with_extensions_shown_as_source']],
      wikitext,
    )
})

test('shows the source of tags and functions that only an imported wiki knows', () => {
  const { info } = siteFromInfo({})
  const site = siteFromInfo({
    ...info,
    extensiontags: [...info.extensiontags, '<quiz>'],
    functionhooks: [...info.functionhooks, 'drawchart'],
  })
  const { html, categories } = show('<quiz>{ [[Category:A]] }</quiz> {{#drawchart:a|b}} {{#unlisted:c}}', { site })
  assert.match(html, /&lt;quiz&gt; is not supported.*<pre>\{ \[\[Category:A\]\] \}<\/pre>/)
  assert.match(html, /<pre>\{\{#drawchart:a\|b\}\}<\/pre>/)
  assert.match(html, /\{\{#unlisted:c\}\}/)
  assert.deepEqual(categories, ['Pages_with_extensions_shown_as_source'])
  const own = '<pre>a</pre><indicator name="x"/><gallery/><ref/><references/><langconvert/><nowiki/>{{#if:a|b}}{{lc:A}}'
  assert.deepEqual(show(own).categories, ['Pages_with_reference_errors'])
})

test('lets no markup through', () => {
  for (const markup of hostileMarkup)
    for (const wikitext of [
      `<inputbox>type=search\nplaceholder=${markup}\ndefault=${markup}\nlabel=${markup}</inputbox>`,
      `<inputbox>type=${markup}</inputbox>`,
      `<charinsert label="${markup}">${markup}</charinsert>`,
      `<tabber>${markup}=${markup}|-|x=${markup}</tabber>`,
      `<tabbertransclude>${markup}|${markup}</tabbertransclude>`,
      `<imagemap>\nFile:Corpus photo.jpg|${markup}\nrect 0 0 9 9 [[A|${markup}]]\n</imagemap>`,
      `<infobox theme="${markup}"><title><default>${markup}</default></title><data><label>${markup}</label><default>${markup}</default></data></infobox>`,
      `<infobox>${markup}</infobox>`,
      `<categorytree>${markup}</categorytree>{{#categorytree:${markup}}}`,
      `<score>${markup}</score>{{#ask:${markup}|${markup}}}{{#cargo_store:${markup}}}`,
    ])
      assert.equal(isHarmful(show(wikitext, { files: ['Corpus_photo.jpg'] }).html), false, wikitext)
})

test('ends for hostile input', () => {
  const many = 20_000
  for (const wikitext of [
    `<inputbox>${'a=b\n'.repeat(many)}</inputbox>`,
    `<charinsert>${'x '.repeat(many)}</charinsert>`,
    `<tabber>${'a=b|-|'.repeat(1000)}</tabber>`,
    `${'{{#tag:tabber|x='.repeat(30)}${'}}'.repeat(30)}`,
    `<imagemap>\nFile:Corpus photo.jpg\n${'rect 0 0 1 1 [[A]]\n'.repeat(many)}</imagemap>`,
    `<imagemap>\nFile:Corpus photo.jpg\npoly ${'1 '.repeat(many)}[[A]]\n</imagemap>`,
    `<infobox>${'<group>'.repeat(many)}</infobox>`,
    `<infobox>${'<data/>'.repeat(many)}</infobox>`,
    `<infobox><data><default>${'<b>'.repeat(5000)}</default></data></infobox>`,
    `<infobox><!DOCTYPE x [<!ENTITY a "b">]>&a;</infobox>`,
    '<score>x</score>'.repeat(3000),
    '{{#ask:x}}'.repeat(3000),
  ])
    assert.equal(typeof show(wikitext, { files: ['Corpus_photo.jpg'] }).html, 'string')
})
