import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stale } from '../generate/generate.ts'

test('the types of the client are those of the declarations', () => {
  assert.deepEqual(stale(), [], 'run "npm run client"')
})
