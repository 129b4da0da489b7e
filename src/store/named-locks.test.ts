import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { holdLock, LOCKS } from './named-locks.ts'
import { onEachEngine } from './testing.ts'

const names = Object.keys(LOCKS) as (keyof typeof LOCKS)[]

/** Holds back readers of the change log by a number instead of a name. */
const NUMBERED = path.join('store', 'log-order.ts')

test('no other file takes transaction locks', () => {
  const root = path.join(import.meta.dirname, '..')
  const elsewhere = globSync('**/*.ts', { cwd: root })
    .filter(file => !file.startsWith('store/named-locks') && file !== NUMBERED)
    .filter(file => readFileSync(path.join(root, file), 'utf8').includes('pg_advisory_xact'))
  assert.deepEqual(elsewhere, [])
})

onEachEngine('locks', open => {
  test('different locks do not block each other', async () => {
    const store = await open()
    for (const held of names)
      await store.transaction(async tx => {
        await holdLock(tx, held)
        // SQLite allows only one writer, regardless of locks.
        if (store.engine === 'sqlite') return
        for (const other of names) if (other !== held) await store.transaction(tx2 => holdLock(tx2, other))
      })
    assert.ok(names.length > 0)
  })
})
