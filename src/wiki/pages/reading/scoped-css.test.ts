import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scopedCss } from './scoped-css.ts'

test('limits rules to the page text', () => {
  assert.equal(
    scopedCss('.box, table.nav > tr { padding: 1px }'),
    '.wiki-text .box,.wiki-text table.nav > tr{padding:1px;}',
  )
  assert.equal(
    scopedCss('body { margin: 0 } #content .box{margin:0}'),
    '.wiki-text{margin:0;}.wiki-text .box{margin:0;}',
  )
  assert.equal(scopedCss('body.page-Main_Page h1, #p-logo, #footer a { display: none }'), '')
  assert.equal(
    scopedCss('@media (max-width: 40em) { .box { float: none } }'),
    '@media (max-width: 40em){.wiki-text .box{float:none;}}',
  )
})

test('makes floats of boxes depend on the screen width; small elements keep floating', () => {
  assert.equal(
    scopedCss('.infobox { float: right !important; width: 18em }'),
    '.wiki-text .infobox{float:var(--float-right, right) !important;width:18em;}',
  )
  assert.equal(scopedCss('.hlist li { float: left }'), '.wiki-text .hlist li{float:left;}')
  assert.equal(scopedCss('table.x { float: none }'), '.wiki-text table.x{float:none;}')
})

test('removes external resources, scripts and anything that could cover the layout', () => {
  for (const bad of [
    '@import url(//evil.example/x.css);',
    '@font-face { font-family: x; src: url(https://evil.example/x) }',
    '.a { background: url(https://evil.example/x.png) }',
    ".a { background: url('//evil.example/x.png') }",
    '.a { position: fixed }',
    '.a { width: expression(alert(1)) }',
    '.a { behavior: url(#x) }',
    '.a { color: r\\65 d }',
    '.a { content: "</style><script>" }',
  ])
    assert.equal(scopedCss(bad), '', bad)
  assert.match(scopedCss('.a { background: url(/images/a/ab/X.png) }'), /url\(\/images\/a\/ab\/X\.png\)/)
})

test('a custom background keeps dark text; custom text colours adapt to the colour scheme', () => {
  assert.equal(
    scopedCss('.a { background: #fffbe6 }'),
    '.wiki-text .a{background:#fffbe6;color-scheme:light;color:var(--ink);}',
  )
  assert.match(
    scopedCss('.a { color: #333 }'),
    /color:#333;color:light-dark\(#333, oklch\(from #333 calc\(1\.12 - l\) c h\)\);/,
  )
  assert.equal(scopedCss('.a { color: inherit; background: none }'), '.wiki-text .a{color:inherit;background:none;}')
})

test('handles unterminated constructs', () => {
  for (const bad of [
    '.a { color: red',
    '{{{{',
    '/*',
    '.a{}}}}.b{margin:0}',
    '"',
    '@media{@media{',
    '@media a{'.repeat(5000),
  ])
    scopedCss(bad)
  assert.equal(scopedCss('.a{}}}}.b{margin:0}'), '.wiki-text .b{margin:0;}')
})

test('runs in linear time', () => {
  const processor = (work: () => unknown) => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const hostile: [before: string, repeated: string, after: string][] = [
    ['@keyframes x{', 'a', ''],
    ['@keyframes x{', '0', 'x{color:red}}'],
    ['@keyframes x{', '0{', '}'],
    ['.a{color:', ' ', 'x}'],
    ['.a{color:red', ' ', '!x}'],
    ['.a{background:', 'url(', '}'],
    ['.a{background:url(', ' ', '}'],
    ['.a{background:', 'url("x")', '}'],
    ['.a{content:', 'attr(', '}'],
    ['.a{width:', 'expression ', '}'],
    ['', '/*', ''],
    ['', '<!--', ''],
    ['', '{', ''],
    ['', '"', ''],
    ['', '@media a{', ''],
    ['', 'body ', '{color:red}'],
    ['', 'a,', '{color:red}'],
    ['@media (x', '< ', '1){.a{color:red}}'],
    ['.a{', 'b:c;', '}'],
  ]
  const length = 50_000
  for (const [before, repeated, after] of hostile) {
    const sheet = (size: number) => before + repeated.repeat(Math.ceil(size / repeated.length)) + after
    const short = processor(() => scopedCss(sheet(length / 10)))
    const long = processor(() => scopedCss(sheet(length)))
    // A quadratic algorithm would take at least a second for this length; shorter times are too noisy to compare.
    assert.ok(long < 150 || long < 40 * short, `${before}${repeated}…${after}: ${short} and ${long} ms`)
  }
})

test('finds URLs in declarations in every notation', () => {
  assert.match(scopedCss('.a{background:url( "/a.png" ) , url(/b.png)}'), /url\(\/b\.png\)/)
  for (const bad of [
    'url(/a.png),url(//evil.example/x)',
    'url("/a.png"',
    'url(/a.png',
    "url('/a' x)",
    'url( "//evil" )',
  ])
    assert.equal(scopedCss(`.a{background:${bad}}`), '', bad)
})
