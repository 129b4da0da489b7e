import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Steps, TooManySteps } from '../steps.ts'
import { recordedHtml, textToHtml } from '../testing/text-to-html.ts'
import { tidy } from './tidy.ts'

test('repairs bad nesting like MediaWiki', () => {
  for (const [wikitext, html] of recordedHtml(new URL('./fixtures/nesting.json', import.meta.url))) {
    assert.equal(textToHtml(wikitext), html, JSON.stringify(wikitext))
  }
})

test('keeps character references and comments', () => {
  assert.equal(
    tidy('<p title="&amp;&#65;">&eacute;&lt;&x<!-- a & b --></p>'),
    '<p title="&amp;&#65;">&eacute;&lt;&x<!-- a & b --></p>',
  )
})

test('does not turn noncharacters into ampersands', () => {
  const all = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0xfdd0 + index)).join('')
  assert.equal(tidy(`<p>a\ufdd0b & c</p>`), '<p>a\ufdd0b & c</p>')
  assert.equal(tidy(`<p>${all}&</p>`), `<p>${all.slice(0, -1)}&</p>`)
})

test('removes the tags of a text that has too many', () => {
  assert.equal(tidy(`a<b>${'<i>'.repeat(700_000)}b &amp; c<`), '<p>ab &amp; c</p>')
})

test('keeps well-formed HTML and closes every element', () => {
  const names = [
    'b',
    'i',
    'span',
    'div',
    'p',
    'table',
    'tr',
    'td',
    'ul',
    'li',
    'blockquote',
    'small',
    'caption',
    'dl',
    'dd',
  ]
  const piece = fc.oneof(
    fc.constantFrom(...names).map(name => `<${name}>`),
    fc.constantFrom(...names).map(name => `</${name}>`),
    fc.constantFrom('a', ' ', '\n', '<br>', '<hr />', '&amp;'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const html = tidy(pieces.join(''))
      const open: string[] = []
      for (const [, end, name, empty] of html.matchAll(/<(\/?)(\w+)[^>]*?( \/)?>/g)) {
        if (empty) continue
        if (end) assert.equal(open.pop(), name, html)
        else open.push(name!)
      }
      assert.deepEqual(open, [])
    }),
    { numRuns: 2000 },
  )
})

test('counts repeated elements towards the limit', () => {
  const few = new Steps()
  tidy(`${'<b>'.repeat(300)}<div></div>x`, few)
  const many = new Steps(10 * few.used)
  assert.throws(() => tidy(`${'<b>'.repeat(300)}${'<div></div>x'.repeat(300)}`, many), TooManySteps)
})
