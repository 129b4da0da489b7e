// Who may do what, everywhere. The tables beside this file have a row for each operation of the REST API, each action of the
// wiki and each page; what has no row, and a row that belongs to nothing, fails here. Then every answer is searched for words
// that its reader must not see.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Store } from '#store/store.ts'
import { HAS_TIME, onEachEngine } from '#store/testing.ts'
import { METHODS } from '#translation/api/resource.ts'
import { rest } from '#translation/api/resources/index.ts'
import { actions } from '#wiki/actions/index.ts'
import { queryModules } from '#wiki/query/registry.ts'
import { type Furniture, furnish } from './furnish.ts'
import { GROUP_ROWS } from './group-rows.ts'
import { actionOf } from './group-tries.ts'
import { type Answer, type House, openHouse, type Person } from './house.ts'
import { PAGE_CALLERS, PAGE_ROWS } from './page-rows.ts'
import { addressOf, callersAt, outcomeOf, type Row, type Target, targetsOf } from './rest.ts'
import { REST_ROWS } from './rest-rows.ts'
import { ask, everything, type Kind, outcomeOf as wikiOutcome } from './wiki.ts'
import { declaredPages, namedSpecials, oddAddresses } from './wiki-pages.ts'
import { WIKI_CALLERS, WIKI_ROWS } from './wiki-rows.ts'

const operations = rest.flatMap(resource =>
  METHODS.flatMap(method => {
    const operation = resource.operations[method]
    return operation ? [{ resource, method, operation, key: `${resource.name} ${method}` }] : []
  }),
)

/** Modules and actions that a private wiki lets strangers use: no more than they need to log in. */
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

/** Lists that show more when they are asked for it. */
const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  Users: ['?username=Oth', '?username=Oth&format=csv', '?email=other.qqmail@example.org'],
  Search: ['?q=qq', '?q=Oth'],
  Units: ['?q=qq'],
  'Translation memory': ['?source=qq'],
  Changes: ['?user=Boss'],
}

/** What to write down for something new; whoever does so looks at each word first. */
const proposal = (key: string, row: object): string => `  '${key}': ${JSON.stringify(row)},`

onEachEngine('who may do what', (open, engine) => tests(open, engine === 'sqlite' && HAS_TIME), { doesMore: true })

/**
 * All rows for all callers, where `isWhole` says so. Else it is enough to see that those who may not are kept out: the rules are
 * the same code on both engines, and in `npm test`, which is to be quick, only strangers knock.
 */
