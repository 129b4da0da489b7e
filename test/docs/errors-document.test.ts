import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ERRORS_FILE, errorsDocument } from './errors-document.ts'

test('docs/errors.md is up to date', () => {
  assert.equal(readFileSync(ERRORS_FILE, 'utf8'), errorsDocument(), 'run: node bin/run.js test/docs/errors-document.ts')
})
