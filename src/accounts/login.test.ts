import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Services } from '#core/services.ts'
import { manualClock, testServices } from '#core/testing.ts'
import { onEachEngine } from '#store/testing.ts'
import { createBotPassword } from './bot-passwords.ts'

const ip = '192.0.2.1'
const password = 'correct horse'

onEachEngine('logging in', open => {
  const clock = manualClock()
  let services: Services
  before(async () => {
    services = await testServices(await open(), clock)
    for (const name of ['Alice', 'Bob', 'Carol']) await services.accounts.register({ name, password })
  })
  const check = (name: string, attempt: string, from = ip) =>
    services.login.check({ name, password: attempt, ip: from })

  test('accepts the correct password and records the login', async () => {
    const result = await check('alice', password)
    assert.ok(result.ok)
    assert.equal(result.account.name, 'Alice')
    const account = await services.accounts.byName(services.store.read, 'Alice')
    assert.equal(account?.lastLoginAt, clock.now() / 1000)
  })

  test('gives the same result for a wrong password, an unknown name and an account without a password', async () => {
    await services.accounts.register({ name: 'Keyless' })
    for (const name of ['Alice', 'Nobody', 'Keyless', '', 'x\0y', 'a'.repeat(5000)])
      assert.deepEqual(await check(name, 'wrong'), { ok: false, reason: 'wrong' })
  })

  test('reports a password that is too long', async () => {
    assert.deepEqual(await check('Alice', 'x'.repeat(4097)), { ok: false, reason: 'password-too-long' })
  })

  test('replaces an imported hash on the first login', async () => {
    const { id } = await services.accounts.register({ name: 'Imported' })
    const hash = () =>
      services.store.read.selectFrom('account').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()
    await services.store.transaction(tx =>
      tx
        .updateTable('account')
        .set({ password_hash: ':B:8927a724:71470e71020d2565e9e1bcd0873b9612' })
        .where('id', '=', id)
        .execute(),
    )
    assert.equal((await check('Imported', 'Пароль-1')).ok, true)
    assert.match((await hash()).password_hash, /^\$argon2id\$/)
    assert.equal((await check('Imported', 'Пароль-1')).ok, true)
  })

  test('concurrent logins with an imported hash all succeed and never restore a changed password', async () => {
    const account = await services.accounts.register({ name: 'Hasty' })
    const give = (password_hash: string) =>
      services.store.transaction(tx =>
        tx.updateTable('account').set({ password_hash }).where('id', '=', account.id).execute(),
      )
    await give(':B:8927a724:71470e71020d2565e9e1bcd0873b9612')
    const at = (n: number) => check('Hasty', 'Пароль-1', `192.0.2.${100 + n}`)
    for (const { ok } of await Promise.all([1, 2, 3].map(at))) assert.ok(ok)
    await give(':B:8927a724:71470e71020d2565e9e1bcd0873b9612')
    await Promise.all([at(4), at(5), services.accounts.setPassword(account, 'a new password'), at(6)])
    assert.equal((await check('Hasty', 'a new password', '192.0.2.107')).ok, true)
    assert.equal((await check('Hasty', 'Пароль-1', '192.0.2.108')).ok, false)
  })

  test('throttles an address after five wrong guesses without affecting others', async () => {
    const from = '192.0.2.2'
    for (let i = 0; i < 5; i++) assert.equal((await check('Bob', 'wrong', from)).ok, false)
    assert.deepEqual(await check('Bob', password, from), { ok: false, reason: 'throttled', waitSeconds: 300 })
    assert.equal((await check('Bob', password, '192.0.2.3')).ok, true)
    assert.equal((await check('Carol', password, from)).ok, true)
    clock.advance(301)
    assert.equal((await check('Bob', password, from)).ok, true)
  })

  test('counts concurrent guesses', async () => {
    const from = '192.0.2.4'
    const results = await Promise.all(Array.from({ length: 12 }, () => check('Carol', 'wrong', from)))
    assert.equal(results.filter(result => !result.ok && result.reason === 'throttled').length, 7)
  })

  test('throttles an address that tries many names, even if it logs in successfully in between', async () => {
    const strict = await testServices(services.store, clock, {
      loginThrottle: [{ per: 'ip', attempts: 4, seconds: 60 }],
    })
    const from = '192.0.2.5'
    const results: boolean[] = []
    for (const name of ['A1', 'A2', 'Alice', 'A3', 'A4', 'Alice']) {
      results.push((await strict.login.check({ name, password, ip: from })).ok)
    }
    assert.deepEqual(results, [false, false, true, false, false, false])
  })

  test('rejects inactive accounts', async () => {
    const account = await services.accounts.register({ name: 'Gone', password })
    await services.store.transaction(tx => services.accounts.update(tx, account.id, { isActive: false }))
    assert.deepEqual(await check('Gone', password), { ok: false, reason: 'inactive' })
  })

  test('accepts bot passwords in both forms, where allowed, from permitted addresses', async () => {
    const alice = await services.accounts.byName(services.store.read, 'Alice')
    const secret = await services.store.transaction(tx =>
      createBotPassword(tx, alice!.id, 'tool', ['editpage'], ['192.0.2.0/24', '2001:db8::/32']),
    )
    const bot = (name: string, attempt: string, from = ip) =>
      services.login.check({ name, password: attempt, ip: from, botPasswords: true })
    const opened = await bot('alice@tool', secret)
    assert.ok(opened.ok)
    assert.deepEqual([opened.account.name, opened.botPassword?.appId], ['Alice', 'tool'])
    assert.equal((await bot('Alice', `tool@${secret}`)).ok, true)
    assert.equal((await bot('Alice', password)).ok, true)
    assert.equal((await bot('Alice@tool', secret, '2001:db8::5')).ok, true)
    assert.deepEqual(await bot('Alice@tool', secret, '198.51.100.1'), { ok: false, reason: 'address' })
    assert.deepEqual(await bot('Alice@tool', 'wrong'), { ok: false, reason: 'wrong' })
    assert.deepEqual(await bot('Alice@nosuch', secret), { ok: false, reason: 'wrong' })
    assert.equal((await check('Alice@tool', secret)).ok, false)
  })
})
