import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '..', '..')
const text = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, { gypfile?: boolean }> }

// npm compiles packages with a binding.gyp unless they declare `gypfile: false`. This one does, because it ships
// binaries. But npm reads the flag from the lock file and does not write it there, so without our line, "npm ci" needs
// a compiler.
test('npm ci compiles nothing', () => {
  const entry = packages['node_modules/better-sqlite3']
  assert.equal(entry?.gypfile, false, 'restore "gypfile": false in the entry of better-sqlite3 in package-lock.json')
})

test('the lock file names no registry', () => {
  assert.ok(!text.includes('"resolved"'), 'run npm with --omit-lockfile-registry-resolved')
})
