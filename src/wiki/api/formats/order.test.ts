// JavaScript objects put integer-like keys first; responses must keep the order of the results.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asObject, content, keyedList, list, OrderedEntries, type Row } from '../result/shape.ts'
import { toJson } from './json.ts'
import { toPhp } from './php.ts'
import { toXml } from './xml.ts'

const plain = { version: 1, utf8: true, ascii: false, pretty: false } as const
const pages = (): [number, Row][] => [
  [-1, { title: 'Gone', missing: true }],
  [51, { title: 'Z', new: true }],
  [49, { title: 'A', new: false }],
]

test('pages keep their order in version 1, with missing ones first', () => {
  const result = { batchcomplete: true, query: { pages: keyedList('page', pages()), tags: list('t', ['x']) } }
  const json =
    '{"batchcomplete":"","query":{"pages":{"-1":{"title":"Gone","missing":""},"51":{"title":"Z","new":""},"49":{"title":"A"}},"tags":["x"]}}'
  assert.equal(toJson(result, plain), json)
  assert.match(toPhp(result, plain), /a:3:\{i:-1;.*i:51;.*i:49;/)
  assert.match(toXml(result, false), /<page _idx="-1" .*<page _idx="51" .*<page _idx="49" /)
})

test('manually written order has the same layout in the HTML format', () => {
  const pretty = { ...plain, version: 2, pretty: true } as const
  const ordered = new OrderedEntries('rev', [
    ['x', { revid: 9, lines: ['a\nb', {}] }],
    ['y', 1],
  ])
  const native = { x: { revid: 9, lines: ['a\nb', {}] }, y: 1 }
  const around = (badrevids: unknown) => ({
    batchcomplete: true,
    left: undefined,
    query: { badrevids, empty: asObject({}) },
  })
  assert.equal(toJson(around(ordered), pretty), toJson(around(native), pretty))
  assert.equal(
    toJson(around(ordered), { ...pretty, pretty: false }),
    toJson(around(native), { ...pretty, pretty: false }),
  )
})

test('keys that already sort correctly stay a plain object', () => {
  const result = { query: { pages: keyedList('page', pages().toReversed()) } }
  assert.equal(
    toJson(result, plain),
    '{"query":{"pages":{"49":{"title":"A"},"51":{"title":"Z","new":""},"-1":{"title":"Gone","missing":""}}}}',
  )
})

test('XML never mixes text with elements', () => {
  const plain = content({ code: 'x', html: '<b>no</b>' }, 'html')
  assert.equal(
    toXml({ warning: plain }, false),
    '<?xml version="1.0"?><api><warning code="x" xml:space="preserve">&lt;b&gt;no&lt;/b&gt;</warning></api>',
  )
  const withData = content({ code: 'x', html: 'no', data: { values: ['v', ''] } }, 'html')
  assert.equal(
    toXml({ warning: withData }, false),
    '<?xml version="1.0"?><api><warning code="x"><data><values><_v>v</_v><_v /></values></data>' +
      '<html xml:space="preserve">no</html></warning></api>',
  )
})

test('an object whose members are all left out in version 1 stays an object', () => {
  const written = (facts: Row) => toJson({ facts }, plain)
  assert.equal(written(asObject({ isNew: false })), '{"facts":{}}')
  assert.equal(written({ isNew: false }), '{"facts":[]}')
  assert.equal(written(asObject({ isNew: false, title: 'A' })), '{"facts":{"title":"A"}}')
})
