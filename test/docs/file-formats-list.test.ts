import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weblateDocument, withFileFormats } from './file-formats-list.ts'

test('docs/weblate.md lists the file formats', () => {
  const document = weblateDocument()
  assert.equal(document, withFileFormats(document), 'run: node bin/run.js test/docs/file-formats-list.ts')
})
