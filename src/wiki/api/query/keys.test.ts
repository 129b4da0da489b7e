import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  carried,
  directionOf,
  type Key,
  keyOf,
  looseNumber,
  number,
  onlyNumber,
  readCursor,
  text,
  tieBreak,
  time,
  timeKeys,
  word,
  writeCursor,
} from './keys.ts'
import { stretch } from './wanted.ts'

const refused = (keys: readonly Key<never>[], value: string) =>
  assert.throws(() => readCursor(keys, value), { message: 'badcontinue' }, value)

describe('continue value', () => {
  test('is built from the keys and parsed back', () => {
    const keys = [number('page.ns'), text('page.title'), time('page.touched'), looseNumber('link.id', 'page_id')]
    const value = writeCursor(keys, { ns: 14, title: 'A_b', touched: 1_794_700_800, page_id: 3 })
    assert.equal(value, '14|A_b|20261115000000|3')
    assert.deepEqual(readCursor(keys, String(value)), [14, 'A_b', 1_794_700_800, 3])
  })

  test('is rejected unless it has one valid part for each key', () => {
    for (const value of ['', '5', '20261115000000|x', '20261115000000|5|6', 'soon|5']) refused(timeKeys('log'), value)
    refused([text('title')], 'a|b')
  })

  test('accepts anything for an unchecked number', () => {
    assert.deepEqual(readCursor([looseNumber('id'), text('title')], '12abc|A'), [12, 'A'])
    assert.deepEqual(readCursor([looseNumber('id'), text('title')], 'abc|A'), [0, 'A'])
  })

  test('can be a number on the wire, read up to the first non-digit', () => {
    const keys = [onlyNumber('revision.id')]
    assert.equal(writeCursor(keys, { id: 7 }), 7)
    assert.deepEqual(readCursor(keys, '7|8'), [7])
  })

  test('can contain fixed words and encoded parts', () => {
    const hex = keyOf<Buffer>(
      key => key.toString('hex'),
      part => Buffer.from(part, 'hex'),
    )
    const keys = [word('actor'), hex('link.sortkey')]
    assert.equal(writeCursor(keys, { sortkey: Buffer.from('AB') }), 'actor|4142')
    assert.deepEqual(readCursor(keys, 'actor|4142'), ['actor', Buffer.from('AB')])
    refused(keys, 'name|4142')
  })

  test('includes all or none of the parts of an inner list', () => {
    const [outer, inner] = [[number('ns')], [number('via'), text('title')]]
    assert.deepEqual(readCursor(outer, '5', inner), [5])
    assert.deepEqual(readCursor(outer, '5|6|A', inner), [5, 6, 'A'])
    assert.throws(() => readCursor(outer, '5|6', inner), { message: 'badcontinue' })
  })
})

test('a list is ordered by its keys, except carried ones, and then by tie-breaks', () => {
  const keys = [carried(number('link.ns')), number('link.id'), tieBreak('change.id')]
  assert.deepEqual(stretch(keys, 'desc', 11, [3, 9]), {
    order: [
      { column: 'link.id', direction: 'desc' },
      { column: 'change.id', direction: 'asc' },
    ],
    limit: 11,
    after: [9],
  })
  assert.equal(writeCursor(keys, { ns: 3, id: 9 }), '3|9')
})

test('recognizes the names of directions', () => {
  for (const dir of ['desc', 'descending', 'older']) assert.equal(directionOf(dir), 'desc')
  for (const dir of ['asc', 'ascending', 'newer', undefined]) assert.equal(directionOf(dir), 'asc')
})
