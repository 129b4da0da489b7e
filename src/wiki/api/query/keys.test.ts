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
  assert.throws(() => readCursor(keys, value), { code: 'badcontinue' }, value)

describe('the continue value of a list', () => {
  test('is made of the keys, in their order, and read back into their values', () => {
    const keys = [number('page.ns'), text('page.title'), time('page.touched'), looseNumber('link.id', 'page_id')]
    const value = writeCursor(keys, { ns: 14, title: 'A_b', touched: 1_794_700_800, page_id: 3 })
    assert.equal(value, '14|A_b|20261115000000|3')
    assert.deepEqual(readCursor(keys, String(value)), [14, 'A_b', 1_794_700_800, 3])
  })

  test('is refused unless it has as many parts as there are keys, each of its kind', () => {
    for (const value of ['', '5', '20261115000000|x', '20261115000000|5|6', 'soon|5']) refused(timeKeys('log'), value)
    refused([text('title')], 'a|b')
  })

  test('may hold anything for a number that was never checked', () => {
    assert.deepEqual(readCursor([looseNumber('id'), text('title')], '12abc|A'), [12, 'A'])
    assert.deepEqual(readCursor([looseNumber('id'), text('title')], 'abc|A'), [0, 'A'])
  })

  test('is a number on the wire where a list says so, read up to the first thing that is no digit', () => {
    const keys = [onlyNumber('revision.id')]
    assert.equal(writeCursor(keys, { id: 7 }), 7)
    assert.deepEqual(readCursor(keys, '7|8'), [7])
  })

  test('may have words in it, which must be the same, and parts that are coded', () => {
    const hex = keyOf<Buffer>(
      key => key.toString('hex'),
      part => Buffer.from(part, 'hex'),
    )
    const keys = [word('actor'), hex('link.sortkey')]
    assert.equal(writeCursor(keys, { sortkey: Buffer.from('AB') }), 'actor|4142')
    assert.deepEqual(readCursor(keys, 'actor|4142'), ['actor', Buffer.from('AB')])
    refused(keys, 'name|4142')
  })

  test('goes on with the parts of a list within the list, all of them or none', () => {
    const [outer, inner] = [[number('ns')], [number('via'), text('title')]]
    assert.deepEqual(readCursor(outer, '5', inner), [5])
    assert.deepEqual(readCursor(outer, '5|6|A', inner), [5, 6, 'A'])
    assert.throws(() => readCursor(outer, '5|6', inner), { code: 'badcontinue' })
  })
})

test('a list is ordered by its keys, except those that are only carried along, and by what breaks ties', () => {
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

test('the words for directions', () => {
  for (const dir of ['desc', 'descending', 'older']) assert.equal(directionOf(dir), 'desc')
  for (const dir of ['asc', 'ascending', 'newer', undefined]) assert.equal(directionOf(dir), 'asc')
})
