import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { Person } from '../manage/testing.ts'
import { faults, type TestCatalogue, testCatalogue } from './testing.ts'

const STRINGS = ['Tea', 'Cup', 'Spoon', 'Sugar']
const said = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

onEachEngine('use of machine translation services', open => {
  let api: TestApi
  let key: string
  let place: TestCatalogue
  let peer: Server
  let works = true
  const usage = async () => send('GET', '/api/projects/hello/machinery-usage/')

  before(async () => {
    peer = createServer(async (request, response) => {
      const { q } = (await json(request)) as { q: string[] }
      response.writeHead(works ? 200 : 500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ translatedText: q.map(each => each.toUpperCase()) }))
    })
    await new Promise<void>(resolve => {
      peer.listen(0, '127.0.0.1', resolve)
    })
    const { port } = peer.address() as AddressInfo
    api = await testApi(await open(), { machineryNetwork: 'any' })
    key = (await api.user('Admin', { superuser: true })).key
    place = await testCatalogue(api.services, { strings: STRINGS.map(text => ({ source: [text] })) })
    const libretranslate = { url: `http://127.0.0.1:${port}/`, cost_per_million: '250000', currency: 'EUR' }
    await send('PUT', '/api/projects/hello/machinery_settings/', { libretranslate })
  })
  after(() => peer.close())

  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await api.send(method, path, { key, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.json
  }
  const ask = (n: number) => send('GET', `/api/units/${place.units[n]!.id}/machinery/`)
  const save = (n: number, text: string) =>
    send('PATCH', `/api/units/${place.units[n]!.id}/`, { target: [text], state: 20 })
  const compare = async () => {
    const { store, jobs, log, clock } = api.services
    api.clock.advance(2 * 24 * 3600)
    await new JobRunner({ store, jobs, log, leaseClock: clock }).drain()
  }

  test('counts requests, characters, failures and cost', async () => {
    assert.deepEqual(await usage(), [])
    await ask(0)
    await ask(1)
    await ask(1)
    works = false
    await ask(2)
    works = true
    const [row] = await usage()
    assert.deepEqual(
      [row.service, row.month, row.requests, row.failures, row.characters, row.cost, row.currency],
      ['libretranslate', '2026-11', 3, 1, 6, '1.5', 'EUR'],
    )
    assert.deepEqual([row.compared, row.unchanged, row.similarity], [0, 0, null])
  })

  test('compares suggestions with what people save later', async () => {
    api.clock.advance(60)
    await save(0, 'TEA')
    await save(1, 'CUPS')
    await compare()
    const [row] = await usage()
    assert.deepEqual([row.compared, row.unchanged, row.similarity], [2, 1, 88])
    await compare()
    assert.equal((await usage())[0].compared, 2, 'each suggestion is compared once')
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('appears in the insights of the project, for its managers', async () => {
    const at = '/activity/?project=hello'
    // Sessions of others have expired by now.
    const boss = await Person.named(api, 'Boss', { superuser: true })
    assert.match(said((await boss.open(at)).text), /LibreTranslate 3 1 6 €1\.50 2 50% 8[78]%/)
    assert.doesNotMatch((await (await Person.named(api, 'Plain')).open(at)).text, /Accepted unchanged/)
  })

  test('rejects costs that are no amounts', async () => {
    for (const [name, value] of [
      ['cost_per_million', '-1'],
      ['cost_per_million', '20 EUR'],
      ['currency', 'euro'],
    ] as const) {
      const libretranslate = { url: 'https://translate.example/', [name]: value }
      const answer = await api.send('PUT', '/api/projects/hello/machinery_settings/', { key, body: { libretranslate } })
      assert.deepEqual([answer.status, answer.json.errors[0].attr.endsWith(name)], [400, true], answer.text)
    }
  })

  test('rules translate chosen languages with chosen services', async () => {
    await send('POST', '/api/components/hello/main/translations/', { language_code: 'de' })
    const rule = (languages: string[], mode: string) => ({
      name: 'weblate.autotranslate.autotranslate',
      configuration: { mode, auto_source: 'mt', engines: ['libretranslate'], filter_type: 'nottranslated', languages },
    })
    await send('POST', '/api/projects/hello/addons/', rule(['de'], 'translate'))
    await send('POST', '/api/projects/hello/addons/', rule(['cs'], 'suggest'))
    await compare()
    const units = async (code: string) => (await send('GET', `/api/translations/hello/main/${code}/units/`)).results
    const texts = async (code: string) => (await units(code)).map((unit: { target: string[] }) => unit.target[0])
    assert.deepEqual(await texts('de'), ['TEA', 'CUP', 'SPOON', 'SUGAR'])
    assert.deepEqual((await texts('cs')).slice(2), ['', ''])
    assert.equal((await units('cs'))[3].has_suggestion, true)
  })
})
