import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Shelf } from '../shared/shelf.ts'
import { Drafts, recall } from './drafts.ts'

/** In-memory browser storage. */
class Memory implements Shelf {
  readonly items = new Map<string, string>()
  get length(): number {
    return this.items.size
  }
  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null
  }
  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value)
  }
  removeItem(key: string): void {
    this.items.delete(key)
  }
}

const DAY = 86_400_000

describe('unsaved work', () => {
  test('is stored per string and account', () => {
    const shelf = new Memory()
    const mine = new Drafts(shelf, 'Ana', () => 5)
    mine.keep(7, ['a', 'b'], 'v1')
    assert.deepEqual(mine.of(7), { target: ['a', 'b'], version: 'v1', at: 5 })
    assert.equal(mine.of(8), null)
    assert.equal(new Drafts(shelf, 'Ben').of(7), null)
    assert.equal(new Drafts(shelf, null).of(7), null)
    mine.forget(7)
    assert.equal(mine.of(7), null)
  })

  test('is dropped when old or too many; other keys are kept', () => {
    const shelf = new Memory()
    shelf.setItem('something-else', 'stays')
    let now = 0
    const drafts = new Drafts(shelf, 'Ana', () => now)
    drafts.keep(1, ['old'], '')
    for (let i = 2; i <= 310; i++) {
      now = 30 * DAY + i
      drafts.keep(i, ['new'], '')
    }
    now = 70 * DAY
    drafts.tidy()
    assert.equal(drafts.of(1), null)
    assert.equal(drafts.of(2), null)
    assert.notEqual(drafts.of(310), null)
    assert.equal(shelf.items.size, 301)
    assert.equal(shelf.getItem('something-else'), 'stays')
  })

  test('is ignored if it cannot be parsed', () => {
    const shelf = new Memory()
    const drafts = new Drafts(shelf, 'Ana')
    for (const value of ['{', 'null', '{"target":"x"}', '{"target":[1]}']) {
      shelf.setItem('parlance-draft:Ana:1', value)
      assert.equal(drafts.of(1), null)
    }
  })

  test('works without storage', () => {
    const full = new Memory()
    full.setItem = () => {
      throw new Error('full')
    }
    for (const shelf of [full, null]) {
      const drafts = new Drafts(shelf, 'Ana')
      drafts.keep(1, ['x'], '')
      drafts.forget(1)
      drafts.tidy()
      assert.equal(drafts.of(1), null)
    }
  })
})

describe('a draft and its string', () => {
  const unit = { target: ['saved'], version: 'v2' }
  const draft = (target: string[], version: string) => ({ target, version, at: 0 })
  const cases = [
    ['none', null],
    ['stale', draft(['saved'], 'v1')],
    ['stale', draft(['other', 'number of forms'], 'v2')],
    ['restore', draft(['mine'], 'v2')],
    ['restore', draft(['mine'], '')],
    ['conflict', draft(['mine'], 'v1')],
  ] as const
  for (const [expected, given] of cases)
    test(`${JSON.stringify(given)}: ${expected}`, () => assert.equal(recall(given, unit), expected))
})
