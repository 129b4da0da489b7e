// Tests all permissions. The tables next to this file have a row for each operation of the REST API, each action of the
// wiki and each page; missing and superfluous rows fail. In addition, every response is searched for words that the
// caller must not see.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Store } from '#store/store.ts'
import { HAS_TIME, onEachEngine } from '#store/testing.ts'
import { METHODS } from '#translation/api/resource.ts'
import { rest } from '#translation/api/resources/index.ts'
import { actions } from '#wiki/actions/index.ts'
import { queryModules } from '#wiki/query/registry.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { GROUP_ROWS } from './group-rows.ts'
import { actionOf } from './group-tries.ts'
import { PAGE_CALLERS, PAGE_ROWS } from './page-rows.ts'
import { addressOf, callersAt, outcomeOf, type Row, type Target, targetsOf } from './rest.ts'
import { REST_ROWS } from './rest-rows.ts'
import { type Answer, openTestServer, type Person, type TestServer } from './test-server.ts'
import { ask, everything, type Kind, outcomeOf as wikiOutcome } from './wiki.ts'
import { declaredPages, namedSpecials, oddAddresses } from './wiki-pages.ts'
import { WIKI_CALLERS, WIKI_ROWS } from './wiki-rows.ts'

const operations = rest.flatMap(resource =>
  METHODS.flatMap(method => {
    const operation = resource.operations[method]
    return operation ? [{ resource, method, operation, key: `${resource.name} ${method}` }] : []
  }),
)

/** Modules and actions that visitors of a private wiki may use: only those for logging in. */
const OPEN_MODULES = ['authmanagerinfo', 'tokens']
const OPEN_ACTIONS = [
  'cspreport',
  'rsd',
  'clientlogin',
  'createaccount',
  'help',
  'linkaccount',
  'login',
  'logout',
  'paraminfo',
]

/** Lists with parameters that show more. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  Users: ['?username=Oth', '?username=Oth&format=csv', '?email=other.qqmail@example.org'],
  Search: ['?q=qq', '?q=Oth'],
  Units: ['?q=qq'],
  'Translation memory': ['?source=qq'],
  Changes: ['?user=Boss'],
}

/** Suggested table row. Check every word before you add it. */
const proposal = (key: string, row: object): string => `  '${key}': ${JSON.stringify(row)},`

onEachEngine('permissions', (open, engine) => tests(open, engine === 'sqlite' && HAS_TIME), { doesMore: true })

/**
 * With `isWhole`, tests all rows for all callers. Otherwise only that unauthorized callers are rejected: the rules are
 * the same code on both engines, and `npm test`, which should be quick, covers only visitors.
 */
