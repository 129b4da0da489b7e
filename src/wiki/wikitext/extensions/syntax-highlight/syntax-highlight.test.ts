import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderPage } from '../../html/render.ts'
import { Steps, TooManySteps } from '../../steps.ts'
import { testHost } from '../../testing/test-host.ts'
import { extendedSite, hostileMarkup, isHarmful, show } from '../testing/render.ts'

test('colours code with the classes of MediaWiki', () => {
  const { html, categories, rendered } = show(
    '<syntaxhighlight lang="Python">\ndef f(): return "a<b"\n</syntaxhighlight>',
  )
  assert.equal(
    html,
    '<div class="mw-highlight mw-highlight-lang-python mw-content-ltr" dir="ltr"><pre><span></span>' +
      '<span class="k">def</span> <span class="nf">f</span>(): <span class="k">return</span> ' +
      '<span class="s">&quot;a&lt;b&quot;</span>\n</pre></div>',
  )
  assert.deepEqual(categories, [])
  assert.deepEqual([...rendered.rendering.state.output.styles], ['ext.pygments'])
})

test('shows code inside a line', () => {
  assert.equal(
    show('a <syntaxhighlight lang="c" inline> int </syntaxhighlight> b').html,
    '<p>a <code class="mw-highlight mw-highlight-lang-c mw-content-ltr" dir="ltr"><span class="kt">int</span></code> b\n</p>',
  )
})

test('numbers and marks lines, also inside a comment of several lines', () => {
  const { html } = show('<syntaxhighlight lang="c" line start="7" highlight="2">/*\n x */\ny</syntaxhighlight>')
  assert.match(html, /^<div class="mw-highlight mw-highlight-lang-c mw-content-ltr mw-highlight-lines" dir="ltr">/)
  assert.ok(html.includes('<span class="linenos" data-line="7"></span><span class="c1">/*</span>\n'))
  assert.ok(
    html.includes('<span class="hll"><span class="linenos" data-line="8"></span><span class="c1"> x */</span></span>'),
  )
})

test('tracks unknown languages, the old tag and the old attribute', () => {
  assert.deepEqual(show('<syntaxhighlight lang="nonsense">x</syntaxhighlight>').categories, [
    'Pages_with_syntax_highlighting_errors',
  ])
  assert.deepEqual(show('<source lang="html4strict" enclose="none"><b></source>').categories, [
    'Pages_using_deprecated_source_tags',
    'Pages_using_deprecated_enclose_attributes',
  ])
  // MediaWiki knows these, and they stay without colours.
  for (const language of ['abap', 'rst', 'bibtex'])
    assert.deepEqual(show(`<syntaxhighlight lang="${language}">x</syntaxhighlight>`).categories, [])
})

test('shows every language that it lists', async () => {
  const { default: names } = await import('./languages.json', { with: { type: 'json' } })
  for (const name of Object.values(names).flatMap(list => list.split(' ')))
    assert.match(
      show(`<syntaxhighlight lang="${name}">if (a < 1) { b("&"); }</syntaxhighlight>`).html,
      /^<div class="mw-/,
    )
})

test('colours modules and style sheets where the wiki has the extension', () => {
  const host = testHost({ site: extendedSite(), messages: {} })
  const page = (model: string, text: string) => renderPage(host, { ns: 8, dbkey: 'X' }, text, {}, model).html
  assert.match(page('css', 'a{color:red}'), /mw-highlight-lang-css.*<span class="nt">a<\/span>/)
  assert.match(page('Scribunto', 'local x = 1'), /mw-highlight-lang-lua.*<span class="k">local<\/span>/s)
  assert.match(page('javascript', 'var x'), /mw-highlight-lang-javascript/)
})

test('gives every line of a module an address', () => {
  const host = testHost({ site: extendedSite(), messages: {} })
  const { html } = renderPage(host, { ns: 828, dbkey: 'X' }, '--[[ a\nb ]]', {}, 'Scribunto')
  const number = (line: number) => `<a href="#L-${line}"><span class="linenos" data-line="${line}"></span></a>`
  const lines = [
    `<span id="L-1">${number(1)}<span class="c1">--[[ a</span>\n</span>`,
    `<span id="L-2">${number(2)}<span class="c1">b ]]</span>\n</span>`,
  ]
  assert.ok(html.includes(`mw-highlight-lines" dir="ltr"><pre><span></span>${lines.join('')}</pre>`), html)
  const tag = show('<syntaxhighlight lang="text" line start="7" linelinks="c">x</syntaxhighlight>').html
  assert.ok(
    tag.includes('<span id="c-7"><a href="#c-7"><span class="linenos" data-line="7"></span></a>x\n</span>'),
    tag,
  )
})

test('lets no markup through', () => {
  for (const markup of hostileMarkup)
    for (const attributes of [
      'lang=html',
      `lang="${markup}"`,
      `lang=php class="${markup}" style="${markup}" line`,
      `inline id="${markup}"`,
      `line linelinks="${markup}"`,
    ])
      assert.equal(isHarmful(show(`<syntaxhighlight ${attributes}>${markup}</syntaxhighlight>`).html), false, markup)
})

test('ends for hostile code, and leaves long code to worker threads', () => {
  for (const code of ['('.repeat(100_000), '/*'.repeat(50_000), '\n'.repeat(100_000), '"\\'.repeat(40_000)])
    for (const language of ['c', 'javascript', 'php', 'python'])
      assert.equal(typeof show(`<syntaxhighlight lang=${language}>${code}</syntaxhighlight>`).html, 'string')
  const host = { ...testHost({ site: extendedSite() }), scripts: 'elsewhere' as const, steps: new Steps(1e6) }
  const text = `<syntaxhighlight lang=c>${'x '.repeat(1000)}</syntaxhighlight>`
  assert.throws(() => renderPage(host, { ns: 0, dbkey: 'X' }, text), TooManySteps)
})
