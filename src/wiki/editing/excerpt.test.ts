import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutCharacters, excerptOf } from './excerpt.ts'

test('a summary that is too long ends in dots, without blanks before them', () => {
  assert.equal(cutCharacters('four five', 9), 'four five')
  assert.equal(cutCharacters('four five six', 9), 'four f...')
  assert.equal(cutCharacters('four five six', 8), 'four...')
  assert.equal(cutCharacters('😀😀😀😀', 4), '😀😀😀😀')
})

test('an excerpt is counted in bytes, in one line, and leaves no link open', () => {
  assert.equal(excerptOf('one\ntwo', 7, '...'), 'one two')
  assert.equal(excerptOf('ééééé', 8, '...'), 'éé...')
  assert.equal(excerptOf('ééééé', 8, '…'), 'éé…')
  assert.equal(excerptOf('see [[the lake]] there', 13, ''), 'see the...')
  assert.equal(excerptOf('words', 2, '...'), '...')
})