function tests(open: () => Promise<Store>, isWhole: boolean): void {
  const isTested = (who: Person): boolean => isWhole || who === 'visitor' || (HAS_TIME && who === 'plain')
  let server: TestServer
  let fixtures: Fixtures

  before(async () => {
    server = await openTestServer(await open())
    fixtures = await createFixtures(server)
    await server.rehearse()
  })

  test('REST API operations are allowed as in the table', async () => {
    const wrong: string[] = []
    for (const { resource, method, operation, key } of operations) {
      const row: Row = {}
      for (const target of targetsOf(resource)) {
        const words = REST_ROWS[key]?.[target]?.split(' ') ?? []
        const found: string[] = []
        for (const [place, who] of callersAt(target).entries())
          found.push(
            isTested(who)
              ? await outcomeOf(server, fixtures, [resource, method, operation], target, who)
              : words[place]!,
          )
        row[target] = found.join(' ')
      }
      if (JSON.stringify(row) !== JSON.stringify(REST_ROWS[key])) wrong.push(proposal(key, row))
    }
    assert.deepEqual(wrong, [], 'test/authorisation/rest-rows.ts differs')
    const surplus = Object.keys(REST_ROWS).filter(key => !operations.some(each => each.key === key))
    assert.deepEqual(surplus, [], 'rows of operations that do not exist')
  })

  const skip = !HAS_TIME && 'part of npm run test:beyond'
  test('in the REST API, bot passwords count as visitors, inactive accounts are rejected, and wiki blocks do not matter', {
    skip,
  }, async () => {
    for (const { resource, method, operation, key } of operations) {
      const [target] = targetsOf(resource) as [Target]
      const outcome = (who: Person) => outcomeOf(server, fixtures, [resource, method, operation], target, who)
      const words = REST_ROWS[key]![target]!.split(' ')
      assert.equal(await outcome('inactive'), 'login', `${key} with the key of an inactive account`)
      assert.equal(await outcome('bot'), method === 'GET' ? words[0] : 'no', `${key} with a bot password`)
      if (isWhole) assert.equal(await outcome('blocked'), words[1], `${key} as a user who is blocked in the wiki`)
    }
  })

  test('wiki actions are allowed as in the table', async () => {
    const wrong: string[] = []
    const kinds: readonly Kind[] = ['open', 'private', 'readonly']
    for (const module of actions) {
      const row = WIKI_ROWS[module.name]
      assert.ok(row, `${module.name} has no row in test/authorisation/wiki-rows.ts`)
      const { request, picture, ...expected } = row
      const found: Record<string, string> = {}
      for (const kind of kinds) {
        const words: string[] = []
        for (const [place, who] of WIKI_CALLERS.entries())
          words.push(
            isTested(who) || HAS_TIME
              ? await wikiOutcome(server, kind, who, module, request, picture)
              : expected[kind].split(' ')[place]!,
          )
        found[kind] = words.join(' ')
      }
      if (kinds.some(kind => found[kind] !== expected[kind])) wrong.push(proposal(module.name, { request, ...found }))
      // A restricted action stays restricted even together with an open module.
      const beside = await wikiOutcome(server, 'private', 'visitor', module, { ...request, meta: 'tokens' })
      const isOpen = OPEN_ACTIONS.includes(module.name)
      assert.equal(beside !== 'readapidenied', isOpen, `${module.name} with meta=tokens on a private wiki`)
      assert.equal(module.readRights === false, isOpen, `${module.name} declares whether it is open`)
    }
    assert.deepEqual(wrong, [], 'test/authorisation/wiki-rows.ts differs')
    const surplus = Object.keys(WIKI_ROWS).filter(name => !actions.some(each => each.name === name))
    assert.deepEqual(surplus, [], 'rows of actions that do not exist')
    // The rights of each group are tested in groups.long.test.ts.
    const forGroups = new Set(Object.keys(GROUP_ROWS).map(actionOf))
    assert.deepEqual([...forGroups].sort(), actions.map(({ name }) => name).sort(), 'test/authorisation/group-rows.ts')
  })

  test('visitors of a private wiki can use only the query modules for logging in', async () => {
    const code = async (request: Readonly<Record<string, string>>) =>
      (await ask(server, 'private', 'visitor', { action: 'query', ...request })).json.error?.code ?? 'ok'
    for (const { group, name, generator } of queryModules) {
      const isOpen = OPEN_MODULES.includes(name)
      assert.equal(await code({ [group]: name }), isOpen ? 'ok' : 'readapidenied', name)
      if (!isOpen && group === 'meta') assert.equal(await code({ meta: `tokens|${name}` }), 'readapidenied', name)
      else if (!isOpen) assert.equal(await code({ [group]: name, meta: 'tokens' }), 'readapidenied', name)
      if (generator) assert.equal(await code({ generator: name, meta: 'tokens' }), 'readapidenied', name)
    }
    for (const source of [{ titles: 'Main Page' }, { pageids: '1' }, { revids: '1' }, { export: '1' }])
      assert.equal(await code({ meta: 'tokens', ...source }), 'readapidenied')
  })

  test('pages are accessible as in the table and not stored by shared caches', async () => {
    const known = new Set(Object.keys(PAGE_ROWS))
    const takesAll = new Set([...server.routes].filter(key => key.startsWith('TRACE ')).map(key => key.slice(6)))
    const routes = new Set(
      [...server.routes]
        .filter(key => !key.startsWith('HEAD '))
        .map(key => key.replace(/^(\w+) (.*)$/, (all, _, url) => (takesAll.has(url) ? `ALL ${url}` : all))),
    )
    assert.deepEqual([...routes].sort(), [...known].sort(), 'test/authorisation/page-rows.ts has different routes')
    for (const [key, cases] of Object.entries(PAGE_ROWS)) {
      const method = key.split(' ')[0] === 'ALL' ? 'GET' : key.split(' ')[0]!
      for (const { at, headers = {}, open: expected, private: closed = expected } of cases)
        for (const [kind, words] of [
          ['open', expected],
          ['private', closed],
        ] as const) {
          const answers: Answer[] = []
          const options = { headers, ...(method === 'POST' && { body: '' }) }
          const callers = PAGE_CALLERS.filter(who => HAS_TIME || isTested(who))
          for (const who of callers) answers.push(await server.send(who, method, at, options, server.apps[kind]))
          const statuses = words.split(' ').slice(0, callers.length)
          assert.deepEqual(
            answers.map(({ status }) => `${status}`),
            statuses,
            `${key}: ${at} (${kind})`,
          )
          const cacheable = answers.filter(answer => !/private|no-store/.test(String(answer.headers['cache-control'])))
          const mayBeCached =
            at.startsWith('/favicon') ||
            at.endsWith('/opensearch_desc.php') ||
            (at.startsWith('/images/') && kind === 'open') ||
            /^\/widgets?\/open\/.*\.svg$/.test(at)
          if (!mayBeCached) assert.deepEqual(cacheable, [], `${at} (${kind})`)
        }
    }
  })

  test('views and special pages work for everyone, and on a private wiki only for readers', async () => {
    const wrong: string[] = []
    // Visitors of a private wiki are redirected to the login page.
    const isClosed = ({ status, headers }: Answer) =>
      status === 403 || (status === 302 && String(headers.location).startsWith('/accounts/'))
    for (const at of [...declaredPages(), ...namedSpecials(), ...oddAddresses()])
      for (const kind of ['open', 'private'] as const)
        for (const who of PAGE_CALLERS) {
          // Readers of a private wiki see the same as on a public one.
          if ((!isWhole || kind === 'private') && who !== 'visitor') continue
          const answer = await server.send(who, 'GET', at, {}, server.apps[kind])
          if (answer.status >= 500 || (kind === 'private' && !isClosed(answer)))
            wrong.push(`${at} ${kind} ${who} ${answer.status}`)
        }
    // Empty forms are rejected and shown again.
    for (const at of declaredPages())
      for (const who of PAGE_CALLERS) {
        if (!HAS_TIME && !isTested(who)) continue
        const options = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }
        const { status } = await server.send(who, 'POST', at, options, server.apps.open)
        if (status >= 500 || (who === 'visitor' && status !== 403)) wrong.push(`POST ${at} ${who} ${status}`)
      }
    assert.deepEqual(wrong, [])
  })

  /** All read requests of one caller, with their responses. */
  async function* readAll(kind: Kind, who: Person): AsyncGenerator<{ at: string; answer: Answer }> {
    for (const { resource, method } of operations) {
      if (method !== 'GET') continue
      for (const target of targetsOf(resource))
        for (const more of ['', ...(SEARCHES[resource.name] ?? [])]) {
          const at = addressOf(resource, method, target, who, fixtures) + more
          yield { at, answer: await server.send(who, 'GET', at, {}, server.apps[kind]) }
        }
    }
    for (const path of ['projects/wiki/', 'components/wiki/interface/', 'translations/wiki/interface/de/units/'])
      yield { at: path, answer: await server.send(who, 'GET', `/api/${path}`, {}, server.apps[kind]) }
    for (const module of queryModules) {
      const { titles = '', ...rest } = everything(module)
      for (const params of [
        { ...rest, titles },
        { ...rest, generator: 'allpages' },
      ])
        yield { at: JSON.stringify(params), answer: await ask(server, kind, who, params) }
    }
    for (const module of actions) {
      const params = { action: module.name, ...WIKI_ROWS[module.name]!.request, text: '{{:Main Page}} {{:Hidden}}' }
      yield { at: JSON.stringify(params), answer: await ask(server, kind, who, params) }
    }
    for (const at of declaredPages()) yield { at, answer: await server.send(who, 'GET', at, {}, server.apps[kind]) }
    for (const [key, cases] of Object.entries(PAGE_ROWS))
      for (const { at } of key.startsWith('GET ') ? cases : [])
        yield { at, answer: await server.send(who, 'GET', at, {}, server.apps[kind]) }
  }

  /** Responses that contain words the caller must not see, apart from their own input and matches of `own`. */
  async function leaks(
    kind: Kind,
    who: Person,
    secrets: readonly string[],
    { own = /(?!)/, enough = Number.POSITIVE_INFINITY } = {},
  ): Promise<string[]> {
    const secret = new RegExp(secrets.join('|'), 'i')
    const found: string[] = []
    for await (const { at, answer } of readAll(kind, who)) {
      if (found.length >= enough) break
      assert.ok(answer.status < 500, `${at}: ${answer.text}`)
      const whole = `${answer.text} ${JSON.stringify(answer.headers)}`
      const text = whole.replaceAll(
        /(\/(api|w)?\/?|%2F)[\w/%?=&;-]*qqinner[^"'<\s]*/g,
        at.includes('qqinner') ? '' : '$&',
      )
      const match = secret.exec(text.replace(own, ''))
      if (match) found.push(`${at}: …${text.slice(Math.max(0, match.index - 80), match.index + 80)}…`)
    }
    return found
  }

  test('the secret words exist and can be found by authorized callers', { skip }, async () => {
    const find = async (kind: Kind, who: Person, secret: string, enough: number) =>
      assert.equal((await leaks(kind, who, [secret], { enough })).length, enough, `${secret} for ${who}`)
    await find('open', 'boss', 'qqmail', 3)
    await find('open', 'admin', 'qqinner', 20)
    await find('private', 'boss', 'qqwiki', 3)
  })

  test('visitors see nothing of private wikis and projects, email addresses or keys', async () => {
    const secrets = ['qqwiki', 'qqsuppressed', 'qqinner', 'qqmail', ...server.keys]
    assert.deepEqual(await leaks('private', 'visitor', secrets), [])
  })

  // The remaining tests use the same rules on both engines.
  if (!isWhole) return

  test('users see only public information about others', async () => {
    const secrets = ['qqsuppressed', 'qqinner', 'qqmail', 'qqteam', ...server.keys]
    assert.deepEqual(await leaks('open', 'plain', secrets, { own: /plain\.qqmail@/gi }), [])
  })

  test("an administrator's bot password sees no more than that", async () => {
    const secrets = ['qqsuppressed', 'qqinner', 'qqmail', 'qqteam', ...server.keys]
    assert.deepEqual(await leaks('open', 'bot', secrets), [])
  })

  test('administrators do not see suppressed content', async () => {
    assert.deepEqual(await leaks('open', 'boss', ['qqsuppressed', ...server.keys]), [])
  })
}
