import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GroupPermissions } from '#accounts/group-permissions.ts'
import { seconds } from '#store/clock.ts'
import { onEachEngine } from '#store/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { importMessages } from '#wiki/import/messages.ts'
import { bridgePart } from './part.ts'
import { messageFolder, testBridge } from './testing.ts'

const TEXTS = { en: { cup: 'Cup' }, de: { cup: 'Tasse' } }

onEachEngine('interface component', open => {
  test('creates a component in the background for messages imported before the bridge existed', async () => {
    const bridge = await testBridge(await open())
    const { services } = bridge.rest
    await importMessages(services.store, { folder: messageFolder(TEXTS), clock: services.clock })
    assert.equal((await bridge.rest.send('GET', '/api/components/wiki/interface/')).status, 404)
    services.jobs.handlers.delete('interface-component')
    await bridgePart.register!(services)
    const job = await services.store.transaction(tx => services.jobs.take(tx, seconds(services.clock), 60))
    await services.jobs.handlers.get(job!.kind)!(job!, new AbortController().signal)
    const statistics = await bridge.rest.send('GET', '/api/translations/wiki/interface/de/statistics/')
    assert.deepEqual([statistics.json.total, statistics.json.translated], [1, 1])
    assert.deepEqual(await faults(services.store), [])
  })

  test('hides the component from visitors who cannot read the wiki', async () => {
    const bridge = await testBridge(await open())
    const { services } = bridge.rest
    const groups = JSON.stringify([
      { name: '*', rights: [] },
      { name: 'user', rights: ['read'] },
    ])
    await services.store.transaction(tx =>
      tx.insertInto('site_setting').values({ key: 'usergroups', value: groups }).execute(),
    )
    await bridge.messages(TEXTS)
    assert.equal((await bridge.rest.send('GET', '/api/components/wiki/interface/')).status, 404)
    const { key } = await bridge.rest.user('Boss', { superuser: true })
    const project = await bridge.rest.send('GET', '/api/projects/wiki/', { key })
    assert.equal(project.json.slug, 'wiki', project.text)
  })

  test('makes the project private at the next start after the wiki becomes private', async () => {
    const bridge = await testBridge(await open())
    const { services } = bridge.rest
    await bridge.messages(TEXTS)
    assert.equal((await bridge.rest.send('GET', '/api/components/wiki/interface/')).status, 200)
    services.jobs.handlers.delete('interface-component')
    const permissions = new GroupPermissions([{ name: '*', rights: [] }])
    await bridgePart.register!({ ...services, permissions })
    assert.equal((await bridge.rest.send('GET', '/api/components/wiki/interface/')).status, 404)
  })

  test('hides messages imported while the wiki is private', async () => {
    const bridge = await testBridge(await open())
    const { services } = bridge.rest
    const start = (wikiAccess: 'public' | 'private') => {
      services.jobs.handlers.delete('interface-component')
      return bridgePart.register!({ ...services, config: { ...services.config, wikiAccess } })
    }
    await start('private')
    await bridge.messages(TEXTS)
    for (const path of ['components/wiki/interface/', 'projects/wiki/', 'translations/wiki/interface/de/'])
      assert.equal((await bridge.rest.send('GET', `/api/${path}`)).status, 404)
    assert.deepEqual((await bridge.rest.send('GET', '/api/units/')).json.results, [])
    // Opening the wiki again must not publish the project: an administrator decides that separately.
    await start('public')
    assert.equal((await bridge.rest.send('GET', '/api/projects/wiki/')).status, 404)
  })

  test('serves the sample in German, including edited translations', async () => {
    const bridge = await testBridge(await open())
    const { services } = bridge.rest
    const sample = services.samples.find(({ name }) => name === 'bridge')!
    await sample.install(services, 1)
    const wrong = { action: 'nosuch', errorformat: 'plaintext', uselang: 'de' }
    assert.equal((await bridge.ask(wrong)).errors[0].text, 'Der Parameter „action“ kennt den Wert nosuch nicht.')
    const { key } = await bridge.rest.user('Boss', { superuser: true })
    const units = await bridge.rest.send('GET', '/api/translations/wiki/interface/de/units/?page_size=100', { key })
    const name = 'paramvalidator-badvalue-enumnotmulti'
    const { id } = units.json.results.find(({ context }: { context: string }) => context === name)
    const body = { target: ['$2? Das kennt „$1“ nicht.'], state: 20 }
    assert.equal((await bridge.rest.send('PATCH', `/api/units/${id}/`, { key, body })).status, 200)
    assert.equal((await bridge.ask(wrong)).errors[0].text, 'nosuch? Das kennt „action“ nicht.')
    assert.deepEqual(await faults(services.store), [])
  })

  test('refuses to take over an unrelated component with the same path', async () => {
    const bridge = await testBridge(await open())
    const { key } = await bridge.rest.user('Boss', { superuser: true })
    const make = (path: string, body: unknown) => bridge.rest.send('POST', path, { key, body })
    await make('/api/projects/', { name: 'Wiki', slug: 'wiki' })
    const other = { name: 'Other', slug: 'interface', file_format: 'po', filemask: '*.po' }
    assert.equal((await make('/api/projects/wiki/components/', other)).status, 201)
    await assert.rejects(bridge.messages(TEXTS), /wiki\/interface already.*rename it/)
    assert.deepEqual(await bridge.shown('de', ['cup']), { cup: null })
    await bridge.rest.send('PATCH', '/api/components/wiki/interface/', { key, body: { slug: 'other' } })
    await bridge.messages(TEXTS)
    assert.deepEqual(await bridge.shown('de', ['cup']), { cup: 'Tasse' })
  })
})
