// What each kind of credential of one account may do: every operation of the REST API, every action and every page,
// with a session, an API key, a limited one, a bot password, OAuth 2 and OAuth 1.0a. The expected results follow from
// the declared scopes and from what the account may do without limits.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { PLATFORM_SCOPES, type PlatformScope } from '#accounts/scopes.ts'
import { TOOLS } from '#pages/mcp/tools.ts'
import { onEachEngine } from '#store/testing.ts'
import { METHODS } from '#translation/api/resource.ts'
import { rest } from '#translation/api/resources/index.ts'
import { scopeOf } from '#translation/api/scopes.ts'
import { actions } from '#wiki/actions/index.ts'
import { endpoints } from '#wiki/rest/endpoints/index.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { PAGE_ROWS } from './page-rows.ts'
import { outcomeOf, targetsOf } from './rest.ts'
import { openTestServer, type TestServer } from './test-server.ts'
import { ALL_SCOPES, type TokenKind, tokenKinds, WIKI_SCOPES } from './token-kinds.ts'
import { outcomeOf as wikiOutcome } from './wiki.ts'
import { WIKI_ROWS } from './wiki-rows.ts'

/** Deletes a line of a file, which is not rolled back, so that only the first request finds it. */
const WRITES_FILES = ['SSH host DELETE']

const operations = rest.flatMap(resource =>
  METHODS.flatMap(method => {
    const operation = resource.operations[method]
    return operation ? [{ resource, method, operation, key: `${resource.name} ${method}` }] : []
  }),
)

const NEW_PAGE: Readonly<Record<string, string>> = { title: 'New page' }

/** Arguments of tools for agents. */
const TOOL_ARGUMENTS: Readonly<Record<string, string | number>> = {
  q: 'main',
  title: 'Main Page',
  from: 1,
  to: 1,
  source: 'Text',
  comment: 'Summary',
  project: 'open',
  component: 'main',
  language: 'cs',
  target: 'Text',
}

const allBut = (scope: PlatformScope): string[] => ALL_SCOPES.filter(each => each !== scope)

