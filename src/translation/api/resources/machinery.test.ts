// Machine translation, with local servers that respond as the documentation of each service describes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { isPrivateAddress } from '#net/outside.ts'
import { onEachEngine, temporaryStore } from '#store/testing.ts'
import { type TestCatalogue, testCatalogue } from '../../catalogue/testing.ts'
import { type TestApi, testApi } from '../testing.ts'

const KEY = 'a-very-secret-key'

interface Reply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

let asked: { path: string; body: unknown }[] = []

/** The fake services translate to upper case. */
const said = (source: unknown) => String(source).toUpperCase()

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
type Body = any

const refused: Reply = { status: 403, body: { error: 'Invalid API key' } }

/** Responses of each service, by path. */
const PEERS: Record<string, (body: Body, request: IncomingMessage) => Reply> = {
  '/libre/translate': ({ q, api_key, format }) =>
    api_key === KEY && format === 'text' ? { body: { translatedText: q.map(said) } } : refused,
  '/deepl/v2/translate': ({ text, target_lang, source_lang }, { headers }) =>
    headers.authorization === `DeepL-Auth-Key ${KEY}` && target_lang === 'CS' && source_lang === 'EN'
      ? { body: { translations: text.map((each: string) => ({ detected_source_language: 'EN', text: said(each) })) } }
      : refused,
  '/google/v2': ({ q, source, target }, { headers }) =>
    headers['x-goog-api-key'] === KEY && source === 'en' && target === 'cs'
      ? { body: { data: { translations: q.map((each: string) => ({ translatedText: said(each) })) } } }
      : refused,
  '/microsoft/translate?api-version=3.0&from=en&to=cs&textType=html': (body, { headers }) =>
    headers['ocp-apim-subscription-key'] === KEY && headers['ocp-apim-subscription-region'] === 'westeurope'
      ? { body: body.map(({ Text }: { Text: string }) => ({ translations: [{ text: said(Text), to: 'cs' }] })) }
      : refused,
  '/openai/chat/completions': ({ model, messages }, { headers }) =>
    headers.authorization === `Bearer ${KEY}` && model === 'small'
      ? {
          body: {
            choices: [
              { message: { role: 'assistant', content: JSON.stringify(JSON.parse(messages[1].content).map(said)) } },
            ],
          },
        }
      : refused,
  '/moved/translate': () => ({ status: 302, headers: { location: '/libre/translate' }, body: '' }),
  '/huge/translate': () => ({ body: 'x'.repeat(2 ** 21) }),
  '/odd/translate': () => ({ body: { translatedText: 'one text for many' } }),
}

