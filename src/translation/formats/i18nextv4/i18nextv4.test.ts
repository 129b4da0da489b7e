import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMonolingual } from '../monolingual.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { i18nextv4 } from './i18nextv4.ts'

const english = fixture(import.meta.dirname, 'shop-en.json')
const polish = fixture(import.meta.dirname, 'shop-pl.json')

test('keys that end in a plural category form one unit', () => {
  const file = i18nextv4.parse(english, { language: 'en' })
  assert.deepEqual(
    file.units.map(({ context, target }) => [context, ...target]),
    [
      ['cart.title', 'Cart'],
      ['cart.item', 'item'],
      ['cart.item', '{{count}} item', '{{count}} items'],
      ['cart.step_one', 'Step one'],
      ['place_ordinal', '{{count}}st place', '{{count}}nd place', '{{count}}rd place', '{{count}}th place'],
      ['welcome', 'Welcome, {{name}}!'],
    ],
  )
})

test('changes a single form and inserts a missing one among its siblings', () => {
  const file = i18nextv4.parse(polish, { language: 'pl' })
  const item = unitOf(file, 'cart.item_*')
  assert.equal(item.target.length, 4)
  const changed = file.serialize({
    update: [{ id: item.id, target: [...item.target.slice(0, 3), '{{count}} sztuki'] }],
  })
  assert.deepEqual(changedLines(polish, changed), [
    '-    "item_other": "{{count}} rzeczy",',
    '+    "item_other": "{{count}} sztuki",',
  ])
  const fewer = Buffer.from('{\n  "item_one": "a",\n  "item_other": "b"\n}\n')
  const filled = i18nextv4.parse(fewer, { language: 'pl' }).serialize({
    update: [{ id: 'item_*', target: ['a', 'f', 'm', 'b'] }],
  })
  assert.equal(
    Buffer.from(filled).toString(),
    '{\n  "item_one": "a",\n  "item_few": "f",\n  "item_many": "m",\n  "item_other": "b"\n}\n',
  )
})

test('the template determines plurals in languages with one form', async () => {
  const template = i18nextv4.parse(english, { language: 'en' })
  const japanese = await openMonolingual(i18nextv4, Buffer.from('{}\n'), template, { language: 'ja' })
  assert.deepEqual(unitOf(japanese, 'cart.item_*').target, [''])
  const written = japanese.serialize({
    update: [
      { id: 'cart.item_*', target: ['{{count}} 点'] },
      { id: 'cart.step_one', target: ['第一歩'] },
    ],
  })
  const text = '{\n  "cart": {\n    "item_other": "{{count}} 点",\n    "step_one": "第一歩"\n  }\n}\n'
  assert.equal(Buffer.from(written).toString(), text)
  const again = await openMonolingual(i18nextv4, written, template, { language: 'ja' })
  assert.deepEqual(unitOf(again, 'cart.item_*').target, ['{{count}} 点'])
})
