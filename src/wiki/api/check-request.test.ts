import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { actionApi, actions } from '../actions/index.ts'
import { queryModules } from '../query/registry.ts'
import { type TestWiki, testWiki } from '../testing.ts'
import { checking, type Remark } from './check-request.ts'
import { ModuleTree } from './module-tree.ts'

const check = checking(actionApi, () => new ModuleTree(actions, queryModules))
let tested: TestWiki
before(async () => {
  tested = await testWiki()
})

async function remarks(params: Readonly<Record<string, string>>): Promise<Remark[]> {
  const { wiki } = tested
  const given = new Map(Object.entries({ uselang: 'en', ...params }))
  const request = { method: 'GET', params: given, inUrl: given, files: new Map(), ip: '192.0.2.1' } as const
  const answer = await check(
    wiki,
    { ...request, header: () => undefined },
    wiki.services.callers.anonymous('192.0.2.1'),
  )
  return JSON.parse(String(answer.body)).remarks
}

test("reports on each argument in the API's own messages", async () => {
  const said = await remarks({
    action: 'query',
    list: 'categorymembers|allpages',
    generator: 'links',
    cmlimit: '5000',
    cmsort: 'size',
    apfrom: 'A',
    gpllimit: 'many',
    gplnamespace: '0',
  })
  assert.deepEqual(
    said.map(({ name, code, refused }) => [name, code, refused]),
    [
      ['cmlimit', 'outofrange', false],
      ['cmsort', 'badvalue', true],
      ['gpllimit', 'badinteger', true],
    ],
  )
  const { error } = (await tested.ask({ action: 'query', list: 'categorymembers', cmsort: 'size' })).json
  assert.equal(said[1]!.html.replace(/<[^>]+>/g, '').replaceAll('&quot;', '"'), error.info)
})

test('reports missing required arguments without running anything', async () => {
  const said = await remarks({ action: 'managetags', operation: 'create', token: 'x' })
  assert.deepEqual(
    said.map(({ name, code }) => [name, code]),
    [['tag', 'missingparam']],
  )
  const { query } = (await tested.ask({ action: 'query', list: 'tags', formatversion: '2', tglimit: 'max' })).json
  await remarks({ action: 'managetags', operation: 'create', tag: 'checked', token: 'x' })
  const after = (await tested.ask({ action: 'query', list: 'tags', formatversion: '2', tglimit: 'max' })).json
  assert.deepEqual(after.query, query)
})

test('handles unusual names and values', async () => {
  assert.deepEqual(await remarks({}), [])
  assert.equal((await remarks({ action: '__proto__' }))[0]!.name, 'action')
  assert.equal((await remarks({ action: 'query', list: 'constructor' }))[0]!.name, 'list')
  assert.deepEqual(
    (await remarks({ action: 'query', list: Array.from({ length: 600 }, () => 'allpages').join('|') })).map(
      ({ code }) => code,
    ),
    ['toomanyvalues'],
  )
})
