import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import Fastify from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { testServices } from '#core/testing.ts'
import { onEachEngine, temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'

onEachEngine('thanks', open => {
  test('are logged once, and only for edits of other people', async () => {
    const store = await open()
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    const app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
    const keys = new Map<string, string>()
    for (const name of ['Asha', 'Kenji', 'Helper', 'Keeper']) {
      const { id } = await services.accounts.register({ name })
      const key = await store.transaction(async tx => {
        if (name === 'Helper') await joinGroup(tx, id, 'bot')
        if (name === 'Keeper') for (const group of ['sysop', 'suppress']) await joinGroup(tx, id, group)
        return regenerateApiKey(tx, id, services.clock)
      })
      keys.set(name, key)
    }
    const headersOf = (name: string) => (name === '' ? {} : { authorization: `Token ${keys.get(name)}` })
    const ask = async (name: string, params: Record<string, string>) => {
      const query = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
      return (await app.inject({ url: `/api.php?${query}`, headers: headersOf(name) })).json()
    }
    const act = async (name: string, params: Record<string, string>) => {
      const { csrftoken: token } = (await ask(name, { action: 'query', meta: 'tokens' })).query.tokens
      const body = new URLSearchParams({ format: 'json', formatversion: '2', token, ...params }).toString()
      const headers = { ...headersOf(name), 'content-type': 'application/x-www-form-urlencoded' }
      return (await app.inject({ method: 'POST', url: '/api.php', headers, body })).json()
    }
    const edit = async (name: string, text: string) =>
      String((await act(name, { action: 'edit', title: 'Tea', text })).edit.newrevid)
    const code = async (name: string, params: Record<string, string>) =>
      (await act(name, { action: 'thank', ...params })).error?.code
    const entries = async () =>
      (
        await ask('', { action: 'query', list: 'logevents', leprop: 'type|user|title', lelimit: '50' })
      ).query.logevents.filter(({ type }: { type: string }) => type === 'thanks')

    const rev = await edit('Asha', 'Green.')
    const inbox = async () => store.read.selectFrom('inbox').select(['kind', 'account_id', 'revision_id']).execute()
    const first = await act('Kenji', { action: 'thank', rev, source: 'diff' })
    assert.deepEqual(first, { result: { success: 1, recipient: 'Asha' } })
    assert.deepEqual(await act('Kenji', { action: 'thank', rev }), first, 'again')
    const [entry, ...others] = await entries()
    assert.deepEqual([entry.user, entry.title, others.length], ['Kenji', 'User:Asha', 0])
    const asha = await store.read
      .selectFrom('account')
      .where('name', '=', 'Asha')
      .select('id')
      .executeTakeFirstOrThrow()
    assert.deepEqual(await inbox(), [{ kind: 'thanks', account_id: asha.id, revision_id: Number(rev) }])
    assert.equal((await act('Keeper', { action: 'thank', rev })).result.success, 1)
    assert.equal((await entries()).length, 2)
    const changes = (await ask('', { action: 'query', list: 'recentchanges', rctype: 'log' })).query.recentchanges
    assert.doesNotMatch(JSON.stringify(changes), /thanks/, 'thanks are not among recent changes')

    assert.equal(await code('', { rev }), 'notloggedin')
    assert.equal(await code('Asha', { rev }), 'invalidrecipient')
    assert.equal(await code('Kenji', { rev: '999999' }), 'invalidrevision')
    assert.equal(await code('Kenji', {}), 'missingparam')
    assert.equal(await code('Kenji', { rev, log: '1' }), 'invalidparammix')
    assert.equal(await code('Kenji', { log: '999999' }), 'thanks-error-invalid-log-id')
    assert.equal(await code('Kenji', { rev: await edit('', 'Black.') }), 'invalidrecipient', 'no account')
    assert.equal(await code('Kenji', { rev: await edit('Helper', 'White.') }), 'invalidrecipient', 'a bot')

    const moved = await act('Keeper', { action: 'protect', title: 'Tea', protections: 'move=sysop', reason: 'calm' })
    assert.ok(moved.protect)
    const log = (await ask('', { action: 'query', list: 'logevents', letype: 'protect', leprop: 'ids' })).query
      .logevents
    const thanked = await act('Kenji', { action: 'thank', log: String(log[0].logid) })
    assert.deepEqual(thanked, { result: { success: 1, recipient: 'Keeper' } })

    const hidden = await edit('Asha', 'Secret.')
    await edit('Asha', 'Open.')
    await act('Keeper', {
      action: 'revisiondelete',
      type: 'revision',
      ids: hidden,
      hide: 'content|user',
      target: 'Tea',
    })
    assert.equal(await code('Kenji', { rev: hidden }), 'invalidrevision', 'hidden')
    await act('Keeper', { action: 'block', user: 'Kenji', expiry: 'infinite' })
    assert.equal(await code('Kenji', { rev: await edit('Asha', 'More.') }), 'blocked')
  })
})

suite('the page for thanks', () => {
  test('has a form that asks first', async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    const app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
    const { id } = await services.accounts.register({ name: 'Kenji' })
    const key = await store.transaction(tx => regenerateApiKey(tx, id, services.clock))
    const other = await services.accounts.register({ name: 'Asha' })
    const otherKey = await store.transaction(tx => regenerateApiKey(tx, other.id, services.clock))
    const tokens = await app.inject({
      url: '/api.php?action=query&meta=tokens&format=json',
      headers: { authorization: `Token ${otherKey}` },
    })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const edited = await app.inject({
      method: 'POST',
      url: '/api.php',
      headers: { authorization: `Token ${otherKey}`, ...form },
      body: new URLSearchParams({
        action: 'edit',
        title: 'Tea',
        text: 'Green.',
        format: 'json',
        token: tokens.json().query.tokens.csrftoken,
      }).toString(),
    })
    const url = `/wiki/Special:Thanks/${edited.json().edit.newrevid}`
    const headers = { authorization: `Token ${key}`, ...form }
    const asked = await app.inject({ url, headers })
    assert.match(asked.body, /Thank .*Asha.* for the edit to .*Tea/)
    assert.equal((await app.inject({ url })).statusCode, 403)
    assert.equal((await app.inject({ url: '/wiki/Special:Thanks/77777', headers })).statusCode, 404)
    assert.equal((await app.inject({ url: '/wiki/Special:Thanks', headers })).statusCode, 200)
    const done = await app.inject({ method: 'POST', url, headers, body: '' })
    assert.match(done.body, /You thanked .*Asha/)
    assert.match((await app.inject({ url: '/wiki/Special:Log' })).body, /thanked .*Asha/)
  })
})
