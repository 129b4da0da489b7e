// The server is killed while it delivers webhooks. In the end, the receiver has every event, in order; what came twice
// came with the same ID and the same text.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type TestServer } from '#cli/testing.ts'
import { manualClock } from '#core/testing.ts'
import { systemClock } from '#store/clock.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { testApi } from '#translation/api/testing.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'
import { addWebhook, type WebhookRow } from '#translation/webhooks/webhooks.ts'
import { isSigned, Receiver } from '../../src/server/testing-receiver.ts'
import { freePort } from '../free-port.ts'
import { Random } from '../random.ts'
import { untilIdle } from '../until-idle.ts'
import { rounds } from './rounds.ts'

type Where = { data: string } | { database: string }

/** Each kill is at another moment of a delivery. */
const ROUNDS = rounds(3)
const WRITES = 6

async function using<T>(where: Where, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(where)
  try {
    await migrate(store)
    return await work(store)
  } finally {
    await store.close()
  }
}

function killAll({ child }: TestServer): void {
  let children: number[] = []
  try {
    children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    // On other systems than Linux, the workers notice that the server is gone.
  }
  for (const pid of [child.pid!, ...children]) process.kill(pid, 'SIGKILL')
}

/** Simulates that minutes have passed: leases have expired, and failed deliveries can be retried. */
const letTimePass = (where: Where) =>
  using(where, store =>
    store.transaction(async tx => {
      await tx.updateTable('job').set({ leased_until: null, run_at: 1 }).where('kind', '=', 'event-webhooks').execute()
      await tx.updateTable('webhook').set({ retry_at: 1 }).where('retry_at', 'is not', null).execute()
    }),
  )

/** The IDs of all messages of a webhook, from the change log. */
async function expectedMessages({ read }: Store, { id, seq }: WebhookRow): Promise<string[]> {
  const log = await read.selectFrom('change_log').selectAll().where('seq', '>', seq).orderBy('seq').execute()
  return log.flatMap(entry => {
    const { parent, first, last, runs = [[first, last]] } = JSON.parse(entry.data)
    if (entry.area === 'wiki' && entry.kind === 'edit')
      return (parent ? [1] : [1, 2]).map(place => `msg_${id}_${entry.seq}_${place}`)
    if (entry.kind !== 'changes') return []
    return runs.flatMap(([begin, end]: [number, number]) =>
      Array.from({ length: end - begin + 1 }, (_, i) => `msg_${id}_${entry.seq}_${begin - first + i}`),
    )
  })
}

async function killWhileDelivering(site: readonly string[], where: Where): Promise<string> {
  const random = new Random(71)
  const receiver = new Receiver()
  await receiver.listen()
  const { key, account, unit } = await using(where, async store => {
    const api = await testApi(store, {}, manualClock(new Date().toISOString()))
    const { units } = await testCatalogue(api.services)
    return { ...(await api.user('Boss', { superuser: true })), unit: units[0]!.id }
  })
  // The address of the site is part of the events.
  const port = String(await freePort())
  const start = () => startServer(['--workers', '2', '--web-network', 'any', '--port', port, ...site])
  // The first start of a site changes many strings.
  let server = await start()
  await using(where, untilIdle)
  const hook = await using(where, store =>
    store.transaction(tx => {
      const events = ['revision-create', 'page-create', 'string-change']
      return addWebhook(tx, systemClock, account.id, null, { url: receiver.address('/hook'), events, actions: [] })
    }),
  )
  let texts = 0
  /** Fails if the server is gone; then it is unknown whether the change was made. */
  const write = async ({ url }: TestServer): Promise<unknown> => {
    const text = `Text ${++texts}`
    const form = { action: 'edit', title: `Page ${texts % 4}`, text, token: '+\\', format: 'json' }
    if (texts % 2 === 0) return fetch(`${url}/w/api.php`, { method: 'POST', body: new URLSearchParams(form) })
    return fetch(`${url}/api/units/${unit}/`, {
      method: 'PATCH',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ target: [`${text}\n`], state: 20 }),
    })
  }
  for (let round = 0; round < ROUNDS; round++) {
    const [victim, after, moment] = [server, 1 + random.below(2 * WRITES), round % 3]
    let messages = 0
    receiver.answer = (_, response: ServerResponse) => {
      messages++
      const isTime = messages >= after && !victim.child.killed
      // Before the response, right after it, or a little later.
      if (isTime && moment === 0) killAll(victim)
      response.end('Thanks')
      if (isTime && moment === 1) response.once('finish', () => killAll(victim))
      if (isTime && moment === 2) setTimeout(killAll, random.below(50), victim)
      if (isTime) receiver.answer = null
    }
    let isGone = false
    void victim.ended.then(() => {
      isGone = true
    })
    for (let i = 0; i < WRITES || !isGone; i++) if (!isGone) await write(victim).catch(() => sleep(20))
    await victim.ended
    await letTimePass(where)
    server = await start()
  }
  for (let i = 0; i < WRITES; i++) await write(server)
  const expected = await using(where, store => expectedMessages(store, hook))
  const received = () => receiver.at('/hook')
  while (received().at(-1)?.id !== expected.at(-1)) await sleep(50)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  receiver.close()
  const bodies = new Map<string, string>()
  for (const [i, each] of received().entries()) {
    assert.ok(isSigned(each, hook.secret), each.id)
    // Only the message that was under way comes again.
    if (bodies.has(each.id)) assert.equal(received()[i - 1]!.id, each.id)
    assert.equal(bodies.get(each.id) ?? each.text, each.text)
    bodies.set(each.id, each.text)
  }
  assert.deepEqual([...bodies.keys()], expected)
  return `killed ${ROUNDS} times: ${expected.length} events, ${received().length - expected.length} of them twice`
}

test('SQLite: all webhooks arrive in order although the server is killed', { timeout: 600_000 }, async t => {
  const data = temporaryFolder()
  t.diagnostic(await killWhileDelivering(['--data', data], { data }))
})

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
test('PostgreSQL: all webhooks arrive in order although the server is killed', { skip, timeout: 600_000 }, async t => {
  const database = await temporaryPostgres()
  t.diagnostic(await killWhileDelivering(['--data', temporaryFolder(), '--database', database], { database }))
})
