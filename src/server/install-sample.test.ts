import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServices } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { notePasswordShown, wantsSample } from './first-start.ts'
import { installSample } from './install-sample.ts'

onEachEngine('the sample', open => {
  test('resumes after an interruption and installs each part once', async () => {
    const store = await open()
    const services = await testServices(store)
    const ran: string[] = []
    let succeeds = false
    services.samples.push(
      { name: 'first', install: async (_, admin) => void ran.push(`first by ${admin}`) },
      {
        name: 'second',
        install: async () => {
          if (!succeeds) throw new Error('interrupted')
          ran.push('second')
        },
      },
    )
    assert.equal(await wantsSample(store), true)
    await assert.rejects(installSample(services), /interrupted/)
    const admin = await services.accounts.byName(store.read, 'Admin')
    assert.equal(await wantsSample(store), true)
    succeeds = true
    const made = await installSample(services)
    const login = await services.login.check({ name: made.name, password: made.password, ip: '127.0.0.1' })
    assert.equal(login.ok, true, 'the interrupted start has not shown a password, so this one sets a new one')
    assert.deepEqual(ran, [`first by ${admin?.id}`, 'second'])
    assert.equal(await wantsSample(store), true, 'the password has not been shown yet')
    const again = await installSample(services)
    const later = await services.login.check({ name: again.name, password: again.password, ip: '127.0.0.1' })
    assert.equal(later.ok, true)
    assert.deepEqual(ran, [`first by ${admin?.id}`, 'second'])
    await notePasswordShown(store)
    assert.equal(await wantsSample(store), false)
  })

  test('gives the administrator a working password and key', async () => {
    const store = await open()
    const services = await testServices(store)
    const made = await installSample(services)
    assert.ok(made)
    const login = await services.login.check({ name: made.name, password: made.password, ip: '127.0.0.1' })
    assert.equal(login.ok, true)
    const headers = { authorization: `Token ${made.apiKey}` }
    const caller = await services.callers.identify({ ip: '127.0.0.1', headers })
    assert.deepEqual([caller.account?.isSuperuser, caller.can('delete'), caller.can('userrights')], [true, true, true])
  })

  test('does nothing if the site already has accounts', async () => {
    const store = await open()
    const services = await testServices(store)
    await services.accounts.register({ name: 'Existing' })
    assert.equal(await wantsSample(store), false)
  })
})
