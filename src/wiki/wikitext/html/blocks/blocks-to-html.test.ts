import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordedHtml, textToHtml } from '../../testing/text-to-html.ts'
import { blocksToHtml } from './blocks-to-html.ts'

test('lines become what a MediaWiki makes of them', () => {
  for (const [wikitext, html] of recordedHtml(new URL('./fixtures/lines.json', import.meta.url))) {
    assert.equal(textToHtml(wikitext), html, JSON.stringify(wikitext))
  }
})

test('text that goes on a line begins with no block', () => {
  assert.equal(blocksToHtml('* a', false), '* a')
  assert.equal(blocksToHtml('a\n* b', false), 'a\n<ul><li>b</li></ul>')
})

test('text between tags of preformatted text is left alone', () => {
  assert.equal(blocksToHtml('<pre>\n* a\n\n b</pre>\n* c', true), '<pre>\n* a\n\n b</pre>\n<ul><li>c</li></ul>')
})

test('a term ends at a colon outside of comments and tags', () => {
  assert.equal(blocksToHtml(';a<!-- b:c -->:d', true), '<dl><dt>a<!-- b:c --></dt>\n<dd>d</dd></dl>')
})
