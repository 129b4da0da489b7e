import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listToText } from './list-format.ts'

const english = { comma: ', ', and: ' and', word: ' ' }
const chinese = { comma: '、\u200b', and: '和', word: '\u200b' }

test('joins lists with commas and a conjunction', () => {
  assert.equal(listToText([], english), '')
  assert.equal(listToText(['a'], english), 'a')
  assert.equal(listToText(['"bltitle"', '"blpageid"'], english), '"bltitle" and "blpageid"')
  assert.equal(
    listToText(['"ucuserprefix"', '"ucuserids"', '"uciprange"', '"ucuser"'], { ...english, and: ' und' }),
    '"ucuserprefix", "ucuserids", "uciprange" und "ucuser"',
  )
  assert.equal(listToText(['"bltitle"', '"blpageid"'], chinese), '"bltitle"和\u200b"blpageid"')
})