onEachEngine('permissions of tokens', open => {
  let server: TestServer
  let fixtures: Fixtures
  let unlimited: TokenKind
  let session: TokenKind
  /** With one scope, and with all but one. */
  const exact = new Map<PlatformScope, TokenKind[]>()
  const lacking = new Map<PlatformScope, TokenKind[]>()
  /** With all scopes, those of the wiki, only "basic", and only those of the platform. */
  let whole: TokenKind[]
  let wiki: TokenKind[]
  let basic: TokenKind[]
  let platform: TokenKind[]
  let bots: TokenKind[]

  before(async () => {
    server = await openTestServer(await open())
    fixtures = await createFixtures(server)
    const { session: logIn, botPassword, apiKey, oauth2, oauth1 } = await tokenKinds(server)
    const each = async (name: string, scopes: readonly string[]): Promise<TokenKind[]> => [
      await apiKey(name, scopes),
      await oauth2(name, scopes),
      await oauth1(name, scopes),
    ]
    unlimited = await apiKey('unlimited', null)
    session = await logIn()
    for (const scope of PLATFORM_SCOPES) {
      exact.set(scope, await each(`only ${scope}`, [scope]))
      lacking.set(scope, await each(`without ${scope}`, allBut(scope)))
    }
    whole = await each('all', ALL_SCOPES)
    wiki = await each('wiki', WIKI_SCOPES)
    basic = await each('basic', ['basic'])
    platform = await each('platform', PLATFORM_SCOPES)
    bots = [await botPassword('all', WIKI_SCOPES), await botPassword('basic', ['basic'])]
    await server.rehearse()
  })

  test('REST operations need exactly their scope', async t => {
    const wrong: string[] = []
    let checked = 0
    for (const { resource, method, operation, key } of operations) {
      if (WRITES_FILES.includes(key)) continue
      const scope = scopeOf(resource, method)
      for (const target of targetsOf(resource).filter(each => each !== 'german')) {
        const outcome = (kind: TokenKind) =>
          outcomeOf(kind.server, fixtures, [resource, method, operation], target, 'boss')
        const expect = async (kind: TokenKind, expected: string) => {
          checked++
          const found = await outcome(kind)
          if (found !== expected) wrong.push(`${key} (${target}) with ${kind.name}: ${found} instead of ${expected}`)
        }
        const allowed = await outcome(unlimited)
        await expect(session, allowed)
        for (const kind of whole) await expect(kind, allowed)
        // The settings of others belong to the administration.
        const isOthers = scope === 'translation-account' && target === 'other'
        for (const kind of exact.get(scope)!) await expect(kind, isOthers ? 'no' : allowed)
        for (const kind of lacking.get(isOthers ? 'translation-admin' : scope)!) await expect(kind, 'no')
        for (const kind of wiki) await expect(kind, 'no')
        if (method !== 'GET') await expect(bots[0]!, 'no')
      }
    }
    assert.deepEqual(wrong, [])
    t.diagnostic(`${checked} requests`)
    assert.ok(checked > 3000, String(checked))
  })

  test('wiki actions need a grant, like bot passwords', async () => {
    const wrong: string[] = []
    for (const module of actions) {
      const { request, picture } = WIKI_ROWS[module.name]!
      const outcome = (kind: TokenKind) => wikiOutcome(kind.server, 'open', 'boss', module, request, picture)
      const [all, little] = [await outcome(bots[0]!), await outcome(bots[1]!)]
      const expect = async (kind: TokenKind, expected: string) => {
        const found = await outcome(kind)
        if (found !== expected) wrong.push(`${module.name} with ${kind.name}: ${found} instead of ${expected}`)
      }
      for (const kind of [...whole, ...wiki]) await expect(kind, all)
      for (const kind of basic) await expect(kind, little)
    }
    assert.deepEqual(wrong, [])
  })

  test('tokens of the translation platform are rejected by both APIs of the wiki', async () => {
    for (const kind of platform) {
      for (const module of actions) {
        const query = new URLSearchParams({ action: module.name, format: 'json', formatversion: '2' })
        const { json } = await kind.server.send('boss', 'GET', `/w/api.php?${query}`)
        assert.equal(json?.error?.code, 'mwoauth-invalid-authorization', `${module.name} with ${kind.name}`)
      }
      assert.equal((await kind.server.send('boss', 'GET', '/w/rest.php/v1/page/Main%20Page')).status, 403)
    }
  })

  test('endpoints of rest.php need a grant of the wiki, and rights that it includes', async t => {
    const wrong: string[] = []
    let checked = 0
    for (const declared of endpoints) {
      const { method, path, fields, reads } = declared
      const isReading = method === 'GET' || reads === true
      // Pages that exist need their latest revision.
      const examples: typeof NEW_PAGE = isReading ? {} : NEW_PAGE
      const example = (name: string) => encodeURIComponent(String(examples[name] ?? declared.params[name]!.example))
      const required = Object.entries(declared.params).filter(([, each]) => each.in === 'query' && each.required)
      const query = required.map(([name]) => `${name}=${example(name)}`).join('&')
      const at = `/w/rest.php${path.replace(/\{(\w+)\}/g, (_, name) => example(name))}${query && `?${query}`}`
      const needed = Object.entries(fields ?? {}).filter(([, each]) => each.required)
      const body = Object.fromEntries(needed.map(([name, each]) => [name, each.example]))
      const options = fields && { headers: { 'content-type': 'application/json' }, body }
      const status = async ({ server: seen }: TokenKind) => (await seen.send('boss', method, at, options ?? {})).status
      const allowed = await status(unlimited)
      const expect = async (kinds: readonly TokenKind[], expected: number | 'rejected') => {
        for (const kind of kinds) {
          checked++
          const found = await status(kind)
          const isExpected = expected === 'rejected' ? found >= 400 && found < 500 : found === expected
          if (!isExpected) wrong.push(`${method} ${at} with ${kind.name}: ${found} instead of ${expected}`)
        }
      }
      assert.ok(isReading || allowed === 201, `${method} ${at}: ${allowed}`)
      await expect([...whole, ...wiki], allowed)
      await expect(basic, isReading ? allowed : 'rejected')
      await expect(platform, 403)
      // Browsers send cookies on their own, so sessions need a token in the body.
      await expect([session, ...bots], isReading ? allowed : 'rejected')
    }
    assert.deepEqual(wrong, [])
    t.diagnostic(`${checked} requests`)
    assert.equal(checked, endpoints.length * 15)
  })

  test('tools for agents need the scope of the API behind them', async t => {
    const wrong: string[] = []
    let checked = 0
    for (const { name, properties, required, writes, request } of TOOLS) {
      const given = { ...TOOL_ARGUMENTS, unit: fixtures.public.unit!, ...(writes && { title: `Page by ${name}` }) }
      const args = Object.fromEntries(required.map(each => [each, given[each as keyof typeof given]]))
      assert.ok(
        Object.values(args).every(each => each !== undefined),
        `${name} takes ${Object.keys(properties)}`,
      )
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const ask = async ({ server: seen }: TokenKind): Promise<boolean> => {
        const { json } = await seen.send('boss', 'POST', '/mcp', { headers, body: message })
        return !json.result.isError
      }
      const expect = async (kinds: readonly TokenKind[], expected: boolean) => {
        // A signature covers one request, so it cannot reach the API behind a tool.
        for (const kind of kinds.filter(each => !each.name.startsWith('OAuth 1.0a'))) {
          checked++
          if ((await ask(kind)) !== expected) wrong.push(`${name} with ${kind.name}: ${!expected}`)
        }
      }
      const isWiki = request(args).url.startsWith('/w/')
      await expect([unlimited, ...whole], true)
      await expect(isWiki ? wiki : platform, true)
      await expect(isWiki ? platform : wiki, false)
      if (isWiki) await expect(basic, !writes)
      for (const kind of whole.filter(each => each.name.startsWith('OAuth 1.0a'))) {
        const { status } = await kind.server.send('boss', 'POST', '/mcp', { headers, body: message })
        if (status !== 401) wrong.push(`${name} with ${kind.name}: ${status}`)
      }
    }
    assert.deepEqual(wrong, [])
    t.diagnostic(`${checked} requests`)
    assert.ok(checked > 60, String(checked))
  })

  test('outside the APIs, limited credentials open what visitors see', async () => {
    const wrong: string[] = []
    const isApi = (key: string) => /rest\.php|\/mcp$/.test(key)
    for (const [key, cases] of Object.entries(PAGE_ROWS)) {
      if (!key.startsWith('GET ') || isApi(key)) continue
      for (const { at, headers = {}, open: words } of cases)
        for (const kind of whole) {
          const { status } = await kind.server.send('boss', 'GET', at, { headers })
          if (`${status}` !== words.split(' ')[0]) wrong.push(`${at} with ${kind.name}: ${status}`)
        }
    }
    assert.deepEqual(wrong, [])
  })
})
