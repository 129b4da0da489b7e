import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stale } from '../generate/generate.ts'

test('the generated types are up to date', () => {
  assert.deepEqual(stale(), [], 'run "npm run client"')
})
