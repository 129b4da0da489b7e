import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsDocument, withLogEvents } from './log-events-list.ts'

test('docs/operations.md lists the log events', () => {
  const document = operationsDocument()
  assert.equal(document, withLogEvents(document), 'run: node bin/run.js test/docs/log-events-list.ts')
})
