import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../src/translation/api/openapi/document.ts'
import { rest } from '../../src/translation/api/resources/index.ts'
import { Addresses } from '../../src/translation/values/addresses.ts'
import { groupsOf, type OpenApiDocument, partOf } from '../../web/openapi/part-of.ts'

const document = openApi(rest, new Addresses('https://translate.example.org'), '1') as unknown as OpenApiDocument
const operations = ({ paths }: OpenApiDocument): string[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter(name => /^(get|put|post|patch|delete)$/.test(name))
      .map(method => `${method} ${path}`),
  )

test('every operation is in exactly one group', () => {
  const groups = groupsOf(document)
  assert.ok(groups.length > 5)
  const parts = groups.flatMap(({ name, count }) => {
    const own = operations(partOf(document, name))
    assert.equal(own.length, count, name)
    return own
  })
  assert.deepEqual(parts.sort(), operations(document).sort())
})

test('a part contains all that it references, and is much smaller than the whole', () => {
  const whole = JSON.stringify(document).length
  for (const { name } of groupsOf(document)) {
    const part = partOf(document, name)
    const text = JSON.stringify(part)
    for (const [, kind, each] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
      assert.ok(part.components?.[kind!]?.[each!], `${name}: ${kind} ${each}`)
    assert.ok(part.components?.securitySchemes)
    assert.ok(text.length < whole / 2, `${name}: ${text.length} of ${whole}`)
  }
})