let peer: Server
let base: string
before(async () => {
  peer = createServer(async (request, response) => {
    const body = JSON.parse(await text(request)) as unknown
    asked.push({ path: request.url!, body })
    // Each engine uses its own URLs, because responses are cached for all.
    const path = request.url!.replace(/^\/(sqlite|postgres)/, '')
    const { status = 200, headers = {}, body: answer } = PEERS[path]?.(body, request) ?? { status: 404, body: '' }
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(peer, 'listening')
  base = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
})
after(() => peer.close())

onEachEngine('machine translation', (open, engine) => {
  let api: TestApi
  let boss: string
  let catalogue: TestCatalogue
  const SETTINGS = '/api/projects/hello/machinery_settings/'
  const send = (method: string, path: string, body?: unknown, key = boss) => api.send(method, path, { key, body })
  const setUp = async (all: Record<string, object | null>) => {
    const { status, text } = await send('PUT', SETTINGS, all)
    assert.equal(status, 200, text)
  }
  const proposals = async (n: number, key = boss) => {
    asked = []
    const { status, json, text } = await send('GET', `/api/units/${catalogue.units[n]!.id}/machinery/`, undefined, key)
    assert.equal(status, 200, text)
    assert.ok(!text.includes(KEY))
    return json
  }

  before(async () => {
    api = await testApi(await open(), { machineryNetwork: 'any' })
    boss = (await api.user('Boss', { superuser: true })).key
    catalogue = await testCatalogue(api.services)
  })

  const services = () => ({
    libretranslate: { url: `${base}/${engine}/libre/`, key: KEY },
    deepl: { url: `${base}/${engine}/deepl`, key: KEY },
    'google-translate': { url: `${base}/${engine}/google/v2`, key: KEY },
    'microsoft-translator': { url: `${base}/${engine}/microsoft`, key: KEY, region: 'westeurope' },
    openai: { base_url: `${base}/${engine}/openai`, key: KEY, model: 'small' },
  })

  test('comes from every service, for each plural form', async () => {
    await setUp(services())
    const found = await proposals(1)
    const wanted = ['ORANGUTAN HAS %d BANANA.\n', 'ORANGUTAN HAS %d BANANAS.\n', 'ORANGUTAN HAS %d BANANAS.\n']
    assert.deepEqual(
      found.map((each: { service: string; text: string[]; error: string | null }) => [
        each.service,
        each.text,
        each.error,
      ]),
      Object.keys(services()).map(name => [name, wanted, null]),
    )
    assert.equal(asked.length, 5)
    await proposals(1)
    assert.equal(asked.length, 0, 'recent requests are cached')
  })

  test('lists memory matches first', async () => {
    await setUp({})
    await send('PATCH', `/api/units/${catalogue.units[3]!.id}/`, { target: ['Děkujeme.'], state: 20 })
    const [first] = await proposals(3)
    assert.deepEqual([first.service, first.text, first.quality], ['weblate-translation-memory', ['Děkujeme.'], 100])
    await setUp({ 'weblate-translation-memory': null })
    assert.deepEqual(await proposals(3), [])
  })

  test('reports why a service failed', async () => {
    for (const [settings, error] of [
      [{ url: `${base}/libre`, key: 'wrong' }, 'The server responded with status 403: Invalid API key'],
      [{ url: `${base}/moved` }, 'The server redirects to another address.'],
      [{ url: `${base}/huge` }, 'The response is too large.'],
      [{ url: `${base}/odd` }, 'The response has an unexpected format.'],
      [{ url: 'http://127.0.0.1:9' }, 'The server cannot be reached.'],
      [{ url: 'http://nowhere.invalid' }, 'The server cannot be reached.'],
    ] as const) {
      await setUp({ libretranslate: settings })
      const found = await proposals(0)
      assert.deepEqual([found[0].text, found[0].error], [[], error], settings.url)
    }
  })

  test('hides keys and keeps them if the placeholder is sent back', async () => {
    await setUp({ deepl: { url: `${base}/deepl`, key: KEY } })
    const shown = await send('GET', SETTINGS)
    assert.deepEqual(shown.json, { deepl: { url: `${base}/deepl`, key: '(set)' } })
    const { status } = await send('PATCH', SETTINGS, { service: 'deepl', configuration: shown.json.deepl })
    assert.equal(status, 200)
    assert.equal((await proposals(2))[0].error, null)
    const changes = await send('GET', '/api/projects/hello/changes/')
    assert.ok(!changes.text.includes(KEY))
  })

  test('requires the key again if the URL changes', async () => {
    await setUp({ deepl: { url: `${base}/deepl`, key: KEY } })
    const elsewhere = { url: `${base}/elsewhere`, key: '(set)' }
    const tries = [
      ['PATCH', { service: 'deepl', configuration: elsewhere }, 'configuration.key'],
      ['PATCH', { service: 'deepl', configuration: { key: '(set)' } }, 'configuration.key'],
      ['PATCH', { service: 'google-translate', configuration: { key: '(set)' } }, 'configuration.key'],
      ['PUT', { deepl: elsewhere }, 'deepl.key'],
    ] as const
    for (const [method, body, attr] of tries) {
      const { status, json } = await send(method, SETTINGS, body)
      assert.deepEqual([status, json.errors[0].attr], [400, attr], JSON.stringify(body))
    }
    assert.deepEqual((await send('GET', SETTINGS)).json, { deepl: { url: `${base}/deepl`, key: '(set)' } })
    const written = { service: 'deepl', configuration: { ...elsewhere, key: KEY } }
    assert.equal((await send('PATCH', SETTINGS, written)).status, 200)
  })

  test('accepts only the settings of a service', async () => {
    for (const [service, configuration, attr] of [
      ['deepl', {}, 'configuration.key'],
      ['deepl', { key: 'x', colour: 'red' }, 'configuration.colour'],
      ['libretranslate', { url: 'file:///etc/passwd' }, 'configuration.url'],
      ['openai', { key: 'x' }, 'configuration.model'],
      ['weblate-translation-memory', { key: 'x' }, 'configuration.key'],
      ['babelfish', {}, 'service'],
    ] as const) {
      const { status, json } = await send('POST', SETTINGS, { service, configuration })
      assert.deepEqual([status, json.errors[0].attr], [400, attr], service)
    }
    const auto = await send('POST', '/api/translations/hello/main/cs/autotranslate/', {
      mode: 'suggest',
      auto_source: 'mt',
      engines: ['babelfish'],
    })
    assert.equal(auto.status, 400)
  })
})

test('uses services in private networks only if the site allows it', async () => {
  const api = await testApi(await temporaryStore('sqlite'))
  const { key } = await api.user('Boss', { superuser: true })
  const { units } = await testCatalogue(api.services)
  const allow = (machineryNetwork: 'public' | 'any') => Object.assign(api.services.config, { machineryNetwork })
  const settings = '/api/projects/hello/machinery_settings/'
  for (const url of [
    `${base}/libre`,
    `http://localhost:${new URL(base).port}/libre`,
    'http://[::1]/',
    'http://10.1.2.3/',
  ]) {
    const configuration = { url, key: KEY }
    for (const [method, body, attr] of [
      ['PUT', { libretranslate: configuration }, 'libretranslate.url'],
      ['POST', { service: 'libretranslate', configuration }, 'configuration.url'],
      ['PATCH', { service: 'libretranslate', configuration }, 'configuration.url'],
    ] as const) {
      const refused = await api.send(method, settings, { key, body })
      assert.deepEqual([refused.status, refused.json.errors[0].attr], [400, attr], url)
      assert.match(refused.json.errors[0].detail, /private networks/, url)
    }
    assert.deepEqual((await api.send('GET', settings, { key })).json, {})
    // Set up while the site allowed it.
    allow('any')
    assert.equal((await api.send('PUT', settings, { key, body: { libretranslate: configuration } })).status, 200)
    allow('public')
    asked = []
    const { json } = await api.send('GET', `/api/units/${units[0]!.id}/machinery/`, { key })
    assert.match(json[0].error, /private network/, url)
    assert.equal(asked.length, 0)
    await api.send('PUT', settings, { key, body: {} })
  }
})

test('every project can use the services of the site unless it turns them off', async () => {
  const machinery = { libretranslate: { url: `${base}/site/libre`, key: KEY } }
  PEERS['/site/libre/translate'] = PEERS['/libre/translate']!
  // The operator may use servers on the local network.
  const api = await testApi(await temporaryStore('sqlite'), { machinery, machineryNetwork: 'public' })
  const { key } = await api.user('Boss', { superuser: true })
  const { units } = await testCatalogue(api.services)
  const services = async () => {
    const { json, text } = await api.send('GET', `/api/units/${units[3]!.id}/machinery/`, { key })
    assert.ok(!text.includes(KEY))
    return json.map((each: { service: string; error: string | null }) => `${each.service} ${each.error}`)
  }
  const settings = '/api/projects/hello/machinery_settings/'
  assert.deepEqual(await services(), ['libretranslate null'])
  assert.deepEqual((await api.send('GET', settings, { key })).json, {}, 'they are not the project’s to read')
  await api.send('PATCH', settings, { key, body: { service: 'libretranslate', configuration: null } })
  assert.deepEqual(await services(), [])
  const own = { url: `${base}/libre`, key: KEY }
  const refused = await api.send('PATCH', settings, { key, body: { service: 'libretranslate', configuration: own } })
  assert.equal(refused.status, 400, 'what a project sets up itself stays outside')
  assert.deepEqual(await services(), [])
})

test('automatic translation uses the requested services after the memory', async () => {
  const api = await testApi(await temporaryStore('sqlite'), {
    machinery: { libretranslate: { url: `${base}/auto/libre`, key: KEY } },
  })
  PEERS['/auto/libre/translate'] = PEERS['/libre/translate']!
  const { key } = await api.user('Boss', { superuser: true })
  const { units } = await testCatalogue(api.services)
  const auto = async (more: object) =>
    api.send('POST', '/api/translations/hello/main/cs/autotranslate/', {
      key,
      body: { mode: 'fuzzy', auto_source: 'mt', ...more },
    })
  const texts = async () =>
    (await api.send('GET', '/api/translations/hello/main/cs/units/', { key })).json.results.map(
      ({ target, state }: { target: string[]; state: number }) => [state, ...target],
    )
  asked = []
  assert.match((await auto({})).json.details, /, 0 strings/)
  assert.equal(asked.length, 0, 'nothing is sent to third-party services unless requested')
  const unknown = await auto({ engines: ['deepl'] })
  assert.deepEqual([unknown.status, unknown.json.errors[0].attr], [400, 'engines'])
  assert.match(unknown.json.errors[0].detail, /deepl/)
  assert.equal((await auto({ engines: ['nobody'] })).status, 400)
  assert.match((await auto({ engines: ['libretranslate'], q: 'source:Thank' })).json.details, /, 1 strings/)
  assert.deepEqual((await texts())[3], [10, 'THANK YOU FOR USING WEBLATE.'])
  assert.match((await auto({ engines: ['libretranslate'], mode: 'suggest' })).json.details, /, 3 strings|, 4 strings/)
  const { json: everything } = await api.send('GET', `/api/units/${units[1]!.id}/suggestions/`, { key })
  assert.deepEqual(everything.results[0].target, [
    'ORANGUTAN HAS %d BANANA.\n',
    'ORANGUTAN HAS %d BANANAS.\n',
    'ORANGUTAN HAS %d BANANAS.\n',
  ])
  PEERS['/auto/libre/translate'] = () => refused
  const failed = await auto({ engines: ['libretranslate'], q: 'source:Hello' })
  assert.equal(failed.status, 200)
  assert.match(failed.json.details, /, \d strings were updated\.( LibreTranslate: .+)?$/)
})

test('distinguishes local, private and special addresses from public ones', () => {
  for (const each of [
    '127.0.0.1',
    '10.0.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '100.64.0.1',
  ])
    assert.ok(isPrivateAddress(each), each)
  for (const each of [
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '2001:db8::1',
    '2002:a00:1::',
    'ff02::1',
  ])
    assert.ok(isPrivateAddress(each), each)
  for (const each of ['1.1.1.1', '172.32.0.1', '8.8.8.8', '2606:4700::1111', '2a00:1450::1'])
    assert.ok(!isPrivateAddress(each), each)
})
