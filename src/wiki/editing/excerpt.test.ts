import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutCharacters, excerptOf } from './excerpt.ts'

test('shortens a long summary with an ellipsis and no space before it', () => {
  assert.equal(cutCharacters('four five', 9), 'four five')
  assert.equal(cutCharacters('four five six', 9), 'four f...')
  assert.equal(cutCharacters('four five six', 8), 'four...')
  assert.equal(cutCharacters('😀😀😀😀', 4), '😀😀😀😀')
})

test('measures an excerpt in bytes, on one line, without leaving a link open', () => {
  assert.equal(excerptOf('one\ntwo', 7, '...'), 'one two')
  assert.equal(excerptOf('ééééé', 8, '...'), 'éé...')
  assert.equal(excerptOf('ééééé', 8, '…'), 'éé…')
  assert.equal(excerptOf('see [[the lake]] there', 13, ''), 'see the...')
  assert.equal(excerptOf('words', 2, '...'), '...')
})
