import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileMarkup, isHarmful, show } from './testing/render.ts'

test('keeps lines, leading spaces and colons', () => {
  assert.equal(
    show("<poem>\nRoses are ''red''\n  violets\n::blue\n</poem>").html,
    '<div class="poem">\n<p>Roses are <i>red</i><br />\n&#160;&#160;violets<br />\n' +
      '<span class="mw-poem-indented" style="display: inline-block; margin-inline-start: 2em;">blue</span>\n</p>\n</div>',
  )
})

test('keeps the lines of literal text', () => {
  assert.equal(
    show("<poem>\na\n<nowiki>''b''\n[[c]]</nowiki>\n</poem>").html,
    "<div class=\"poem\">\n<p>a<br />\n''b''<br />\n[[c]]\n</p>\n</div>",
  )
})

test('a rule ends its line without a break', () => {
  assert.equal(
    show('<poem>a\n----\nb\n-----\nc</poem>').html,
    '<div class="poem">\n<p>a<br />\n</p>\n<hr />\n<p>b<br />\n</p>\n<hr />\n<p>c\n</p>\n</div>',
  )
})

test('takes attributes, compact form, links and templates', () => {
  const pages = { '10:Verse': 'by {{{1}}}' }
  const { html, rendered } = show('<poem compact class="x" onclick=y>[[A]]\n{{Verse|me}} [[Category:Poems]]</poem>', {
    pages,
  })
  assert.match(html, /^<div class="poem x"><a .*>A<\/a><br \/>\nby me\s*<\/div>$/s)
  assert.deepEqual([...rendered.rendering.state.output.categories.keys()], ['Poems'])
  assert.deepEqual([...rendered.rendering.state.output.styles], ['ext.poem.styles'])
})

test('lets no markup through, and ends for nested and very long poems', () => {
  for (const markup of hostileMarkup)
    for (const text of [`<poem>${markup}</poem>`, `<poem class="${markup}">:${markup}</poem>`])
      assert.equal(isHarmful(show(text).html), false, text)
  for (const text of [
    '<poem>'.repeat(5000),
    `<poem>${':\n'.repeat(50_000)}</poem>`,
    `<poem>${':'.repeat(50_000)}</poem>`,
  ])
    assert.equal(typeof show(text).html, 'string')
  const nested = '{{#tag:poem|'.repeat(30) + '}}'.repeat(30)
  assert.equal(typeof show(nested).html, 'string')
})
