import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { holdLock, LOCKS } from './named-locks.ts'
import { onEachEngine } from './testing.ts'

const names = Object.keys(LOCKS) as (keyof typeof LOCKS)[]

test('all locks of transactions are taken here', () => {
  const root = path.join(import.meta.dirname, '..')
  const elsewhere = globSync('**/*.ts', { cwd: root })
    .filter(file => !file.startsWith('store/named-locks'))
    .filter(file => readFileSync(path.join(root, file), 'utf8').includes('pg_advisory_xact'))
  assert.deepEqual(elsewhere, [])
})

onEachEngine('locks', open => {
  test('whoever holds one is in nobody’s way who wants another', async () => {
    const store = await open()
    for (const held of names)
      await store.transaction(async tx => {
        await holdLock(tx, held)
        // On SQLite a second writer waits for the first, whatever either of them wants.
        if (store.engine === 'sqlite') return
        for (const wanted of names) if (wanted !== held) await store.transaction(other => holdLock(other, wanted))
      })
    assert.ok(names.length > 0)
  })
})
