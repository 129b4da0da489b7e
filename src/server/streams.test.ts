// The event streams for programs, read over the network from two servers on one database.
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { after, before, test } from 'node:test'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestCatalogue, testCatalogue } from '#translation/catalogue/testing.ts'
import { Random } from '../../test/random.ts'
import { buildServer, type Server } from './build-server.ts'
import { loadParts } from './parts.ts'

interface Event {
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: events of several schemas
  readonly data: any
}

const KILLS = 100
const EDITS = 300

onEachEngine('the event streams', open => {
  let stores: Store[]
  let servers: Server[]
  let bases: string[]
  let authorization: string
  let shown: TestCatalogue
  let hidden: TestCatalogue
  const clock = manualClock()

  before(async () => {
    const store = await open()
    stores = [store, await openStore(store.address)]
    const parts = await loadParts()
    servers = []
    bases = []
    for (const each of stores) {
      const server = await buildServer({ store: each, clock, config: testConfig, parts })
      servers.push(server)
      bases.push(await server.app.listen({ host: '127.0.0.1', port: 0 }))
    }
    const { accounts } = servers[0]!.services
    const { id } = await accounts.register({ name: 'Boss', isSuperuser: true, groups: ['sysop', 'suppress'] })
    authorization = `Token ${await store.transaction(tx => regenerateApiKey(tx, id, clock))}`
    shown = await testCatalogue(servers[0]!.services)
    hidden = await testCatalogue(servers[0]!.services, { slug: 'hidden', access: 100 })
  })
  after(async () => {
    for (const server of servers) await server.app.close()
    await stores[1]!.close()
  })

  const post = async (params: Record<string, string>) => {
    const send = (form: Record<string, string>) =>
      servers[0]!.app.inject({
        method: 'POST',
        url: '/w/api.php',
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
        payload: new URLSearchParams({ format: 'json', formatversion: '2', ...form }).toString(),
      })
    const { query } = (await send({ action: 'query', meta: 'tokens' })).json()
    const answer = (await send({ ...params, token: query.tokens.csrftoken })).json()
    assert.equal(answer.errors ?? answer.error, undefined, JSON.stringify(answer))
    return answer
  }
  const edit = async (title: string, text: string) => (await post({ action: 'edit', title, text, summary: 'why' })).edit
  const translate = (unit: number, target: string) =>
    servers[0]!.app.inject({
      method: 'PATCH',
      url: `/api/units/${unit}/`,
      headers: { authorization, 'content-type': 'application/json' },
      payload: JSON.stringify({ state: 20, target: [target] }),
    })

  /**
   * Reads events until one is the last wanted, the server ends the stream, or enough were read; then the connection is
   * destroyed without a word, even in the middle of an event.
   */
  const read = (
    base: string,
    path: string,
    headers: Record<string, string>,
    isEnough: (events: readonly Event[], bytes: number) => boolean,
  ): Promise<{ events: Event[]; last: string | undefined }> =>
    new Promise((resolve, reject) => {
      const events: Event[] = []
      let last: string | undefined
      let text = ''
      let bytes = 0
      const request = get(`${base}${path}`, { headers }, response => {
        if (response.statusCode !== 200) return reject(new Error(`status ${response.statusCode}`))
        response.setEncoding('utf8')
        const finish = () => resolve({ events, last })
        response.on('close', finish)
        response.on('error', finish)
        response.on('data', (chunk: string) => {
          for (const part of chunk.match(/[\s\S]{1,300}/g)!) {
            bytes += part.length
            text += part
            for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
              const lines = text.slice(0, end).split('\n')
              text = text.slice(end + 2)
              const field = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
              last = field('id') ?? last
              const data = field('data')
              if (data !== undefined) events.push({ id: last!, data: JSON.parse(data) })
            }
            if (isEnough(events, bytes)) {
              request.destroy()
              return finish()
            }
          }
        })
      })
      request.on('error', error =>
        events.length > 0 || last !== undefined ? resolve({ events, last }) : reject(error),
      )
    })
  const everything = async (streams: string, isEnough: (events: readonly Event[]) => boolean, headers = {}) =>
    (await read(bases[1]!, `/v2/stream/${streams}?since=0&seconds=30`, headers, isEnough)).events

  test('describe edits, new pages, moves and deletions in the schemas of EventStreams', async () => {
    const first = await edit('Streamed', 'one')
    await edit('Streamed', 'two')
    await post({ action: 'move', from: 'Streamed', to: 'Moved', reason: 'name', noredirect: '1' })
    await post({ action: 'delete', title: 'Moved', reason: 'gone' })
    await edit('Kept', 'text')
    const isLast = (events: readonly Event[]) => events.at(-1)?.data.meta.stream === 'mediawiki.page-create'
    const events = await everything('recentchange,revision-create,page-create,page-delete,page-move', isLast)
    // Revisions of a deleted page are no longer public, but its log entries are.
    assert.ok(!events.some(({ data }) => data.rev_id === first.newrevid))
    const named = events.map(({ data }) => `${data.meta.stream} ${data.page_title ?? `${data.type} ${data.title}`}`)
    assert.deepEqual(named, [
      'mediawiki.recentchange log Streamed',
      'mediawiki.page-move Moved',
      'mediawiki.recentchange log Moved',
      'mediawiki.page-delete Moved',
      'mediawiki.recentchange new Kept',
      'mediawiki.revision-create Kept',
      'mediawiki.page-create Kept',
    ])
    const { $schema, meta, user, namespace, comment, revision } = events[4]!.data
    assert.deepEqual([$schema, user, namespace, comment], ['/mediawiki/recentchange/1.0.0', 'Boss', 0, 'why'])
    assert.equal(typeof revision.new, 'number')
    assert.deepEqual(Object.keys(meta), [
      'uri',
      'request_id',
      'id',
      'dt',
      'domain',
      'stream',
      'topic',
      'partition',
      'offset',
    ])
    assert.deepEqual(events[1]!.data.prior_state, { page_title: 'Streamed', page_namespace: 0 })
  })

  test('miss and repeat nothing when the client is killed again and again', async () => {
    const random = new Random(32)
    const writing = (async () => {
      for (let turn = 0; turn < EDITS; turn++) {
        await edit(`Page ${turn % 20}`, `text ${turn}`)
        if (turn % 10 === 0) await translate(shown.units[0]!.id, `Ahoj ${turn}\n`)
      }
      await edit('The end', 'text')
    })()
    const streams = 'recentchange,revision-create,page-create,string-change'
    const isEnd = (events: readonly Event[]) => events.at(-1)?.data.title === 'The end'
    const received: Event[] = []
    let last: string | undefined
    let kills = 0
    while (!isEnd(received)) {
      const bytes = 500 + random.below(9000)
      const isKilled = (events: readonly Event[], sent: number) => isEnd(events) || (kills < KILLS && sent >= bytes)
      const headers = last === undefined ? {} : { 'last-event-id': last }
      const path = `/v2/stream/${streams}?seconds=60${last === undefined ? '&since=0' : ''}`
      const part = await read(random.pick(bases), path, headers, isKilled)
      received.push(...part.events)
      last = part.last ?? last
      kills++
    }
    await writing
    assert.ok(kills >= KILLS, `${kills} connections`)
    const expected = await everything(streams, isEnd)
    const ids = received.map(({ data }) => data.meta.id)
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(
      ids,
      expected.map(({ data }) => data.meta.id),
    )
    assert.ok(ids.length > 2 * EDITS, `${ids.length} events`)
  })

  test('filter events, and tell which parameter is wrong', async () => {
    await post({ action: 'edit', title: 'Talk:Filtered', text: 'x', minor: '1' })
    const path = '/events/stream?streams=recentchange&since=0&namespace=1&seconds=30'
    const { events } = await read(bases[0]!, path, {}, found => found.length === 1)
    assert.equal(events[0]!.data.title, 'Talk:Filtered')
    for (const [query, words] of [
      ['streams=nothing', /Unknown stream "nothing"/],
      ['since=soon', /"since" must be a time/],
      ['colour=red', /Unknown parameter "colour"/],
      ['seconds=0', /"seconds" must be a number/],
    ] as const) {
      const answer = await servers[0]!.app.inject(`/events/stream?${query}`)
      assert.equal(answer.statusCode, 400)
      assert.match(answer.json().message, words)
    }
  })

  test('hide what the reader may not see', async () => {
    const { newrevid } = await edit('Secretive', 'qq')
    await edit('Secretive', 'open')
    await post({ action: 'revisiondelete', type: 'revision', ids: String(newrevid), hide: 'content|user|comment' })
    await translate(hidden.units[0]!.id, 'Tajné\n')
    await translate(shown.units[3]!.id, 'Veřejné\n')
    const isLast = (events: readonly Event[]) => events.some(({ data }) => data.unit === shown.units[3]!.id)
    const streams = 'revision-create,string-change'
    const visible = await everything(streams, isLast)
    const created = visible.find(({ data }) => data.rev_id === newrevid)!.data
    assert.deepEqual([created.performer, created.comment, created.rev_sha1], [undefined, undefined, undefined])
    assert.ok(!visible.some(({ data }) => data.project === 'hidden'))
    const all = await everything(streams, isLast, { authorization })
    assert.equal(all.find(({ data }) => data.rev_id === newrevid)!.data.performer.user_text, 'Boss')
    assert.ok(all.some(({ data }) => data.project === 'hidden'))
  })
})
