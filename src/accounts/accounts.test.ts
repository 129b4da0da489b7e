import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Services } from '#core/services.ts'
import { manualClock, testServices } from '#core/testing.ts'
import { changesAfter } from '#events/change-log.ts'
import { lastChange } from '#store/log-order.ts'
import { onEachEngine } from '#store/testing.ts'
import { AccountError } from './account-error.ts'
import { formerGroupsOf, joinGroup, leaveGroup, membershipsOf } from './memberships.ts'
import { optionOfAll, optionsOf, resetOptions, setOptions } from './options.ts'

onEachEngine('accounts', open => {
  const clock = manualClock()
  const now = clock.now() / 1000
  let services: Services
  before(async () => {
    services = await testServices(await open(), clock)
  })
  const read = () => services.store.read

  test('finds a new account by id, by any spelling of its name, and by email address', async () => {
    const made = await services.accounts.register({
      name: 'alice_b',
      password: 'correct horse',
      email: 'Alice@Example.org',
      realName: 'Alice B.',
      groups: ['sysop'],
    })
    assert.equal(made.name, 'Alice b')
    assert.equal(made.username, 'alice_b')
    assert.equal(made.registeredAt, now)
    assert.deepEqual(await services.accounts.byId(read(), made.id), made)
    assert.deepEqual(await services.accounts.byName(read(), 'alice b'), made)
    assert.deepEqual(await services.accounts.byEmail(read(), 'aLICE@example.ORG'), [made])
    assert.deepEqual(await membershipsOf(read(), made.id, now), [{ group: 'sysop', expiresAt: null }])
    assert.equal(await services.accounts.byName(read(), 'Nobody'), null)
    assert.equal(await services.accounts.byName(read(), 'A\0'), null)
    assert.deepEqual(await services.accounts.byEmail(read(), ''), [])
    const [change] = await changesAfter(read(), 0, 10)
    assert.deepEqual(
      { area: change?.area, kind: change?.kind, subject: change?.subject, accountId: change?.accountId },
      { area: 'accounts', kind: 'account-created', subject: 'Alice b', accountId: made.id },
    )
  })

  test('a name can be registered only once, even by concurrent requests', async () => {
    const results = await Promise.allSettled(
      ['Twin', 'twin', ' TWIN'].slice(0, 2).map(name => services.accounts.register({ name })),
    )
    assert.deepEqual(results.map(result => result.status).sort(), ['fulfilled', 'rejected'])
    await assert.rejects(services.accounts.register({ name: 'Twin' }), (error: AccountError) => {
      assert.ok(error instanceof AccountError)
      assert.equal(error.problem, 'name-taken')
      return true
    })
  })

  test('rejects invalid names, passwords and email addresses without writing anything', async () => {
    const before = await lastChange(read())
    const attempts = {
      'name-address': { name: '127.0.0.1' },
      'name-character': { name: 'a|b' },
      'password-too-short': { name: 'Short', password: 'x' },
      'password-is-name': { name: 'Same name', password: 'same name' },
      email: { name: 'Mail', email: 'not an address' },
    }
    for (const [problem, input] of Object.entries(attempts))
      await assert.rejects(services.accounts.register(input), { problem })
    assert.equal(await lastChange(read()), before)
  })

  test('a hook runs in the same transaction as the new account', async () => {
    const own = await testServices(services.store, clock)
    own.hooks.onAccountCreated(async (tx, account) => {
      await setOptions(tx, account.id, [['greeting', 'hello']])
      if (account.name === 'Unlucky') throw new Error('no room')
    })
    const lucky = await own.accounts.register({ name: 'Lucky' })
    assert.deepEqual(await optionsOf(read(), lucky.id), new Map([['greeting', 'hello']]))
    await assert.rejects(own.accounts.register({ name: 'Unlucky' }), /no room/)
    assert.equal(await own.accounts.byName(read(), 'Unlucky'), null)
  })

  test('group memberships expire, and former groups are recorded', async () => {
    const { id } = await services.accounts.register({ name: 'Temp' })
    await services.store.transaction(async tx => {
      await joinGroup(tx, id, 'sysop', now + 60)
      await joinGroup(tx, id, 'bot')
      await joinGroup(tx, id, 'bot', now - 1)
    })
    assert.deepEqual(await membershipsOf(read(), id, now), [{ group: 'sysop', expiresAt: now + 60 }])
    assert.deepEqual(await membershipsOf(read(), id, now + 60), [])
    await services.store.transaction(async tx => {
      assert.equal(await leaveGroup(tx, id, 'bot'), true)
      assert.equal(await leaveGroup(tx, id, 'sysop'), true)
      assert.equal(await leaveGroup(tx, id, 'sysop'), false)
    })
    assert.deepEqual(await formerGroupsOf(read(), id), ['bot', 'sysop'])
  })

  test('options can be set, changed, reset and read for several accounts', async () => {
    const [a, b] = await Promise.all(['Opt a', 'Opt b'].map(name => services.accounts.register({ name })))
    await services.store.transaction(async tx => {
      await setOptions(tx, a!.id, [
        ['gender', 'female'],
        ['skin', 'vector'],
      ])
      await setOptions(tx, a!.id, [
        ['skin', null],
        ['gender', 'male'],
      ])
      await setOptions(tx, b!.id, [['gender', 'female']])
    })
    assert.deepEqual(await optionsOf(read(), a!.id), new Map([['gender', 'male']]))
    const genders = await optionOfAll(read(), [a!.id, b!.id, 999_999], 'gender')
    assert.deepEqual([genders.get(a!.id), genders.get(b!.id), genders.size], ['male', 'female', 2])
    await services.store.transaction(tx => resetOptions(tx, b!.id))
    assert.equal((await optionsOf(read(), b!.id)).size, 0)
  })

  test('updates an account', async () => {
    const { id } = await services.accounts.register({ name: 'Changing' })
    await services.store.transaction(tx =>
      services.accounts.update(tx, id, { email: 'c@example.org', isActive: false, expiresAt: 5 }),
    )
    const changed = await services.accounts.byId(read(), id)
    assert.deepEqual([changed?.email, changed?.isActive, changed?.expiresAt], ['c@example.org', false, 5])
    assert.equal(await services.accounts.isEmpty(read()), false)
  })
})
