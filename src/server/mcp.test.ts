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
    assert.ok((await call(client, 'edit_page', { ...text, dry_run: true })).isError, 'the page does not exist yet')
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
