import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedCache, cacheStatistics, memo } from './bounded-cache.ts'

test('keeps what was used last and drops the rest', () => {
  const cache = new BoundedCache<string, number>({ limit: 4 })
  for (const [i, key] of ['a', 'b', 'c', 'd'].entries()) cache.set(key, i)
  assert.equal(cache.get('a'), 0)
  cache.set('e', 4)
  cache.set('f', 5)
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'e', 'f'].filter(key => cache.has(key)),
    ['a', 'e', 'f'],
  )
})

test('never weighs more than its limit', () => {
  const cache = new BoundedCache<number, string>({ limit: 100 })
  for (let i = 0; i < 1000; i++) {
    cache.set(i, 'x', 1 + ((i * 7) % 40))
    if (i % 3 === 0) cache.get(i - 2)
    if (i % 5 === 0) cache.delete(i - 1)
    assert.ok(cache.weight <= 100, `${cache.weight} at ${i}`)
  }
  cache.clear()
  assert.equal(cache.weight, 0)
})

test('does not keep what would push out everything else', () => {
  const cache = new BoundedCache<string, string>({ limit: 10 })
  cache.set('small', 'kept', 1)
  cache.set('large', 'not kept', 6)
  assert.deepEqual([cache.get('small'), cache.get('large')], ['kept', undefined])
})

test('a value that is set again replaces the old one, and its weight', () => {
  const cache = new BoundedCache<string, string>({ limit: 10 })
  cache.set('a', 'old', 4)
  cache.set('a', 'new', 2)
  assert.deepEqual([cache.get('a'), cache.weight], ['new', 2])
})

test('named caches report how they serve, added up by name', () => {
  const caches = [1, 2].map(() => new BoundedCache<string, number>({ name: 'test texts', limit: 10 }))
  for (const cache of caches) {
    cache.get('a')
    cache.set('a', 1, 3)
    cache.get('a')
  }
  const [sum] = cacheStatistics().filter(({ name }) => name === 'test texts')
  assert.deepEqual(sum, { name: 'test texts', hits: 2, misses: 2, weight: 6 })
})

test('a memo computes each result once while it is kept', () => {
  let computed = 0
  const double = memo(10, (n: number) => {
    computed++
    return 2 * n
  })
  assert.deepEqual([double(2), double(2), double(3)], [4, 4, 6])
  assert.equal(computed, 2)
})
