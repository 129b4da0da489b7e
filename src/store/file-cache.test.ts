import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { NO_CLAIMS } from '#cache/shared-cache.ts'
import { FileCache } from './file-cache.ts'
import { newCacheFile } from './new-cache-file.ts'
import { temporaryFolder } from './testing.ts'

const errors: unknown[] = []
const opened = (file: string, limit = 1_000_000) =>
  new FileCache({ file, name: 'test', limit, claims: NO_CLAIMS, onError: error => errors.push(error) })
const bytes = (size: number, fill = 'x') => Buffer.alloc(size, fill)

test('a file cache shows what another connection wrote, with a new stamp for each value', () => {
  const file = newCacheFile(temporaryFolder())
  const [one, two] = [opened(file), opened(file)]
  const first = one.set('a', bytes(10, 'a'))
  assert.deepEqual(two.get('a'), { value: bytes(10, 'a'), stamp: first })
  const second = two.set('a', bytes(10, 'b'))
  assert.notEqual(second, first)
  assert.deepEqual(one.get('a'), { value: bytes(10, 'b'), stamp: second })
  assert.equal(one.get('b'), undefined)
  assert.deepEqual([one.statistics.hits, one.statistics.misses], [1, 1])
  for (const cache of [one, two]) cache.close()
})

test('a full file loses the oldest entries, but not one that is still read', () => {
  const file = newCacheFile(temporaryFolder())
  const cache = opened(file)
  for (let i = 0; i < 1000; i++) {
    cache.set(`key ${i}`, bytes(5000))
    assert.ok(cache.get('key 0'), `after ${i}`)
  }
  assert.equal(cache.get('key 1'), undefined)
  assert.ok(cache.get('key 999'))
  cache.close()
  assert.ok(statSync(file).size <= 1_200_000, String(statSync(file).size))
})

test('a value that would evict most others is not kept', () => {
  const cache = opened(newCacheFile(temporaryFolder()))
  cache.set('small', bytes(10))
  assert.equal(cache.set('large', bytes(500_000)), 0)
  assert.equal(cache.get('large'), undefined)
  assert.ok(cache.get('small'))
  cache.close()
})

test('a broken file is reported once, and then it is as if it were empty', () => {
  const file = newCacheFile(temporaryFolder())
  const cache = opened(file)
  cache.close()
  errors.length = 0
  assert.deepEqual([cache.get('a'), cache.set('a', bytes(1)), errors.length], [undefined, 0, 1])
})

test('a server that starts deletes the files of earlier starts on this host only', () => {
  const data = temporaryFolder()
  assert.ok(!existsSync(newCacheFile(data)))
  mkdirSync(path.join(data, 'cache'))
  const old = newCacheFile(data)
  writeFileSync(old, '')
  writeFileSync(path.join(data, 'cache', 'pages-elsewhere-1-a.db'), '')
  assert.notEqual(newCacheFile(data), old)
  assert.deepEqual(readdirSync(path.join(data, 'cache')), ['pages-elsewhere-1-a.db'])
})
