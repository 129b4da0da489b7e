// The page for machine translation services, and what the services get from the platform.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { Person, says } from './testing.ts'

const KEY = 'sk-very-secret'

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
let asked: any[] = []
let server: Server
let base: string

/** Speaks the API of chat completions and translates to upper case; other keys are refused. */
before(async () => {
  server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    asked.push(body)
    const isWelcome = request.headers.authorization === `Bearer ${KEY}`
    const texts = JSON.parse(body.messages[1].content).map((each: string) => each.toUpperCase())
    const answer = isWelcome
      ? { choices: [{ message: { content: JSON.stringify(texts) } }] }
      : { error: { message: `Incorrect API key provided: ${request.headers.authorization?.slice(7)}` } }
    response.writeHead(isWelcome ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

onEachEngine('the page for machine translation', (open, engine) => {
  let api: TestApi
  let boss: Person
  let key: string
  let unit: number
  const at = '/manage/machinery/hello/'
  const form = () => ({
    base_url: `${base}/${engine}/v1`,
    key: KEY,
    model: 'small',
    custom_model: '',
    persona: '',
    style: '',
  })
  const send = (method: string, path: string, body?: unknown) => api.send(method, `/api${path}`, { key, body })

  before(async () => {
    api = await testApi(await open(), { machineryNetwork: 'any' })
    boss = await Person.named(api, 'Boss', { superuser: true })
    key = (await api.user('Root', { superuser: true })).key
    unit = (await testCatalogue(api.services)).units[3]!.id
  })

  test('sets up, tries, changes and removes a service', async () => {
    says((await boss.open(at)).text, /Translation memory[\s\S]*Available[\s\S]*DeepL[\s\S]*Set up…/)
    says((await boss.open(`${at}?set-up=openai`)).text, /name="base_url"/)
    const missing = await boss.fill(at, 'set-up-openai', { ...form(), model: '' })
    assert.equal(missing.status, 400)
    says(missing.text, /This field is required/)
    const wrong = await boss.fill(at, 'set-up-openai', { ...form(), base_url: 'nowhere' })
    says(wrong.text, /Enter a valid URL/)
    assert.equal((await boss.fill(at, 'set-up-openai', { ...form(), key: 'sk-wrong' })).status, 303)

    const words = { text: 'Hello', source: 'en', target: 'cs' }
    const refused = await boss.fill(at, 'try-openai', words)
    says(refused.text, /status 401: Incorrect API key provided: \(key\)/)
    assert.ok(!refused.text.includes('sk-wrong'))
    says((await boss.fill(at, 'try-openai', { ...words, target: 'qqq' })).text, /There is no language &quot;qqq&quot;/)

    assert.equal((await boss.fill(at, 'change-openai', form())).status, 303)
    const page = await boss.open(at)
    says(page.text, /name="key" value="\(set\)"[\s\S]*Leave “\(set\)” to keep it/)
    assert.ok(!page.text.includes(KEY))
    assert.equal((await boss.fill(at, 'change-openai', { ...form(), key: '(set)', style: 'Be brief.' })).status, 303)
    says((await boss.fill(at, 'try-openai', words)).text, /role="status"[^>]*>HELLO</)

    assert.equal((await boss.fill(at, 'remove', { service: 'openai' })).status, 303)
    assert.deepEqual((await send('GET', '/projects/hello/machinery_settings/')).json, {})
  })

  test('turns the services of the site off and on in a project', async () => {
    const site = { service: 'openai', configuration: { ...form(), base_url: `${base}/${engine}/site` } }
    assert.equal((await send('POST', '/machinery_settings/', site)).status, 201)
    assert.ok(!(await send('GET', '/machinery_settings/')).text.includes(KEY))
    assert.equal((await send('POST', '/machinery_settings/', site)).json.errors[0].attr, 'service')
    const trial = { service: 'openai', text: 'Hello', target: 'cs' }
    assert.equal((await send('POST', '/machinery_settings/try/', trial)).json.text, 'HELLO')
    const services = async () =>
      (await send('GET', `/units/${unit}/machinery/`)).json.map(({ service }: { service: string }) => service)
    assert.deepEqual(await services(), ['openai'])
    says((await boss.open(at)).text, /OpenAI[\s\S]*Set up for the whole site/)
    assert.equal((await boss.fill(at, 'turn-off', { service: 'openai' })).status, 303)
    assert.deepEqual(await services(), [])
    const off = await send('POST', '/projects/hello/machinery_settings/try/', trial)
    assert.deepEqual([off.status, off.json.errors[0].attr], [400, 'service'])
    assert.equal((await boss.fill(at, 'turn-on', { service: 'openai' })).status, 303)
    assert.deepEqual(await services(), ['openai'])
  })

  test('services get the glossary and the notes of developers', async () => {
    const glossary = { name: 'Words', slug: 'words', file_format: 'csv', filemask: 'g/*.csv', is_glossary: true }
    await send('POST', '/projects/hello/components/', { ...glossary, source_language: 'en' })
    await send('POST', '/components/hello/words/translations/', { language_code: 'cs' })
    const made = await send('POST', '/translations/hello/words/cs/units/', {
      source: ['Weblate'],
      target: ['Weblát'],
      state: 20,
    })
    assert.equal(made.status, 200, made.text)
    asked = []
    await send('GET', `/units/${unit}/machinery/`)
    assert.ok(asked[0].messages[0].content.includes('{"source":"Weblate","target":"Weblát"}'))
  })

  test('"weblate" copies the same string from another component', async () => {
    const other = { name: 'Other', slug: 'other', file_format: 'po', filemask: 'o/*.po', source_language: 'en' }
    assert.equal((await send('POST', '/projects/hello/components/', other)).status, 201)
    await send('POST', '/components/hello/other/translations/', { language_code: 'cs' })
    const added = { source: ['Thank you for using Weblate.'], target: ['Díky.'], state: 20 }
    assert.equal((await send('POST', '/translations/hello/other/cs/units/', added)).status, 200)
    await api.services.store.transaction(tx => tx.deleteFrom('memory').execute())
    const [first] = (await send('GET', `/units/${unit}/machinery/`)).json
    assert.deepEqual([first.service, first.text, first.quality], ['weblate', ['Díky.'], 100])
    const auto = { mode: 'fuzzy', auto_source: 'mt', engines: ['weblate'] }
    const done = await send('POST', '/translations/hello/main/cs/autotranslate/', auto)
    assert.match(done.json.details, /, 1 strings/)
    assert.deepEqual((await send('GET', `/units/${unit}/`)).json.target, ['Díky.'])
  })

  test('CyrTranslit starts from the other script', async () => {
    for (const language_code of ['sr_Cyrl', 'sr_Latn'])
      await send('POST', '/components/hello/main/translations/', { language_code })
    const idIn = async (code: string) =>
      (await send('GET', `/translations/hello/main/${code}/units/`)).json.results[3].id as number
    await send('PATCH', `/units/${await idIn('sr_Cyrl')}/`, { target: ['Хвала'], state: 20 })
    const settings = { service: 'cyrtranslit', configuration: {} }
    assert.equal((await send('POST', '/projects/hello/machinery_settings/', settings)).status, 201)
    const found = (await send('GET', `/units/${await idIn('sr_Latn')}/machinery/`)).json
    const own = found.find(({ service }: { service: string }) => service === 'cyrtranslit')
    assert.deepEqual([own.text, own.error], [['Hvala'], null])
    const czech = (await send('GET', `/units/${unit}/machinery/`)).json
    assert.ok(
      !czech.some(({ service }: { service: string }) => service === 'cyrtranslit'),
      'other languages have no script to start from',
    )
  })
})
