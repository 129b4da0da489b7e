import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestBridge, testBridge } from './testing.ts'

const SUMMARY = 'apihelp-logout-summary'

onEachEngine('a translated message', open => {
  let bridge: TestBridge
  let key: string
  const send = (method: 'POST' | 'PATCH' | 'GET', path: string, body?: unknown) =>
    bridge.rest.send(method, path, body === undefined ? { key } : { key, body })
  const unitOf = async (language: string, context: string) => {
    const { json } = await send('GET', `/api/translations/wiki/interface/${language}/units/?page_size=100`)
    return json.results.find((unit: { context: string }) => unit.context === context)
  }

  before(async () => {
    bridge = await testBridge(await open())
    key = (await bridge.rest.user('Boss', { superuser: true })).key
    await bridge.messages({ en: { [SUMMARY]: 'Log out.', kettle: 'Kettle' }, de: { [SUMMARY]: 'Abmelden.' } })
  })

  test('appears on the API help page', async () => {
    const help = async () =>
      (await bridge.ask({ action: 'help', modules: 'logout', uselang: 'de', wrap: '1' })).help.help
    assert.match(await help(), /Abmelden\./)
    const unit = await unitOf('de', SUMMARY)
    assert.equal((await send('PATCH', `/api/units/${unit.id}/`, { target: ['Ausloggen.'], state: 20 })).status, 200)
    assert.match(await help(), /Ausloggen\./)
    assert.doesNotMatch(await help(), /Abmelden\./)
  })

  test('appears when it was filled in from translation memory', async () => {
    await send('POST', '/api/projects/', { name: 'Shop', slug: 'shop' })
    const component = { name: 'Goods', slug: 'goods', file_format: 'po', filemask: '*.po', new_lang: 'add' }
    assert.equal((await send('POST', '/api/projects/shop/components/', component)).status, 201)
    await send('POST', '/api/components/shop/goods/translations/', { language_code: 'de' })
    const added = await send('POST', '/api/translations/shop/goods/de/units/', {
      source: ['Kettle'],
      target: ['Kessel'],
      state: 20,
    })
    assert.equal(added.status, 200, added.text)
    assert.deepEqual(await bridge.shown('de', ['kettle']), { kettle: 'Kettle' })
    const done = await send('POST', '/api/translations/wiki/interface/de/autotranslate/', {
      mode: 'translate',
      q: '',
      auto_source: 'mt',
      engines: ['weblate-translation-memory'],
      threshold: '80',
    })
    assert.equal(done.status, 200, done.text)
    assert.deepEqual(await bridge.shown('de', ['kettle']), { kettle: 'Kessel' })
  })
})
