import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { diffHtml } from './html-diff.ts'

describe('visual diff of rendered pages', () => {
  test('marks added and removed words in place', () => {
    assert.equal(
      diffHtml('<p>Tea is a <b>warm</b> drink.</p>', '<p>Tea is a <b>hot</b> drink of leaves.</p>'),
      '<p>Tea is a <b><del class="diffchange">warm</del><ins class="diffchange">hot</ins></b> drink<ins class="diffchange"> of leaves</ins>.</p>',
    )
  })

  test('keeps the elements of the newer text', () => {
    assert.equal(diffHtml('<p>one <i>two</i></p>', '<p>one two</p>'), '<p>one two</p>')
    assert.equal(
      diffHtml('<p>a</p><p>gone</p><p>b</p>', '<p>a</p><p>b</p>'),
      '<p>a</p><del class="diffchange block">gone</del><p>b</p>',
    )
  })

  test('compares a paragraph with its earlier version', () => {
    assert.equal(
      diffHtml('<p>First, of the harbour.</p><p>Then of the town.</p>', '<p>Then of the old town.</p>'),
      '<del class="diffchange block">First, of the harbour.</del><p>Then of the<ins class="diffchange"> old</ins> town.</p>',
    )
  })

  test('inserts nothing where text is not allowed', () => {
    const table = (...cells: string[]) =>
      `<table><tr>${cells.map(cell => `<td>${cell}</td>`).join('</tr><tr>')}</tr></table>`
    const shown = diffHtml(table('kept', 'gone', 'last'), table('kept', 'last'))
    assert.doesNotMatch(shown, /<(?:table|tr)><del|<\/td><del|<\/tr><del/)
    assert.match(shown, /<del class="diffchange block">gone<\/del>/)
    assert.equal(diffHtml('<p>gone</p>', ''), '<del class="diffchange block">gone</del>')
  })
})