function tests(open: () => Promise<Store>, isWhole: boolean): void {
  const knocks = (who: Person): boolean => isWhole || who === 'stranger' || (HAS_TIME && who === 'plain')
  let house: House
  let furniture: Furniture

  before(async () => {
    house = await openHouse(await open())
    furniture = await furnish(house)
    await house.rehearse()
  })

  test('every operation of the REST API lets in whom its row says', async () => {
    const wrong: string[] = []
    for (const { resource, method, operation, key } of operations) {
      const row: Row = {}
      for (const target of targetsOf(resource)) {
        const words = REST_ROWS[key]?.[target]?.split(' ') ?? []
        const found: string[] = []
        for (const [place, who] of callersAt(target).entries())
          found.push(
            knocks(who) ? await outcomeOf(house, furniture, [resource, method, operation], target, who) : words[place]!,
          )
        row[target] = found.join(' ')
      }
      if (JSON.stringify(row) !== JSON.stringify(REST_ROWS[key])) wrong.push(proposal(key, row))
    }
    assert.deepEqual(wrong, [], 'test/authorisation/rest-rows.ts says otherwise')
    const surplus = Object.keys(REST_ROWS).filter(key => !operations.some(each => each.key === key))
    assert.deepEqual(surplus, [], 'rows of operations that are not there')
  })

  const skip = !HAS_TIME && 'left to npm run test:beyond'
  test('in every row a bot password is a stranger, a closed account nobody, and a block of the wiki no matter', {
    skip,
  }, async () => {
    for (const { resource, method, operation, key } of operations) {
      const [target] = targetsOf(resource) as [Target]
      const outcome = (who: Person) => outcomeOf(house, furniture, [resource, method, operation], target, who)
      const words = REST_ROWS[key]![target]!.split(' ')
      assert.equal(await outcome('inactive'), 'login', `${key} with the key of a closed account`)
      assert.equal(await outcome('bot'), method === 'GET' ? words[0] : 'no', `${key} with a bot password`)
      if (isWhole) assert.equal(await outcome('blocked'), words[1], `${key} of somebody who is blocked in the wiki`)
    }
  })

  test('every action of the wiki lets in whom its row says', async () => {
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
            knocks(who) || HAS_TIME
              ? await wikiOutcome(house, kind, who, module, request, picture)
              : expected[kind].split(' ')[place]!,
          )
        found[kind] = words.join(' ')
      }
      if (kinds.some(kind => found[kind] !== expected[kind])) wrong.push(proposal(module.name, { request, ...found }))
      // Whatever open module a request names beside it, a closed action stays closed.
      const beside = await wikiOutcome(house, 'private', 'stranger', module, { ...request, meta: 'tokens' })
      const isOpen = OPEN_ACTIONS.includes(module.name)
      assert.equal(beside !== 'readapidenied', isOpen, `${module.name} with meta=tokens on a private wiki`)
      assert.equal(module.readRights === false, isOpen, `${module.name} declares whether it is open`)
    }
    assert.deepEqual(wrong, [], 'test/authorisation/wiki-rows.ts says otherwise')
    const surplus = Object.keys(WIKI_ROWS).filter(name => !actions.some(each => each.name === name))
    assert.deepEqual(surplus, [], 'rows of actions that are not there')
    // What each group may do is tried in groups.long.test.ts.
    const forGroups = new Set(Object.keys(GROUP_ROWS).map(actionOf))
    assert.deepEqual([...forGroups].sort(), actions.map(({ name }) => name).sort(), 'test/authorisation/group-rows.ts')
  })

  test('every query module of a private wiki is closed to strangers, but those for logging in', async () => {
    const code = async (request: Readonly<Record<string, string>>) =>
      (await ask(house, 'private', 'stranger', { action: 'query', ...request })).json.error?.code ?? 'ok'
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

  test('every page outside the two APIs is shown to whom its row says, and kept by no shared cache', async () => {
    const known = new Set(Object.keys(PAGE_ROWS))
    const takesAll = new Set([...house.routes].filter(key => key.startsWith('TRACE ')).map(key => key.slice(6)))
    const routes = new Set(
      [...house.routes]
        .filter(key => !key.startsWith('HEAD '))
        .map(key => key.replace(/^(\w+) (.*)$/, (all, _, url) => (takesAll.has(url) ? `ALL ${url}` : all))),
    )
    assert.deepEqual([...routes].sort(), [...known].sort(), 'test/authorisation/page-rows.ts has other routes')
    for (const [key, doors] of Object.entries(PAGE_ROWS)) {
      const method = key.split(' ')[0] === 'ALL' ? 'GET' : key.split(' ')[0]!
      for (const { at, headers = {}, open: expected, private: closed = expected } of doors)
        for (const [kind, words] of [
          ['open', expected],
          ['private', closed],
        ] as const) {
          const answers: Answer[] = []
          const wish = { headers, ...(method === 'POST' && { body: '' }) }
          const callers = PAGE_CALLERS.filter(who => HAS_TIME || knocks(who))
          for (const who of callers) answers.push(await house.send(who, method, at, wish, house.apps[kind]))
          const statuses = words.split(' ').slice(0, callers.length)
          assert.deepEqual(
            answers.map(({ status }) => `${status}`),
            statuses,
            `${key}: ${at} (${kind})`,
          )
          const kept = answers.filter(answer => !/private|no-store/.test(String(answer.headers['cache-control'])))
          const mayKeep =
            at.startsWith('/favicon') ||
            at.endsWith('/opensearch_desc.php') ||
            (at.startsWith('/images/') && kind === 'open') ||
            /^\/widgets?\/open\/.*\.svg$/.test(at)
          if (!mayKeep) assert.deepEqual(kept, [], `${at} (${kind})`)
        }
    }
  })

  test('every view and special page answers everybody, and on a private wiki nobody who may not read', async () => {
    const wrong: string[] = []
    // A stranger on a private wiki is led to the login and sees nothing else.
    const isClosed = ({ status, headers }: Answer) =>
      status === 403 || (status === 302 && String(headers.location).startsWith('/accounts/'))
    for (const at of [...declaredPages(), ...namedSpecials(), ...oddAddresses()])
      for (const kind of ['open', 'private'] as const)
        for (const who of PAGE_CALLERS) {
          // Whoever may read a private wiki sees what everybody sees of an open one.
          if ((!isWhole || kind === 'private') && who !== 'stranger') continue
          const answer = await house.send(who, 'GET', at, {}, house.apps[kind])
          if (answer.status >= 500 || (kind === 'private' && !isClosed(answer)))
            wrong.push(`${at} ${kind} ${who} ${answer.status}`)
        }
    // Forms without anything in them are refused, and come back.
    for (const at of declaredPages())
      for (const who of PAGE_CALLERS) {
        if (!HAS_TIME && !knocks(who)) continue
        const wish = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' }
        const { status } = await house.send(who, 'POST', at, wish, house.apps.open)
        if (status >= 500 || (who === 'stranger' && status !== 403)) wrong.push(`POST ${at} ${who} ${status}`)
      }
    assert.deepEqual(wrong, [])
  })

  /** Everything that can be read, as one person: what was asked and what was answered. */
  async function* readings(kind: Kind, who: Person): AsyncGenerator<{ at: string; answer: Answer }> {
    for (const { resource, method } of operations) {
      if (method !== 'GET') continue
      for (const target of targetsOf(resource))
        for (const more of ['', ...(SEARCHES[resource.name] ?? [])]) {
          const at = addressOf(resource, method, target, who, furniture) + more
          yield { at, answer: await house.send(who, 'GET', at, {}, house.apps[kind]) }
        }
    }
    for (const path of ['projects/wiki/', 'components/wiki/interface/', 'translations/wiki/interface/de/units/'])
      yield { at: path, answer: await house.send(who, 'GET', `/api/${path}`, {}, house.apps[kind]) }
    for (const module of queryModules) {
      const { titles = '', ...rest } = everything(module)
      for (const asked of [
        { ...rest, titles },
        { ...rest, generator: 'allpages' },
      ])
        yield { at: JSON.stringify(asked), answer: await ask(house, kind, who, asked) }
    }
    for (const module of actions) {
      const asked = { action: module.name, ...WIKI_ROWS[module.name]!.request, text: '{{:Main Page}} {{:Hidden}}' }
      yield { at: JSON.stringify(asked), answer: await ask(house, kind, who, asked) }
    }
    for (const at of declaredPages()) yield { at, answer: await house.send(who, 'GET', at, {}, house.apps[kind]) }
    for (const [key, doors] of Object.entries(PAGE_ROWS))
      for (const { at } of key.startsWith('GET ') ? doors : [])
        yield { at, answer: await house.send(who, 'GET', at, {}, house.apps[kind]) }
  }

  /** Where words stand that somebody must not read; what they said themselves, and what is `own`, does not count. */
  async function leaks(
    kind: Kind,
    who: Person,
    secrets: readonly string[],
    { own = /(?!)/, enough = Number.POSITIVE_INFINITY } = {},
  ): Promise<string[]> {
    const secret = new RegExp(secrets.join('|'), 'i')
    const found: string[] = []
    for await (const { at, answer } of readings(kind, who)) {
      if (found.length >= enough) break
      assert.ok(answer.status < 500, `${at}: ${answer.text}`)
      const said = `${answer.text} ${JSON.stringify(answer.headers)}`
      const told = said.replaceAll(
        /(\/(api|w)?\/?|%2F)[\w/%?=&;-]*qqinner[^"'<\s]*/g,
        at.includes('qqinner') ? '' : '$&',
      )
      const match = secret.exec(told.replace(own, ''))
      if (match) found.push(`${at}: …${told.slice(Math.max(0, match.index - 80), match.index + 80)}…`)
    }
    return found
  }

  test('the words that are looked for are there to be found', { skip }, async () => {
    const find = async (kind: Kind, who: Person, secret: string, enough: number) =>
      assert.equal((await leaks(kind, who, [secret], { enough })).length, enough, `${secret} for ${who}`)
    await find('open', 'boss', 'qqmail', 3)
    await find('open', 'admin', 'qqinner', 20)
    await find('private', 'boss', 'qqwiki', 3)
  })

  test('strangers read nothing of a private wiki and of a private project, no address and no key', async () => {
    const secrets = ['qqwiki', 'qqsuppressed', 'qqinner', 'qqmail', ...house.keys]
    assert.deepEqual(await leaks('private', 'stranger', secrets), [])
  })

  // The rest asks the same of the same rules.
  if (!isWhole) return

  test('those with an account read of others what everybody may know', async () => {
    const secrets = ['qqsuppressed', 'qqinner', 'qqmail', 'qqteam', ...house.keys]
    assert.deepEqual(await leaks('open', 'plain', secrets, { own: /plain\.qqmail@/gi }), [])
  })

  test("an administrator's bot password reads no more than that", async () => {
    const secrets = ['qqsuppressed', 'qqinner', 'qqmail', 'qqteam', ...house.keys]
    assert.deepEqual(await leaks('open', 'bot', secrets), [])
  })

  test('an administrator does not read what is suppressed', async () => {
    assert.deepEqual(await leaks('open', 'boss', ['qqsuppressed', ...house.keys]), [])
  })
}
