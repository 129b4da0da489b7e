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

interface Document {
  paths: Record<string, Record<string, { parameters: Parameter[]; requestBody?: { content: object } }>>
}

const tree = new ModuleTree(actions, queryModules)
const document = actionOpenApi(tree, defaultSite(), 'https://wiki.example.org', '1') as unknown as Document

test('the OpenAPI document of the Action API passes the linter', async () => {
  // The Action API sends errors with status 200.
  assert.deepEqual(await findings(document, { 'operation-4xx-response': 'off' }), [])
})

test('every operation, parameter and property has a description and an example', () => {
  assert.deepEqual(undescribed(document), [])
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
