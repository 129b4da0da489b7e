// Allowed tags and attributes in wikitext, and that nothing harmful gets through.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { recordedHtml, textToHtml } from '../testing/text-to-html.ts'
import { tagAttributes } from './attributes.ts'
import { sanitizeTags } from './sanitize-tags.ts'

const recorded = recordedHtml(new URL('./fixtures/tags.json', import.meta.url))

test('sanitizes tags and attributes like MediaWiki', () => {
  for (const [wikitext, html] of recorded) assert.equal(textToHtml(wikitext), html, JSON.stringify(wikitext))
})

test('restores markers in attributes before parsing them', () => {
  const unstrip = (text: string) => text.replace('\u007fmark\u007f', 'a" onclick="b')
  assert.equal(sanitizeTags('<b title="\u007fmark\u007f">x', unstrip), '<b title="a">x')
  assert.equal(sanitizeTags("<b title='\u007fmark\u007f'>x", unstrip), '<b title="a&quot; onclick=&quot;b">x')
})

test('writes attributes with leading spaces', () => {
  assert.equal(tagAttributes(' CLASS=a id = "b c" onclick=d', 'span'), ' class="a" id="b&#95;c"')
  assert.equal(tagAttributes('', 'span'), '')
})

test('leaves only allowed tags with safe attributes', () => {
  const words = [
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '=',
    ' ',
    '\n',
    '&lt;',
    '&#60;',
    '&quot;',
    '\\',
    '/*',
    '*/',
    '(',
    ':',
    ';',
  ]
  const names = [
    'b',
    'script',
    'img',
    'a',
    'style',
    'onclick',
    'href',
    'src',
    'title',
    'url',
    'javascript',
    'expression',
  ]
  const piece = fc.oneof(fc.constantFrom(...words, ...names), fc.string({ maxLength: 3 }))
  // Every angle bracket belongs to a tag with fully quoted attributes.
  const tag = /<\/?(?:b|a^)>|<b(?: (?:style|title)="[^"<>]*")*>/g
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), pieces => {
      const html = sanitizeTags(pieces.join('').replace(/<(\/?)(?!b\b|script|img|a\b|style)\w/g, '<$1b '), text => text)
      assert.doesNotMatch(html.replace(tag, ''), /[<>]/)
      assert.doesNotMatch(html, /style="[^"]*(?:url\s*\(|expression)/i)
    }),
    { numRuns: 3000 },
  )
})
