import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restOpenApi } from '../../src/wiki/rest/openapi.ts'
import { findings, undescribed } from './lint.ts'

const document = restOpenApi('https://wiki.example.org', '1')

test("the OpenAPI document of the wiki's REST API passes the linter", async () => {
  assert.deepEqual(await findings(document), [])
})

test("every operation and parameter of the wiki's REST API is described", () => {
  assert.deepEqual(
    undescribed(document, 'responses').filter(line => !line.startsWith('/components/schemas')),
    [],
  )
})
