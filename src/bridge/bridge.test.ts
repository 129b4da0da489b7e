import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { multipart } from '#translation/api/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { openWiki } from '#wiki/open-wiki.ts'
import { customisedFaults } from './customised-check.ts'
import { type TestBridge, testBridge } from './testing.ts'

const FILES = {
  'core/en': { tea: 'Tea for $1', cup: 'Cup', nothing: '', pot: 'Pot' },
  'core/de': { tea: 'Tee für $1', cup: 'Tasse', nothing: '' },
  'core/kk-cyrl': { cup: 'Кесе' },
  'core/zh-hans': { cup: '杯子' },
  'core/qqq': { tea: '$1 is a person' },
  'ext/en': { 'ext-milk': 'Milk' },
  'ext/pt-br': { 'ext-milk': 'Leite' },
}

const FILES_AGAIN = { 'core/de': { tea: 'Tee', cup: 'Tasse', spoon: 'Kochlöffel' } }

onEachEngine('interface messages as a component', open => {
  let bridge: TestBridge
  let key: string
  const get = async (path: string) => (await bridge.rest.send('GET', path, { key })).json
  const unitOf = async (language: string, context: string) => {
    const { results } = await get(`/api/translations/wiki/interface/${language}/units/?page_size=100`)
    return results.find((unit: { context: string }) => unit.context === context)
  }
  const edit = (id: number, target: string, state = 20) =>
    bridge.rest.send('PATCH', `/api/units/${id}/`, { key, body: { target: [target], state } })
  const sound = async () => assert.deepEqual(await faults(bridge.rest.services.store), [])

  before(async () => {
    bridge = await testBridge(await open())
    key = (await bridge.rest.user('Boss', { superuser: true })).key
    await bridge.pages({ 'Main Page': 'Tea' })
    assert.equal(await bridge.messages(FILES), 11)
  })

  test('an import creates a string for each non-empty message in every imported language', async () => {
    const component = await get('/api/components/wiki/interface/')
    assert.deepEqual([component.file_format, component.source_language.code], ['mediawiki-json', 'en'])
    assert.equal((await get('/api/projects/wiki/')).name, 'Tea wiki')
    const { results } = await get('/api/components/wiki/interface/translations/?page_size=100')
    const counts = results.map((each: { language: { code: string }; total: number; translated: number }) => [
      each.language.code,
      each.total,
      each.translated,
    ])
    assert.deepEqual(counts.sort(), [
      ['de', 4, 2],
      ['en', 4, 4],
      ['kk', 4, 1],
      ['pt_BR', 4, 1],
      ['zh_Hans', 4, 1],
    ])
    const tea = await unitOf('de', 'tea')
    assert.deepEqual(
      [tea.source, tea.target, tea.state, tea.note],
      [['Tea for $1'], ['Tee für $1'], 20, '$1 is a person'],
    )
    assert.equal((await unitOf('pt_BR', 'ext-milk')).location, 'ext/en.json')
    await sound()
  })

  test('the wiki keeps showing the shipped messages', async () => {
    assert.deepEqual(await bridge.shown('de', ['tea', 'cup', 'nothing', 'pot', 'no-such']), {
      tea: 'Tee für $1',
      cup: 'Tasse',
      nothing: '',
      pot: 'Pot',
      'no-such': null,
    })
    assert.deepEqual(await bridge.shown('zh-hans', ['cup']), { cup: '杯子' })
    assert.deepEqual(await bridge.shown('kk', ['cup']), { cup: 'Кесе' })
  })

  test('a saved translation appears immediately in every process and updates the statistics', async () => {
    const other = await openWiki(bridge.rest.services)
    assert.equal((await other.messages.load('pt-br')).get('cup'), undefined)
    const cup = await unitOf('pt_BR', 'cup')
    assert.equal((await edit(cup.id, 'Xícara')).status, 200)
    assert.deepEqual(await bridge.shown('pt-br', ['cup']), { cup: 'Xícara' })
    assert.equal((await other.messages.load('pt-br')).get('cup'), 'Xícara')
    assert.equal((await get('/api/translations/wiki/interface/pt_BR/statistics/')).translated, 2)
    assert.equal((await edit(cup.id, '', 0)).status, 200)
    assert.deepEqual(await bridge.shown('pt-br', ['cup']), { cup: 'Cup' })
    assert.equal((await other.messages.load('pt-br')).get('cup'), undefined)
    await sound()
  })

  test('reports a missing placeholder', async () => {
    const tea = await unitOf('pt_BR', 'tea')
    assert.equal((await edit(tea.id, 'Chá')).json.has_failing_check, true)
    assert.equal((await edit(tea.id, 'Chá para $1')).json.has_failing_check, false)
  })

  test('uploaded and suggested translations appear in the wiki', async () => {
    const file = { name: 'file', filename: 'de.json', content: Buffer.from('{"pot":"Kanne","cup":"Becher"}') }
    const { body, headers } = multipart({ method: 'translate', conflicts: 'replace-translated' }, file)
    const sent = await bridge.rest.send('POST', '/api/translations/wiki/interface/de/file/', { key, body, headers })
    assert.equal(sent.json.accepted, 2, sent.text)
    assert.deepEqual(await bridge.shown('de', ['cup', 'pot']), { cup: 'Becher', pot: 'Kanne' })
    const pot = await unitOf('zh_Hans', 'pot')
    const made = await bridge.rest.send('POST', `/api/units/${pot.id}/suggestions/`, { key, body: { target: ['壶'] } })
    assert.equal(made.status, 201, made.text)
    await bridge.rest.send('POST', `/api/suggestions/${made.json.id}/accept/`, { key, body: {} })
    assert.deepEqual(await bridge.shown('zh-hans', ['pot']), { pot: '壶' })
    await sound()
  })

  test('a language added on the platform appears in the wiki under its MediaWiki code', async () => {
    const begun = await bridge.rest.send('POST', '/api/components/wiki/interface/translations/', {
      key,
      body: { language_code: 'sr_Cyrl' },
    })
    assert.equal(begun.status, 201, begun.text)
    await edit((await unitOf('sr_Cyrl', 'cup')).id, 'Шоља')
    assert.deepEqual(await bridge.shown('sr-ec', ['cup', 'pot']), { cup: 'Шоља', pot: 'Pot' })
  })

  test('a repeated import changes nothing; a later one applies only the messages that changed', async () => {
    const before = await get('/api/components/wiki/interface/changes/')
    assert.equal(await bridge.messages(FILES), 11)
    assert.equal((await get('/api/components/wiki/interface/changes/')).count, before.count)
    await bridge.messages({
      ...FILES,
      'core/en': { tea: 'Tea for $1', cup: 'Mug', spoon: 'Spoon' },
      'core/de': { tea: 'Tee für dich, $1', cup: 'Tasse', spoon: 'Löffel' },
      'core/qqq': { tea: '$1 is a guest' },
    })
    // The German "cup" was edited here and its file did not change, so the edit stays; only its source text changed.
    assert.deepEqual(await bridge.shown('de', ['tea', 'cup', 'spoon', 'pot', 'nothing']), {
      tea: 'Tee für dich, $1',
      cup: 'Becher',
      spoon: 'Löffel',
      pot: null,
      nothing: null,
    })
    const cup = await unitOf('de', 'cup')
    assert.deepEqual([cup.state, cup.previous_source, cup.source], [10, 'Cup', ['Mug']])
    assert.equal((await unitOf('de', 'tea')).note, '$1 is a guest')
    assert.equal(await unitOf('de', 'pot'), undefined)
    await sound()
  })

  test('a MediaWiki page overrides its string and makes it read-only', async () => {
    await bridge.pages({ 'Main Page': 'Tea', 'MediaWiki:Spoon/de': 'Teelöffel', 'MediaWiki:Tea': 'Our tea' })
    const spoon = await unitOf('de', 'spoon')
    assert.deepEqual([spoon.state, spoon.flags, spoon.target], [100, 'read-only, customised', ['Löffel']])
    assert.match(spoon.note, /page MediaWiki:Spoon\/de instead/)
    assert.match((await unitOf('en', 'tea')).note, /^\$1 is a guest\n\n.*MediaWiki:Tea instead/)
    assert.equal((await unitOf('de', 'tea')).state, 20)
    assert.deepEqual(await bridge.shown('de', ['spoon']), { spoon: 'Teelöffel' })
    const { store } = bridge.rest.services
    assert.deepEqual(await customisedFaults(store.read), [])
    const refused = await edit(spoon.id, 'Rührer')
    assert.ok(refused.status >= 400 && refused.status < 500, refused.text)
    await sound()
    await bridge.messages(FILES_AGAIN)
    assert.deepEqual((await unitOf('de', 'spoon')).target, ['Kochlöffel'])
    assert.equal((await unitOf('de', 'spoon')).state, 100)
    await sound()
    await store.transaction(tx => tx.deleteFrom('page').where('title', '=', 'Spoon/de').execute())
    assert.match((await customisedFaults(store.read)).join(), /^message spoon in de: .* has no page$/)
    await bridge.messages(FILES_AGAIN)
    const released = await unitOf('de', 'spoon')
    assert.deepEqual([released.state, released.flags, released.note], [20, '', ''])
    assert.equal((await unitOf('en', 'tea')).state, 100)
    await sound()
  })

  test('rejects unreadable files by name and rolls the whole import back', async () => {
    const before = await get('/api/components/wiki/interface/changes/')
    await assert.rejects(
      bridge.messages({ 'a/de': { cup: 'Neu' }, 'b/de': { cup: 'a\0b' } }),
      /b\/de\.json.*"cup".*NUL/,
    )
    assert.deepEqual(await bridge.shown('de', ['cup']), { cup: 'Becher' })
    assert.equal((await get('/api/components/wiki/interface/changes/')).count, before.count)
  })

  test('files survive a round trip, and English can be edited here', async () => {
    const path = '/api/translations/wiki/interface/de/file/'
    const file = await bridge.rest.send('GET', path, { key })
    assert.equal(file.json.cup, 'Becher', file.text)
    const content = Buffer.from(file.text.replace('Becher', 'Häferl'))
    const { body, headers } = multipart({ method: 'replace' }, { name: 'file', filename: 'de.json', content })
    const sent = await bridge.rest.send('POST', path, { key, body, headers })
    assert.equal(sent.status, 200, sent.text)
    assert.deepEqual(await bridge.shown('de', ['cup']), { cup: 'Häferl' })
    assert.equal((await edit((await unitOf('en', 'cup')).id, 'Beaker')).status, 200)
    assert.deepEqual(await bridge.shown('fr', ['cup']), { cup: 'Beaker' })
    await sound()
  })

  test('adds a language for an unknown code but not for a second code of the same language', async () => {
    await bridge.messages({ 'more/xyz-test': { cup: 'Xyz' }, 'more/kk': { cup: 'Kk' }, package: { name: 'x' } })
    assert.deepEqual(await bridge.shown('xyz-test', ['cup']), { cup: 'Xyz' })
    assert.deepEqual((await unitOf('kk', 'cup')).target, ['Кесе'])
    assert.deepEqual(await bridge.shown('kk', ['cup']), { cup: 'Kk' })
    await sound()
  })

  test('shows shipped messages once the component is deleted; the next import recreates it', async () => {
    assert.equal((await bridge.rest.send('DELETE', '/api/components/wiki/interface/', { key })).status, 204)
    assert.deepEqual(await bridge.shown('de', ['cup']), { cup: 'Tasse' })
    await bridge.messages({ 'core/de': { cup: 'Tasse' } })
    assert.deepEqual((await unitOf('de', 'cup')).target, ['Tasse'])
    assert.deepEqual(await customisedFaults(bridge.rest.services.store.read), [])
    await sound()
  })
})
