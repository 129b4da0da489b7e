import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addedLines } from './mentions.ts'

test('an edit adds the lines that were not there as often before', () => {
  assert.deepEqual(addedLines('a\nb', 'b\nc\na'), ['c'], 'moved lines are not new')
  assert.deepEqual(addedLines('a', 'a\na'), ['a'])
  assert.deepEqual(addedLines('a\na\nb', 'a\na\na\nb'), ['a'])
  assert.deepEqual(addedLines('a\na', 'a'), [])
  assert.deepEqual(addedLines('', 'a\n\n  \na'), ['a', 'a'], 'empty lines say nothing')
})
