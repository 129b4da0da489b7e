import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actions } from '../../src/wiki/actions/index.ts'
import { ModuleTree } from '../../src/wiki/api/module-tree.ts'
import { actionOpenApi } from '../../src/wiki/api/openapi/action-document.ts'
import { queryModules } from '../../src/wiki/query/registry.ts'
import { defaultSite } from '../../src/wiki/site/site.ts'
import { findings, undescribed } from './lint.ts'

interface Parameter {
  name: string
  required?: boolean
  schema: { type: string; enum?: string[]; items?: { enum?: string[] } }
}

interface Operation {
  parameters: Parameter[]
  requestBody?: { content: object }
  responses: { 200: { content: { 'application/json': { schema: { allOf: [object, object] } } } } }
}

interface Document {
  paths: Record<string, Record<string, Operation>>
}

const tree = new ModuleTree(actions, queryModules)
const document = actionOpenApi(tree, defaultSite(), 'https://wiki.example.org', '1') as unknown as Document

test('the OpenAPI document of the Action API passes the linter', async () => {
  // The Action API sends errors with status 200.
  assert.deepEqual(await findings(document, { 'operation-4xx-response': 'off' }), [])
})

test('every operation and parameter has a description and an example', () => {
  // Members of results have the names that MediaWiki documents.
  assert.deepEqual(undescribed(document, 'responses'), [])
})

test('responses have the declared results as their schema', () => {
  const schemaOf = (path: string) =>
    document.paths[`/w/api.php#${path}`]!.get!.responses[200].content['application/json'].schema.allOf[1]
  const listed = { type: 'array', items: { type: 'object', required: ['pageid', 'ns', 'title'] } }
  assert.partialDeepStrictEqual(schemaOf('query+allpages'), {
    properties: { query: { properties: { allpages: listed } } },
  })
  const info = { type: 'object', properties: { lastrevid: { type: 'integer' }, missing: { type: 'boolean' } } }
  assert.partialDeepStrictEqual(schemaOf('query+info'), {
    properties: { query: { properties: { pages: { items: info } } } },
  })
  assert.partialDeepStrictEqual(schemaOf('parse'), {
    properties: { parse: { properties: { text: { type: 'string' } } } },
  })
})

test('every module has a path with its parameters', () => {
  const names = Object.keys(document.paths).map(path => path.replace('/w/api.php#', ''))
  const modules = tree.select('**').filter(({ module }) => module.group !== 'format')
  assert.deepEqual(names.sort(), modules.map(({ path }) => path).sort())
  const { parameters } = document.paths['/w/api.php#query+allpages']!.get!
  const byName = new Map(parameters.map(each => [each.name, each]))
  assert.deepEqual(byName.get('action')!.schema.enum, ['query'])
  assert.deepEqual(byName.get('list')!.schema.enum, ['allpages'])
  assert.deepEqual(byName.get('apdir')!.schema.enum, ['ascending', 'descending'])
  const edit = document.paths['/w/api.php#edit']!.post!
  assert.deepEqual(Object.keys(edit.requestBody!.content), ['application/x-www-form-urlencoded'])
})
