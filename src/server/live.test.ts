// The stream of live events, as a browser reads it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { appendChange } from '#events/change-log.ts'
import { pagesPart } from '#pages/part.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestCatalogue, testCatalogue } from '#translation/catalogue/testing.ts'
import { translationPart } from '#translation/part.ts'
import { buildServer, type Server } from './build-server.ts'

interface StreamEvent {
  event: string
  id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: events of several shapes
  data: any
}

/** Reads a stream until it ends, event by event. */
async function* eventsOf(answer: Response): AsyncGenerator<StreamEvent> {
  let text = ''
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = field('data')
      if (data !== undefined) yield { event: field('event')!, id: field('id'), data: JSON.parse(data) }
    }
  }
}

onEachEngine('the live event stream', open => {
  let store: Store
  let server: Server
  let base: string
  let seen: TestCatalogue
  let hidden: TestCatalogue
  let adminKey: string

  before(async () => {
    store = await open()
    const parts = [translationPart, pagesPart]
    server = await buildServer({ store, clock: manualClock(), config: testConfig, parts })
    base = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const account = await server.services.accounts.register({ name: 'Boss', isSuperuser: true })
    adminKey = await store.transaction(tx => regenerateApiKey(tx, account.id, server.services.clock))
    seen = await testCatalogue(server.services)
    hidden = await testCatalogue(server.services, { slug: 'hidden', access: 100 })
  })
  after(() => server.app.close())

  const listen = (query = '', headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${base}/events/${query}`, { headers, ...(signal && { signal }) })
  const asAdmin = () => ({ authorization: `Token ${adminKey}` })
  const translate = async (unit: number, target: string) => {
    const answer = await fetch(`${base}/api/units/${unit}/`, {
      method: 'PATCH',
      headers: { ...asAdmin(), 'content-type': 'application/json' },
      body: JSON.stringify({ target: [target], state: 20 }),
    })
    assert.equal(answer.status, 200, await answer.text())
  }
  /** The next event of a kind. */
  const next = async (events: AsyncGenerator<StreamEvent>, kind: string): Promise<StreamEvent> => {
    for (;;) {
      const { value, done } = await events.next()
      assert.ok(!done, `the stream ended before "${kind}"`)
      if (value.event === kind) return value
    }
  }

  test('sends the initial statistics, then changes and updated statistics', async () => {
    const answer = await listen('?project=hello')
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(answer.headers.get('content-encoding'), null)
    const events = eventsOf(answer)
    const first = await next(events, 'statistics')
    assert.deepEqual(Object.keys(first.data), ['project:hello'])
    const before = first.data['project:hello'].translated
    await translate(seen.units[0]!.id, 'Ahoj, světe!\n')
    const [joined, added] = [await next(events, 'change'), await next(events, 'change')]
    assert.deepEqual([joined.data.action_name, joined.data.user], ['Contributor joined', 'Boss'])
    const { action_name, user, project, component, language, unit } = added.data
    assert.deepEqual(
      [action_name, user, project, component, language, unit],
      ['Translation added', 'Boss', 'hello', 'main', 'cs', seen.units[0]!.id],
    )
    const { data } = await next(events, 'statistics')
    assert.deepEqual(Object.keys(data).sort(), [
      'component:hello/main',
      'language:cs',
      'project-language:hello/cs',
      'project:hello',
      'site',
      'translation:hello/main/cs',
    ])
    assert.equal(data['project:hello'].translated, before + 1)
    assert.equal(data['translation:hello/main/cs'].translated, 1)
    assert.equal(data['translation:hello/main/cs'].translated_percent, 25)
    await events.return(undefined)
  })

  test('hides private projects from those without access', async () => {
    assert.equal((await listen('?project=hidden')).status, 404)
    const [visitor, admin] = [eventsOf(await listen()), eventsOf(await listen('', asAdmin()))]
    await translate(hidden.units[0]!.id, 'Tajné\n')
    const change = await next(admin, 'change')
    assert.equal(change.data.project, 'hidden')
    await translate(seen.units[3]!.id, 'Děkujeme.')
    // The first change that a visitor receives is the public one.
    assert.equal((await next(visitor, 'change')).data.project, 'hello')
    for (const events of [visitor, admin]) await events.return(undefined)
  })

  test('sends missed events to a returning client', async () => {
    const events = eventsOf(await listen('?language=cs'))
    await next(events, 'statistics')
    await translate(seen.units[3]!.id, 'Děkujeme vám.')
    const { id } = await next(events, 'change')
    await events.return(undefined)
    await translate(seen.units[3]!.id, 'Děkujeme všem.')
    const again = eventsOf(await listen('?language=cs', { 'last-event-id': id! }))
    assert.equal((await next(again, 'change')).data.unit, seen.units[3]!.id)
    await again.return(undefined)
  })

  test('asks a client that missed too much to reload', async () => {
    const events = eventsOf(await listen('?language=cs'))
    await next(events, 'statistics')
    await translate(seen.units[3]!.id, 'Dík.')
    const { id } = await next(events, 'change')
    await events.return(undefined)
    const { clock } = server.services
    await store.transaction(async tx => {
      for (let i = 0; i < 51; i++) await appendChange(tx, clock, { area: 'translation', kind: 'nothing', data: {} })
    })
    const again = eventsOf(await listen('?language=cs', { 'last-event-id': id! }))
    await next(again, 'reload')
    await translate(seen.units[3]!.id, 'Díky.')
    assert.equal((await next(again, 'change')).data.unit, seen.units[3]!.id)
    await again.return(undefined)
  })

  test('loses no events after a temporary failure', async () => {
    const [source] = server.services.live.filter(each => each.area === 'translation')
    const { gather } = source!
    const events = eventsOf(await listen('?language=cs'))
    await next(events, 'statistics')
    let failures = 0
    Object.assign(source!, {
      gather: async () => {
        Object.assign(source!, { gather })
        failures++
        throw new Error('The database was briefly unavailable.')
      },
    })
    await translate(seen.units[3]!.id, 'Tisíceré díky.')
    assert.equal((await next(events, 'change')).data.unit, seen.units[3]!.id)
    assert.equal(failures, 1)
    await events.return(undefined)
  })

  test('stops sending events of a project once access is revoked', async () => {
    const anna = await server.services.accounts.register({ name: 'Anna' })
    const key = await store.transaction(tx => regenerateApiKey(tx, anna.id, server.services.clock))
    const team = await store.transaction(async tx => {
      const values = { name: 'Friends', defining_project_id: hidden.project.id, language_selection: 1 }
      const { id } = await tx.insertInto('team').values(values).returning('id').executeTakeFirstOrThrow()
      await tx.insertInto('team_member').values({ team_id: id, account_id: anna.id }).execute()
      return id
    })
    const events = eventsOf(await listen('', { authorization: `Token ${key}` }))
    await translate(hidden.units[3]!.id, 'Tajné díky.')
    assert.equal((await next(events, 'change')).data.project, 'hidden')
    await store.transaction(tx => tx.deleteFrom('team_member').where('team_id', '=', team).execute())
    await translate(hidden.units[3]!.id, 'Tajnější díky.')
    await translate(seen.units[3]!.id, 'Veřejné díky.')
    assert.equal((await next(events, 'change')).data.project, 'hello')
    await events.return(undefined)
  })

  test('rejects unknown and invalid parameters', async () => {
    for (const [query, status] of [
      ['?nonsense=1', 400],
      ['?seconds=0', 400],
      ['?seconds=x', 400],
      ['?component=main', 400],
      ['?project=nowhere', 404],
      ['?project=hello&component=nowhere', 404],
      ['?project=hello&component=main&language=de', 404],
      ['?language=%00', 404],
    ] as const)
      assert.equal((await listen(query)).status, status, query)
  })

  test('ends after the requested time', async () => {
    const events = await Array.fromAsync(eventsOf(await listen('?seconds=1')))
    assert.deepEqual(
      events.map(each => each.event),
      ['statistics'],
    )
  })

  test('limits the number of streams per address', async () => {
    const leave = new AbortController()
    const all = await Promise.all(Array.from({ length: 40 }, () => listen('?seconds=600', {}, leave.signal)))
    const statuses = all.map(each => each.status)
    assert.equal(statuses.filter(status => status === 200).length, 30)
    assert.equal(statuses.filter(status => status === 429).length, 10)
    leave.abort()
    for (;;) {
      const answer = await listen('?seconds=1')
      await answer.text()
      if (answer.status === 200) break
    }
  })

  test('does not count as a pending request, and ends when the server stops', async () => {
    const answer = await listen('?seconds=600')
    const events = eventsOf(answer)
    await next(events, 'statistics')
    assert.deepEqual(server.draining.underWay(), [])
    const ended = Array.fromAsync(events)
    await server.app.close()
    // A dropped connection would end with an error.
    assert.deepEqual(await ended, [])
  })
})
