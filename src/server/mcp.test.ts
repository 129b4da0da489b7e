// The Model Context Protocol, with the client of its own SDK.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestCatalogue, testCatalogue } from '#translation/catalogue/testing.ts'
import { buildServer, type Server } from './build-server.ts'
import { loadParts } from './parts.ts'

onEachEngine('the MCP server', open => {
  let server: Server
  let base: string
  let key: string
  let shown: TestCatalogue

  before(async () => {
    const store = await open()
    const clock = manualClock()
    server = await buildServer({ store, clock, config: testConfig, parts: await loadParts() })
    base = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const { id } = await server.services.accounts.register({ name: 'Boss', isSuperuser: true, groups: ['sysop'] })
    key = await store.transaction(tx => regenerateApiKey(tx, id, clock))
    shown = await testCatalogue(server.services)
    await testCatalogue(server.services, { slug: 'hidden', access: 100 })
  })
  after(() => server.app.close())

  const connect = async (headers: Record<string, string>) => {
    const client = new Client({ name: 'test', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', base), { requestInit: { headers } })
    await client.connect(transport as Parameters<Client['connect']>[0])
    return client
  }
  const call = async (client: Client, name: string, args: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: args })
    return { text: (content as { text: string }[])[0]!.text, isError: isError === true }
  }

  test('lists tools, reads, rehearses, edits and compares', async () => {
    const client = await connect({ authorization: `Bearer ${key}` })
    const { tools } = await client.listTools()
    assert.ok(tools.some(({ name, annotations }) => name === 'edit_page' && annotations?.readOnlyHint === false))
    const text = { title: 'Agent page', source: 'Made by an agent.', comment: 'try' }
    const rehearsed = await call(client, 'edit_page', { ...text, dry_run: true })
    assert.equal(rehearsed.isError, false)
    assert.match(rehearsed.text, /The page does not exist yet\. Without dry_run, it is created/)
    const created = JSON.parse((await call(client, 'edit_page', text)).text)
    const changed = { ...text, source: 'Changed by an agent.', base_revision: created.latest.id }
    const before = JSON.parse((await call(client, 'edit_page', { ...changed, dry_run: true })).text)
    assert.equal(before.source, text.source)
    const updated = JSON.parse((await call(client, 'edit_page', changed)).text)
    const revisions = { from: created.latest.id, to: updated.latest.id }
    assert.match((await call(client, 'compare_revisions', revisions)).text, /Changed/)
    assert.match((await call(client, 'search_pages', { q: 'agent' })).text, /Agent page/)
    await client.close()
  })

  test('lists and translates strings with the rights of the caller', async () => {
    const client = await connect({ authorization: `Bearer ${key}` })
    const unit = shown.units[0]!.id
    const strings = await call(client, 'list_strings', { project: 'hello', component: 'main', language: 'cs' })
    assert.match(strings.text, new RegExp(`"id":\\s?${unit}`))
    assert.equal((await call(client, 'translate_string', { unit, target: 'Ahoj, světe!\n' })).isError, false)
    const visitor = await connect({})
    assert.ok((await call(visitor, 'translate_string', { unit, target: 'Ne\n' })).isError)
    assert.ok((await call(visitor, 'edit_page', { title: 'X', source: 'x', comment: 'y' })).isError)
    assert.doesNotMatch((await call(visitor, 'list_projects', {})).text, /hidden/)
    await Promise.all([client.close(), visitor.close()])
  })

  test('reads glossaries, memory and pages as resources, with the rights of the caller', async () => {
    const authorization = `Bearer ${key}`
    const send = (method: 'POST', url: string, payload: object) =>
      server.app.inject({ method, url, headers: { authorization }, payload })
    for (const project of ['hello', 'hidden']) {
      const terms = { name: 'Terms', slug: 'terms', file_format: 'csv', is_glossary: true, manage_units: true }
      assert.equal((await send('POST', `/api/projects/${project}/components/`, terms)).statusCode, 201)
      await send('POST', `/api/components/${project}/terms/translations/`, { language_code: 'cs' })
      const term = { source: ['harbour'], target: ['přístav'] }
      assert.equal((await send('POST', `/api/translations/${project}/terms/cs/units/`, term)).statusCode, 200)
    }
    const client = await connect({ authorization })
    const visitor = await connect({})
    const listed = async (of: Client) => (await of.listResources()).resources.map(({ uri }) => uri)
    const open = 'parlance://glossary/hello/terms'
    const closed = 'parlance://glossary/hidden/terms'
    assert.deepEqual(await listed(client), ['parlance://memory', open, closed])
    assert.deepEqual(await listed(visitor), [open])
    const { resourceTemplates } = await client.listResourceTemplates()
    assert.equal(resourceTemplates.length, 3)
    const read = async (of: Client, uri: string) => {
      const { contents } = await of.readResource({ uri })
      return JSON.parse((contents[0] as { text: string }).text)
    }
    const languages = (await read(visitor, open)).results.map((each: { language_code: string }) => each.language_code)
    assert.ok(languages.includes('cs'))
    assert.deepEqual((await read(visitor, `${open}/cs`)).results[0].target, ['přístav'])
    assert.deepEqual((await read(client, `${closed}/cs`)).results[0].target, ['přístav'])
    await assert.rejects(read(visitor, `${closed}/cs`), { code: -32002 })
    assert.equal(typeof (await read(client, 'parlance://memory/en/cs?source=harbour')).count, 'number')
    await assert.rejects(read(visitor, 'parlance://memory'), { code: -32000 })
    await call(client, 'edit_page', { title: 'Help/Agents', source: 'Read me.', comment: 'new' })
    assert.equal((await read(visitor, 'parlance://page/Help/Agents')).source, 'Read me.')
    for (const uri of [
      'parlance://nothing',
      'parlance://glossary/../x',
      'https://example.org/',
      'parlance://memory/en',
    ])
      await assert.rejects(read(client, uri), { code: -32002 }, uri)
    await Promise.all([client.close(), visitor.close()])
  })

  test('rejects signed requests, whose signature cannot reach the APIs', async () => {
    const headers = { authorization: 'OAuth oauth_token="x"', 'content-type': 'application/json' }
    const { statusCode, body } = await server.app.inject({ method: 'POST', url: '/mcp', headers, payload: '{}' })
    assert.equal(statusCode, 401)
    assert.match(body, /Send a bearer token/)
  })

  test('marks what agents change, and nobody else can', async () => {
    const client = await connect({ authorization: `Bearer ${key}` })
    const source = { source: 'Marked.', comment: 'try' }
    const { latest } = JSON.parse((await call(client, 'edit_page', { title: 'Marked', ...source })).text)
    const query = async (params: string) =>
      (await server.app.inject({ url: `/w/api.php?format=json&formatversion=2&action=query&${params}` })).json().query
    const { pages } = await query(`prop=revisions&rvprop=ids|tags&revids=${latest.id}`)
    assert.deepEqual(pages[0].revisions[0].tags, ['parlance-agent'])
    const { tags } = await query('list=tags&tgprop=hitcount|defined|source&tglimit=max')
    const tag = tags.find(({ name }: { name: string }) => name === 'parlance-agent')
    assert.deepEqual([tag.defined, tag.source], [true, ['extension']])
    assert.ok(tag.hitcount > 0)
    const unit = shown.units[0]!.id
    assert.equal((await call(client, 'translate_string', { unit, target: 'Značka\n' })).isError, false)
    const headers = { authorization: `Bearer ${key}`, 'x-parlance-agent': 'guess' }
    const mine = { target: ['Bez značky\n'], state: 20 }
    await server.app.inject({ method: 'PATCH', url: `/api/units/${unit}/`, headers, payload: mine })
    const changes = await server.app.inject({ url: '/api/translations/hello/main/cs/changes/?action=2', headers })
    const marks = changes.json().results.map(({ details }: { details: { via?: string } }) => details.via)
    assert.deepEqual(marks.slice(0, 2), [undefined, 'mcp'])
    await client.close()
  })

  test('limits the messages of a request', async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const payload = Array.from({ length: 21 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
    const answer = await server.app.inject({ method: 'POST', url: '/mcp', headers, payload })
    assert.deepEqual([answer.statusCode, answer.json().error.code], [400, -32600])
  })

  test('names wrong arguments, and rejects bad bodies and other sites', async () => {
    const client = await connect({})
    assert.match((await call(client, 'read_page', {})).text, /"title" is missing/)
    assert.match((await call(client, 'read_page', { title: 3 })).text, /"title" must be of type string/)
    assert.match((await call(client, 'read_page', { title: 'A', colour: 'red' })).text, /Unknown argument "colour"/)
    assert.match((await call(client, 'nothing', {})).text, /There is no tool "nothing"/)
    await client.close()
    const headers = { 'content-type': 'application/json' }
    assert.equal((await server.app.inject({ method: 'POST', url: '/mcp', headers, payload: '{' })).statusCode, 400)
    const foreign = { ...headers, origin: 'https://other.example' }
    assert.equal(
      (await server.app.inject({ method: 'POST', url: '/mcp', headers: foreign, payload: '{}' })).statusCode,
      403,
    )
    assert.equal((await server.app.inject({ url: '/mcp' })).statusCode, 405)
  })
})
