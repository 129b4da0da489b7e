import assert from 'node:assert/strict'
import { test } from 'node:test'
import { weblateDocument, withLists } from './weblate-lists.ts'

test('docs/weblate.md lists formats, add-ons, checks, search fields, settings and addresses', () => {
  const document = weblateDocument()
  assert.equal(document, withLists(document), 'run: node bin/run.js test/docs/weblate-lists.ts')
})
