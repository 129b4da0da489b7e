import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testHost } from '../testing/test-host.ts'
import { expandWikitext } from './expand-wikitext.ts'

const page = { ns: 0, dbkey: 'X' }
const expand = (text: string, pages: Record<string, string>) => expandWikitext(page, text, testHost({ pages }))

test('stops a self-including template with a warning', () => {
  const loop = '<span class="error">Veidne ir ievietota tādā pašā veidnē: [[Taiss:A]]</span>'
  assert.equal(expand('{{A}}', { '10:A': 'x{{B}}', '10:B': 'y{{A}}' }), `xy${loop}`)
})

test('allows forty levels of templates', () => {
  const pages = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`10:T${i}`, `${i} {{T${i + 1}}}`]))
  const text = expand('{{T0}}', pages)
  assert.match(text, /^0 1 2 .*39 <span class="error">Template recursion depth limit exceeded \(40\)<\/span>$/)
})

test('limits included text to two megabytes', () => {
  const text = expand('{{A}}'.repeat(50), { '10:A': 'x'.repeat(100_000) })
  assert.equal(text.split('[[:Taiss:A]]').length - 1, 30)
  assert.ok(text.length < 2_100_000)
})

test('stops text that doubles at every step', () => {
  const pages = Object.fromEntries(Array.from({ length: 39 }, (_, i) => [`10:T${i}`, `{{T${i + 1}|{{{1}}}{{{1}}}}}`]))
  const text = expand('{{T0|abc}}', { ...pages, '10:T39': '{{{1}}}' })
  assert.ok(text.length < 10_000_000)
})

test('limits expensive functions', () => {
  const pages = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`0:P${i}`, '']))
  const text = expand(Array.from({ length: 150 }, (_, i) => `{{#ifexist:P${i}|y|n}}`).join(''), pages)
  assert.equal(text, 'y'.repeat(100) + 'n'.repeat(50))
})

test('follows two redirects of a template', () => {
  const pages = {
    '10:Old': '#REDIRECT [[Template:New]]',
    '10:New': 'new {{{1}}}',
    '10:Older': '#REDIRECT [[Template:Old]]',
    '10:Oldest': '#REDIRECT [[Template:Older]]',
  }
  assert.equal(expand('{{Old|x}}', pages), 'new x')
  assert.equal(expand('{{Older|x}}', pages), 'new x')
  assert.equal(expand('{{Oldest|x}}', pages), '\n#REDIRECT [[Template:New]]')
})

test('supports named, numbered and default arguments, and trims them', () => {
  const pages = { '10:A': '<{{{1}}}|{{{2|two}}}|{{{name|}}}|{{{ name }}}>' }
  assert.equal(expand('{{A| x |name= y }}', pages), '< x |two|y|y>')
  assert.equal(expand('{{A|1=x|name=a|name=b}}', pages), '<x|two|b|b>')
  assert.equal(expand('{{A}}', pages), '<{{{1}}}|two||{{{ name }}}>')
})

test('applies noinclude, includeonly and onlyinclude', () => {
  const pages = {
    '10:A': 'a<noinclude>b</noinclude><includeonly>c</includeonly>',
    '10:B': 'x<onlyinclude>y</onlyinclude>z<onlyinclude>!</onlyinclude>',
  }
  assert.equal(expand('{{A}}{{B}}', pages), 'acy!')
  assert.equal(expand(pages['10:A'], {}), 'ab')
})
