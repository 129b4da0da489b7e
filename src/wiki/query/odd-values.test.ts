// Unusual values, handled as in MediaWiki.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { temporaryStore } from '#store/testing.ts'
import { actionApi } from '../actions/index.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'

let site: EditingWiki
let ann: Editor
before(async () => {
  site = await editingWiki(await temporaryStore('sqlite'))
  ann = await site.person('Ann')
  await ann.edit('One', '[[Two]] {{Three}} [[File:Four.png]] https://example.com/path')
})

const ask = (params: Record<string, string>) => ann.ask({ action: 'query', ...params })
const codeOf = async (params: Record<string, string>) => (await ask(params)).error?.code

test('continue values of links are numbers, or count as 0', async () => {
  for (const [prop, field, value] of [
    ['images', 'images', { imcontinue: 'abc|A' }],
    ['links', 'links', { plcontinue: 'x|y|A' }],
    ['templates', 'templates', { tlcontinue: 'x|0|A' }],
  ] as const) {
    const [page] = (await ask({ prop, titles: 'One', ...value })).query.pages
    assert.ok(page[field].length > 0, prop)
  }
  assert.equal(await codeOf({ prop: 'links', titles: 'One', plcontinue: '12|0' }), 'badcontinue')
})

test('other lists reject unknown continue values', async () => {
  assert.equal(await codeOf({ list: 'pagepropnames', ppncontinue: 'a|b' }), 'badcontinue')
  assert.equal(await codeOf({ list: 'mystashedfiles', msfcontinue: 'x' }), 'badcontinue')
})

test('a wildcard is valid only at the start of a domain', async () => {
  const found = async (euquery: string) =>
    (await ask({ list: 'exturlusage', euprotocol: 'https', euquery })).query.exturlusage.length
  assert.equal(await found('*.example.com'), 1)
  assert.equal(await found('example.com/pa'), 1)
  for (const euquery of ['example.com/path*', 'example.com/*', 'exa*mple.com', '*'])
    assert.equal(await codeOf({ list: 'exturlusage', euquery }), 'badquery', euquery)
})

test('a repository without requested properties is an empty object', async () => {
  assert.deepEqual((await ask({ meta: 'filerepoinfo', friprop: '' })).query.repos, [{}])
})

test('only a temporary password can be removed from an account', async () => {
  const { requests } = (await ask({ meta: 'authmanagerinfo', amirequestsfor: 'remove' })).query.authmanagerinfo
  assert.deepEqual(Object.keys(requests[0].fields), ['mailpassword'])
  assert.deepEqual([requests.length, requests[0].account, requests[0].provider], [1, 'Ann', 'Temporary password'])
})

test('the listing includes tags, write modules, dynamic parameters and single numbers', async () => {
  await site.wiki.store.transaction(tx => tx.insertInto('tag_def').values({ name: 'zeal', user_defined: 1 }).execute())
  const { modules } = (await ann.ask({ action: 'paraminfo', modules: 'edit|login|clientlogin|query+search' })).paraminfo
  const param = (at: number, name: string) => modules[at].parameters.find((one: { name: string }) => one.name === name)
  assert.deepEqual(param(0, 'tags').type, ['zeal'])
  assert.deepEqual([modules[1].writerights, modules[2].writerights], [true, true])
  assert.deepEqual([modules[1].dynamicparameters, modules[2].dynamicparameters], [undefined, true])
  assert.equal(param(3, 'namespace').default, 0)
})

test('parse reports no redirects, and warns about missing variables', async () => {
  const parsed = await ann.ask({ action: 'parse', page: 'One', redirects: '1', prop: 'modules' })
  assert.deepEqual(parsed.parse.redirects, [])
  assert.match(parsed.warnings.parse.warnings, /^Property "modules" was set but not "jsconfigvars"/)
})

test('the error header contains every error code', async () => {
  const token = issueToken(ann.caller, 'csrf', site.clock)
  const params = {
    action: 'edit',
    title: 'MediaWiki:Common.css',
    text: 'x',
    token,
    format: 'json',
    errorformat: 'none',
  }
  const request = {
    method: 'POST' as const,
    params: new Map(Object.entries(params)),
    inUrl: new Set<string>(),
    files: new Map(),
    ip: '127.0.0.1',
    header: () => 'application/x-www-form-urlencoded',
  } as const
  const { headers, body } = await actionApi(site.wiki, request, ann.caller)
  const codes = JSON.parse(String(body)).errors.map((one: { code: string }) => one.code)
  assert.ok(codes.length > 1)
  assert.equal(headers['mediawiki-api-error'], codes.join(', '))
})
