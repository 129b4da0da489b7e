import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testServices } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { notePasswordShown, wantsSample } from './first-start.ts'
import { installSample } from './install-sample.ts'

onEachEngine('the sample', open => {
  test('goes on where it was cut off, and is done once', async () => {
    const store = await open()
    const services = await testServices(store)
    const ran: string[] = []
    let luck = false
    services.samples.push(
      { name: 'first', install: async (_, admin) => void ran.push(`first by ${admin}`) },
      {
        name: 'second',
        install: async () => {
          if (!luck) throw new Error('cut off')
          ran.push('second')
        },
      },
    )
    assert.equal(await wantsSample(store), true)
    await assert.rejects(installSample(services), /cut off/)
    const admin = await services.accounts.byName(store.read, 'Admin')
    assert.equal(await wantsSample(store), true)
    luck = true
    const made = await installSample(services)
    const login = await services.login.check({ name: made.name, password: made.password, ip: '127.0.0.1' })
    assert.equal(login.ok, true, 'the start that was cut off has shown no password, so this one does')
    assert.deepEqual(ran, [`first by ${admin?.id}`, 'second'])
    assert.equal(await wantsSample(store), true, 'a start that ends here has not shown the password either')
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

  test('leaves a site alone that has accounts of its own', async () => {
    const store = await open()
    const services = await testServices(store)
    await services.accounts.register({ name: 'Somebody' })
    assert.equal(await wantsSample(store), false)
  })
})
