// Webhooks of both halves of the site, delivered by two servers on one database to a real receiver.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { WEBHOOKS_LANE } from '#pages/webhooks/run-webhook.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestCatalogue, testCatalogue } from '#translation/catalogue/testing.ts'
import { RETRY_DELAYS } from '#translation/outbound/webhook.ts'
import { WEBHOOK_EVENTS } from '#translation/webhooks/event-kinds.ts'
import { buildServer, type Server } from './build-server.ts'
import { loadParts } from './parts.ts'
import { isSigned, Receiver } from './testing-receiver.ts'

onEachEngine('webhooks', open => {
  let stores: Store[]
  let servers: Server[]
  let runners: JobRunner[]
  let shown: TestCatalogue
  let hidden: TestCatalogue
  const keys: Record<string, string> = {}
  const clock = manualClock()
  const receiver = new Receiver()
  const config = { ...testConfig, webNetwork: 'any' as 'any' | 'public' }

  before(async () => {
    await receiver.listen()
    const store = await open()
    stores = [store, await openStore(store.address)]
    const parts = await loadParts()
    servers = []
    runners = []
    for (const each of stores) {
      const server = await buildServer({ store: each, clock, config, parts })
      servers.push(server)
      const { jobs, log } = server.services
      runners.push(new JobRunner({ store: each, jobs, log, lane: WEBHOOKS_LANE, leaseClock: clock }))
    }
    await person('Boss', { isSuperuser: true, groups: ['sysop', 'suppress'] })
    await person('Keeper', { groups: ['sysop'] })
    shown = await testCatalogue(servers[0]!.services)
    hidden = await testCatalogue(servers[0]!.services, { slug: 'hidden', access: 100 })
  })
  after(async () => {
    receiver.close()
    for (const server of servers) await server.app.close()
    await stores[1]!.close()
  })
  beforeEach(() => {
    receiver.answer = null
    receiver.received.length = 0
  })

  async function person(name: string, options: { isSuperuser?: boolean; groups?: string[] } = {}): Promise<number> {
    const { id } = await servers[0]!.services.accounts.register({ name, ...options })
    keys[name] = `Token ${await stores[0]!.transaction(tx => regenerateApiKey(tx, id, clock))}`
    return id
  }
  const rest = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, who = 'Boss') => {
    const answer = await servers[0]!.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: keys[who]!, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers of several resources
    return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as any }
  }
  const wiki = async (params: Record<string, string>) => {
    const send = (form: Record<string, string>) =>
      servers[0]!.app.inject({
        method: 'POST',
        url: '/w/api.php',
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: keys.Boss! },
        payload: new URLSearchParams({ format: 'json', formatversion: '2', ...form }).toString(),
      })
    const { query } = (await send({ action: 'query', meta: 'tokens' })).json()
    const answer = (await send({ ...params, token: query.tokens.csrftoken })).json()
    assert.equal(answer.errors ?? answer.error, undefined, JSON.stringify(answer))
    return answer
  }
  const edit = async (title: string, text: string) => (await wiki({ action: 'edit', title, text })).edit
  const translate = (unit: number, target: string) => rest('PATCH', `/units/${unit}/`, { state: 20, target: [target] })
  const add = async (path: string, events: readonly string[], who = 'Boss') => {
    const { status, body } = await rest('POST', '/webhooks/', { webhook_url: receiver.address(path), events }, who)
    assert.equal(status, 201, JSON.stringify(body))
    return body as { id: number; secret: string }
  }
  const settle = async (which = 0) => runners[which]!.drain()
  const remove = ({ id }: { id: number }) => rest('DELETE', `/webhooks/${id}/`)
  const status = (code: number) => (_: unknown, response: ServerResponse) => {
    response.statusCode = code
    response.end('Not today')
  }

  test('offer the events of all streams', () => {
    const streams = servers[0]!.services.streams.flatMap(source => Object.keys(source.streams))
    assert.deepEqual(Object.keys(WEBHOOK_EVENTS).sort(), streams.sort())
  })

  test('send the events of both halves in order, signed, and show the secret once', async () => {
    await edit('Before', 'x')
    const hook = await add('/both', ['page-create', 'string-change'])
    assert.match(hook.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    await edit('Sent', 'one')
    await translate(shown.units[0]!.id, 'Ahoj\n')
    await edit('Sent', 'two')
    await edit('Also sent', 'x')
    await settle()
    const told = receiver.at('/both')
    const named = told.map(({ body }) => body.page_title ?? body.action_name)
    assert.deepEqual(named, ['Sent', 'Contributor joined', 'Translation added', 'Also_sent'])
    for (const each of told) assert.ok(isSigned(each, hook.secret))
    assert.equal(told[0]!.body.$schema, '/mediawiki/revision/create/2.0.0')
    assert.equal(told[0]!.body.meta.stream, 'mediawiki.page-create')
    assert.equal(new Set(told.map(each => each.id)).size, told.length)
    assert.equal((await rest('GET', `/webhooks/${hook.id}/`)).body.secret, undefined)
    await remove(hook)
  })

  test('retry a failed event later under the same ID, and keep the order', async () => {
    const hook = await add('/order', ['page-create'])
    await edit('First', 'x')
    await edit('Second', 'x')
    receiver.answer = status(500)
    await settle()
    assert.equal(await settle(1), 0)
    clock.advance(RETRY_DELAYS[0]!)
    receiver.answer = (_, response) => response.destroy()
    await settle(1)
    clock.advance(RETRY_DELAYS[1]! - 1)
    assert.equal(await settle(), 0)
    clock.advance(1)
    receiver.answer = null
    await settle()
    const told = receiver.at('/order')
    assert.deepEqual(
      told.map(({ body }) => body.page_title),
      ['First', 'First', 'First', 'Second'],
    )
    assert.equal(new Set(told.slice(0, 3).map(each => each.id)).size, 1)
    const times = told.map(({ headers }) => Number(headers['webhook-timestamp']))
    assert.deepEqual([times[1]! - times[0]!, times[2]! - times[1]!], RETRY_DELAYS.slice(0, 2))
    for (const each of told) assert.ok(isSigned(each, hook.secret))
    const { results } = (await rest('GET', `/webhooks/${hook.id}/deliveries/`)).body
    assert.deepEqual(
      results.map((each: Record<string, unknown>) => [
        each.event,
        each.attempts,
        each.delivered,
        each.status,
        each.response,
      ]),
      [
        ['page-create', 1, true, 200, 'Thanks'],
        ['page-create', 3, true, 200, 'Thanks'],
      ],
    )
    await remove(hook)
  })

  test('are switched off after about a day of failures, tell their owner, and continue where they stopped', async () => {
    const hook = await add('/broken', ['page-create'])
    await edit('Lost?', 'x')
    receiver.answer = status(503)
    await settle()
    for (const delay of RETRY_DELAYS) {
      clock.advance(delay)
      await settle()
    }
    assert.equal(receiver.at('/broken').length, RETRY_DELAYS.length + 1)
    const seconds = RETRY_DELAYS.reduce((sum, delay) => sum + delay)
    assert.ok(seconds > 20 * 3600 && seconds < 28 * 3600)
    const off = (await rest('GET', `/webhooks/${hook.id}/`)).body
    assert.deepEqual([off.active, off.off_reason], [false, 'failing'])
    const entry = await stores[0]!.read
      .selectFrom('inbox')
      .select(['title', 'kind', 'area'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const title = `Webhook to ${new URL(receiver.address('/')).host} switched off`
    assert.deepEqual(entry, { title, kind: 'alert', area: 'site' })
    await edit('Meanwhile', 'x')
    receiver.answer = null
    assert.equal(await settle(), 0)
    await rest('PATCH', `/webhooks/${hook.id}/`, { active: true })
    await settle(1)
    const titles = receiver.at('/broken').map(({ body }) => body.page_title)
    assert.deepEqual(titles.slice(-2), ['Lost?', 'Meanwhile'])
    await remove(hook)
  })

  test('are switched off at once by 410, and can skip what they missed', async () => {
    const hook = await add('/gone', ['page-create'])
    await edit('Unwanted', 'x')
    receiver.answer = status(410)
    await settle()
    assert.equal((await rest('GET', `/webhooks/${hook.id}/`)).body.off_reason, 'gone')
    receiver.answer = null
    await rest('PATCH', `/webhooks/${hook.id}/`, { active: true, skip_missed: true })
    await edit('Wanted', 'x')
    await settle()
    assert.deepEqual(
      receiver.at('/gone').map(({ body }) => body.page_title),
      ['Unwanted', 'Wanted'],
    )
    await remove(hook)
  })

  test('send a test, send an event again, and sign with both secrets for a day', async () => {
    const hook = await add('/again', ['page-create'])
    assert.equal((await rest('POST', `/webhooks/${hook.id}/test/`, {})).status, 202)
    await edit('Twice', 'x')
    await settle()
    const [tried, first] = receiver.at('/again')
    assert.equal(tried!.body.$schema, '/parlance/webhook/test/1.0.0')
    const { results } = (await rest('GET', `/webhooks/${hook.id}/deliveries/`)).body
    const { id } = results.find((each: { event: string }) => each.event === 'page-create')
    const fresh = (await rest('POST', `/webhooks/${hook.id}/secret/`, {})).body.secret
    assert.equal((await rest('POST', `/webhooks/${hook.id}/deliveries/${id}/redeliver/`, {})).status, 202)
    await settle(1)
    const again = receiver.at('/again')[2]!
    assert.deepEqual([again.id, again.text], [first!.id, first!.text])
    assert.ok(isSigned(again, hook.secret) && isSigned(again, fresh))
    clock.advance(86_400)
    await rest('POST', `/webhooks/${hook.id}/deliveries/${id}/redeliver/`, {})
    await settle()
    const last = receiver.at('/again')[3]!
    assert.ok(!isSigned(last, hook.secret) && isSigned(last, fresh))
    await remove(hook)
  })

  test('send only what their owner may see when the event is sent', async () => {
    const role = await rest('POST', '/roles/', { name: 'Keepers', permissions: ['management.use'] })
    const team = await rest('POST', '/groups/', { name: 'Keepers', project_selection: 0, language_selection: 1 })
    await rest('POST', `/groups/${team.body.id}/roles/`, { role_id: role.body.id })
    await rest('POST', '/users/Keeper/groups/', { group_id: team.body.id })
    const keeper = await add('/keeper', ['revision-create', 'string-change'], 'Keeper')
    const boss = await add('/boss', ['revision-create', 'string-change'])
    const { newrevid } = await edit('Secretive', 'qq')
    await edit('Secretive', 'open')
    await edit('Removed', 'qq')
    const hide = { action: 'revisiondelete', type: 'revision', ids: String(newrevid), hide: 'content|user|comment' }
    await wiki({ ...hide, suppress: 'yes' })
    await wiki({ action: 'delete', title: 'Removed' })
    await translate(hidden.units[0]!.id, 'Tajné\n')
    await translate(shown.units[2]!.id, 'Veřejné\n')
    await settle()
    const created = (path: string) => receiver.at(path).find(({ body }) => body.rev_id === newrevid)!.body
    assert.deepEqual([created('/keeper').performer, created('/keeper').rev_sha1], [undefined, undefined])
    assert.equal(created('/boss').performer.user_text, 'Boss')
    assert.ok(!receiver.received.some(({ body }) => body.page_title === 'Removed'))
    const projects = (path: string) => new Set(receiver.at(path).flatMap(({ body }) => body.project ?? []))
    assert.deepEqual(projects('/keeper'), new Set(['hello']))
    assert.deepEqual(projects('/boss'), new Set(['hello', 'hidden']))
    // A user who changes the address of a webhook gets only the events that they may see themselves.
    await rest('PATCH', `/webhooks/${boss.id}/`, { webhook_url: receiver.address('/taken') }, 'Keeper')
    await translate(hidden.units[1]!.id, 'Tajné\n')
    await settle()
    assert.deepEqual(receiver.at('/taken'), [])
    await rest('DELETE', '/users/Keeper/groups/', { group_id: team.body.id })
    await edit('Afterwards', 'x')
    await settle()
    assert.equal((await rest('GET', `/webhooks/${keeper.id}/`)).body.off_reason, 'owner')
    assert.deepEqual(
      receiver.at('/keeper').filter(({ body }) => body.page_title === 'Afterwards'),
      [],
    )
    await remove(keeper)
    await remove(boss)
  })

  test('of a project send its own changes, of the chosen actions', async () => {
    const made = await rest('POST', '/projects/hidden/webhooks/', {
      webhook_url: receiver.address('/project'),
      actions: [5],
    })
    await translate(shown.units[1]!.id, 'Jinde\n')
    await translate(hidden.units[2]!.id, 'Zde\n')
    await settle()
    assert.deepEqual(
      receiver.at('/project').map(({ body }) => [body.project, body.action]),
      [['hidden', 5]],
    )
    assert.equal((await rest('GET', '/projects/hidden/webhooks/')).body.count, 1)
    await remove(made.body)
  })

  test('are delivered once each by two servers', async () => {
    const hook = await add('/two', ['page-create'])
    const titles = Array.from({ length: 40 }, (_, i) => `Of two ${i}`)
    const writing = (async () => {
      for (const title of titles) await edit(title, 'x')
    })()
    // Two connections of one process would wait for each other in SQLite, which only one server can use anyway.
    const active = stores[0]!.engine === 'sqlite' ? runners.slice(0, 1) : runners
    let isWritten = false
    void writing.then(() => {
      isWritten = true
    })
    while (!isWritten) await Promise.all(active.map(runner => runner.drain()))
    await writing
    await Promise.all(active.map(runner => runner.drain()))
    assert.deepEqual(
      receiver.at('/two').map(({ body }) => body.page_title.replaceAll('_', ' ')),
      titles,
    )
    await remove(hook)
  })

  test('refuse addresses in private networks, other schemes, unknown events and too many', async () => {
    config.webNetwork = 'public'
    const plain = await rest('POST', '/webhooks/', { webhook_url: receiver.address('/'), events: ['page-create'] })
    assert.deepEqual([plain.status, plain.body.errors[0].attr], [400, 'webhook_url'])
    const local = receiver.address('/').replace('http:', 'https:')
    const made = await rest('POST', '/webhooks/', { webhook_url: local, events: ['page-create'] })
    await rest('POST', `/webhooks/${made.body.id}/test/`, {})
    await settle()
    const { results } = (await rest('GET', `/webhooks/${made.body.id}/deliveries/`)).body
    assert.match(results[0].error, /does not allow servers in private networks/)
    config.webNetwork = 'any'
    for (const [body, attr] of [
      [{ webhook_url: local, events: [] }, 'events'],
      [{ webhook_url: local, events: ['nothing'] }, 'events.0'],
      [{ webhook_url: 'ftp://x.example/', events: ['page-create'] }, 'webhook_url'],
    ] as const) {
      const answer = await rest('POST', '/webhooks/', body)
      assert.deepEqual([answer.status, answer.body.errors[0].attr], [400, attr])
    }
    assert.equal((await rest('PATCH', `/webhooks/${made.body.id}/`, { events: [] })).status, 400)
    const ids = [made.body.id]
    for (;;) {
      const { status: code, body } = await rest('POST', '/webhooks/', { webhook_url: local, events: ['page-create'] })
      if (code !== 201) break
      ids.push(body.id)
    }
    assert.equal(ids.length, 20)
    for (const id of ids) await remove({ id })
  })
})
