import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { WEB_HOOK_LANE } from './web-hooks.ts'

const KEY = Buffer.from('0123456789abcdef0123456789abcdef')
const SECRET = `whsec_${KEY.toString('base64')}`

onEachEngine('a webhook', open => {
  let api: TestApi
  let boss: string
  let home: TestCatalogue
  let server: Server
  let port: number
  let status = 200
  let hook = ''
  const received: { headers: IncomingHttpHeaders; body: string }[] = []
  const config: { webNetwork: 'public' | 'any' } = { webNetwork: 'any' }

  before(async () => {
    server = createServer((request, answer) => {
      const parts: Buffer[] = []
      request.on('data', part => parts.push(part))
      request.on('end', () => {
        received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
        answer.statusCode = status
        answer.end('Thanks')
      })
    })
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve)
    })
    port = (server.address() as { port: number }).port
    api = await testApi(await open(), config)
    boss = (await api.user('Boss', { superuser: true })).key
    home = await testCatalogue(api.services)
    await comment('Before there was a hook')
    api.clock.advance(10)
  })
  after(() => server.close())

  const send = (method: string, to: string, body?: unknown, key = boss) =>
    api.send(method, to, { key, ...(body !== undefined && { body }) })
  const comment = async (words: string) => {
    const { status: got, text } = await send('POST', `/api/units/${home.units[0]!.id}/comments/`, { comment: words })
    assert.equal(got, 201, text)
  }
  const run = async () => {
    const { store, jobs, log, clock } = api.services
    await new JobRunner({ store, jobs, log, lane: WEB_HOOK_LANE, leaseClock: clock }).drain()
    return received.splice(0)
  }
  const deliveries = async () => (await send('GET', `${hook}deliveries/`)).json.results

  test('receives the selected changes, signed', async () => {
    const configuration = {
      webhook_url: `http://127.0.0.1:${port}/hook`,
      secret: SECRET,
      events: [ACTION.commentAdded],
    }
    const made = await send('POST', '/api/projects/hello/addons/', { name: 'weblate.webhook.webhook', configuration })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.json.configuration.secret, '(set)')
    hook = `/api/addons/${made.json.id}/`
    await comment('Hello')
    await send('PATCH', `/api/units/${home.units[0]!.id}/`, { target: ['Ahoj\n'], state: 20 })
    const [told, ...more] = await run()
    assert.deepEqual(more, [])
    const body = JSON.parse(told!.body)
    assert.deepEqual(
      [body.action, body.project, body.component, body.translation, body.user, body.target],
      ['Comment added', 'hello', 'main', 'cs', 'Boss', ['Hello']],
    )
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = told!.headers
    const mac = createHmac('sha256', KEY).update(`${id}.${at}.${told!.body}`).digest('base64')
    assert.equal(signature, `v1,${mac}`)
    assert.deepEqual(await run(), [], 'once')
    const [delivery] = await deliveries()
    assert.deepEqual([delivery.delivered, delivery.status, delivery.attempts], [true, 200, 1])
  })

  test('posts changes to Slack, with texts that Slack does not read as markup', async () => {
    const configuration = { webhook_url: `http://127.0.0.1:${port}/slack`, events: [ACTION.commentAdded] }
    const made = await send('POST', '/api/components/hello/main/addons/', {
      name: 'weblate.webhook.slack',
      configuration,
    })
    assert.equal(made.status, 201, made.text)
    await comment('See <b> & *c*')
    const bodies = (await run()).map(each => JSON.parse(each.body))
    const [message] = bodies.filter(each => each.blocks)
    assert.equal(message.text, 'Comment added: hello / main / cs')
    const [header, place, texts] = message.blocks
    assert.equal(header.text.text, 'Comment added')
    assert.match(place.text.text, /^<https?:\/\/.*\/projects\/hello\/main\/cs\/\|hello \/ main \/ cs>$/)
    assert.deepEqual(
      texts.fields.map((each: { text: string }) => each.text.split('\n')),
      [
        ['*User*', 'Boss'],
        ['*Source*', 'Hello, world!', ''],
        ['*Translation*', 'See &lt;b&gt; &amp; *c*'],
      ],
    )
    await send('DELETE', `/api/addons/${made.json.id}/`)
  })

  test('is retried with growing delays, the same id, in order', async () => {
    status = 500
    await comment('First')
    const [first] = await run()
    await comment('Second')
    assert.deepEqual(await run(), [], 'nothing overtakes what waits')
    const [, waiting] = await deliveries()
    assert.deepEqual(
      [waiting.delivered, waiting.status, waiting.error],
      [false, 500, 'The server responded with status 500.'],
    )
    api.clock.advance(5)
    assert.equal((await run()).length, 1)
    api.clock.advance(30)
    assert.deepEqual(await run(), [], 'a minute is not over')
    status = 200
    api.clock.advance(31)
    const [again, next] = await run()
    assert.equal(again!.headers['webhook-id'], first!.headers['webhook-id'])
    assert.match(next!.body, /Second/)
    assert.ok((await deliveries()).every((each: { delivered: boolean }) => each.delivered))
  })

  test('fails for good after the last retry and reports it', async () => {
    status = 503
    await comment('Never')
    for (let i = 0; i < 10; i++) {
      await run()
      api.clock.advance(40_000)
    }
    const [last] = await deliveries()
    assert.deepEqual([last.delivered, last.attempts, last.next_attempt], [false, 8, null])
    assert.ok(last.finished !== null)
    status = 200
    await comment('Later')
    assert.equal((await run()).length, 1)
  })

  test('cannot reach private networks unless allowed', async () => {
    Object.assign(api.services.config, { webNetwork: 'public' })
    await comment('Inside')
    assert.deepEqual(await run(), [])
    assert.match((await deliveries())[0].error, /private network/)
    Object.assign(api.services.config, { webNetwork: 'any' })
    api.clock.advance(10)
    assert.equal((await run()).length, 1)
  })

  test('hides secret and address from users who cannot edit it', async () => {
    const anna = (await api.user('Anna')).key
    assert.equal((await send('GET', hook, undefined, anna)).status, 404)
    assert.equal((await send('GET', `${hook}deliveries/`, undefined, anna)).status, 404)
    const { configuration } = (await send('GET', hook)).json
    assert.equal(configuration.secret, '(set)')
    const kept = await send('PATCH', hook, { configuration })
    assert.equal(kept.status, 200, kept.text)
    await comment('Still signed')
    assert.ok((await run())[0]!.headers['webhook-signature'])
    const wrong = await send('PATCH', hook, { configuration: { webhook_url: 'https://example.org/', secret: 'x' } })
    assert.equal(wrong.status, 400)
  })
})
