import assert from 'node:assert/strict'
import { test } from 'node:test'
import { having } from './items.ts'

interface Item {
  readonly title?: string
  readonly size?: number
}

test('keeps items that have all of the members', () => {
  const items: Item[] = [{ title: 'Kettle', size: 0 }, { title: 'Pot' }, { size: 3 }]
  assert.deepEqual(having(items, 'title', 'size'), [items[0]])
  assert.deepEqual(having<Item, 'title'>(undefined, 'title'), [])
})
