import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordedHtml, textToHtml } from '../../testing/text-to-html.ts'
import { blocksToHtml } from './blocks-to-html.ts'

test('converts lines like MediaWiki', () => {
  for (const [wikitext, html] of recordedHtml(new URL('./fixtures/lines.json', import.meta.url))) {
    assert.equal(textToHtml(wikitext), html, JSON.stringify(wikitext))
  }
})

test('does not start a block in the middle of a line', () => {
  assert.equal(blocksToHtml('* a', false), '* a')
  assert.equal(blocksToHtml('a\n* b', false), 'a\n<ul><li>b</li></ul>')
})

test('leaves preformatted text alone', () => {
  assert.equal(blocksToHtml('<pre>\n* a\n\n b</pre>\n* c', true), '<pre>\n* a\n\n b</pre>\n<ul><li>c</li></ul>')
})

test('ends a term at a colon outside comments and tags', () => {
  assert.equal(blocksToHtml(';a<!-- b:c -->:d', true), '<dl><dt>a<!-- b:c --></dt>\n<dd>d</dd></dl>')
})
