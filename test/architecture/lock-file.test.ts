import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '..', '..')
const text = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
const { packages } = JSON.parse(text) as { packages: Record<string, { gypfile?: boolean }> }

// npm compiles what has a binding.gyp unless the package says `gypfile: false`, as this one does because it brings its binaries
// along. npm looks for that in the lock file and does not write it there: without our line "npm ci" wants Python and a compiler.
test('npm ci compiles nothing', () => {
  const entry = packages['node_modules/better-sqlite3']
  assert.equal(entry?.gypfile, false, 'put "gypfile": false back into the entry of better-sqlite3 in package-lock.json')
})

test('the lock file names no registry', () => {
  assert.ok(!text.includes('"resolved"'), 'run npm with --omit-lockfile-registry-resolved')
})
