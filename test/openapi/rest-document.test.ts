import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../src/translation/api/openapi/document.ts'
import { AnswerCheck } from '../../src/translation/api/openapi/testing.ts'
import { rest } from '../../src/translation/api/resources/index.ts'
import { Addresses } from '../../src/translation/values/addresses.ts'
import { findings, undescribed } from './lint.ts'

const document = openApi(rest, new Addresses('https://translate.example.org'), '1') as unknown as Document

interface Document {
  paths: Record<string, Record<string, { operationId?: string; description?: string; summary?: string }>>
}

test('the OpenAPI document of the REST API passes the linter', async () => {
  // URLs of Weblate's API end with a slash.
  assert.deepEqual(await findings(document, { 'no-path-trailing-slash': 'off' }), [])
})

test('every operation, parameter and property has a description and an example', () => {
  assert.deepEqual(undescribed(document), [])
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, { summary, description }] of Object.entries(item))
      if (method !== 'parameters') assert.ok(summary && description, `${method} ${path}`)
})

test('detects responses that do not match the document', () => {
  const check = new AnswerCheck(document)
  const json = { 'content-type': 'application/json' }
  const problem = (body: object, status = 200) =>
    check.problem('GET', '/api/users/Anna/statistics/', { status, headers: json, text: JSON.stringify(body) })
  const valid = { translated: 1, suggested: 0, uploaded: 0, commented: 0, languages: 1 }
  assert.equal(problem(valid), null)
  assert.match(problem({ ...valid, more: 1 })!, /must NOT have additional properties/)
  assert.match(problem({ ...valid, translated: '1' })!, /must be integer/)
  assert.match(problem({ translated: 1 })!, /must have required property/)
  assert.match(problem(valid, 202)!, /status 202/)
  assert.match(problem(valid, 404)!, /must have required property 'type'/)
  const text = { 'content-type': 'text/plain' }
  assert.match(check.problem('GET', '/api/users/', { status: 200, headers: text, text: '' })!, /"text\/plain"/)
  assert.match(
    check.problem('GET', '/api/nothing/', { status: 200, headers: json, text: '{}' })!,
    /not in the document/,
  )
})
