// Reads on real streaming replicas: own writes, replicas that lag, die and come back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { changeVersion } from '#events/change-follower.ts'
import { appendChange } from '#events/change-log.ts'
import { systemClock } from '#store/clock.ts'
import { openStore } from '#store/open.ts'
import { Reading } from '#store/reading.ts'
import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Store, StoreEvent } from '#store/store.ts'
import { InterfaceMessages, MESSAGES_IMPORTED } from '#wiki/messages/interface-messages.ts'
import { networkTo } from './cut-network.ts'
import { migratedPrimary, noPrivatePostgres, type PrivatePostgres } from './private-postgres.ts'
import { until } from './until.ts'

const skip = noPrivatePostgres
// Without PostgreSQL, no test uses it.
const primary: PrivatePostgres = skip ? (undefined as never) : await migratedPrimary()
const replica: PrivatePostgres = skip ? (undefined as never) : await primary.replica()
if (!skip) await replica.start()

const stateOf = (store: Store): string => store.replicas()[0]!.state

async function open(
  t: { after(work: () => Promise<void>): void },
  settings: { maxLag?: number; waitMs?: number } = {},
) {
  const events: StoreEvent[] = []
  const replicas = { urls: [replica.url], maxLag: settings.maxLag ?? 60, waitMs: settings.waitMs ?? 50 }
  const store = await openStore({ database: primary.url }, { replicas, onEvent: event => events.push(event) })
  t.after(() => store.close())
  await until('the replica is in use', () => stateOf(store) === 'in use')
  return { store, events }
}

/** Where the next read of the request goes, and what it sees. */
async function look(store: Store): Promise<{ from: 'primary' | 'replica'; value: string | null }> {
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(store.read)
  return { from: rows[0]!.standby ? 'replica' : 'primary', value: await readSetting(store.read, 'noted') }
}

/** A request by a caller whose last write had this position. Returns its result and the position of its own last write. */
async function request<T>(position: number, work: () => Promise<T>): Promise<[T, number]> {
  let last = position
  const reading = new Reading(position, written => {
    last = written
  })
  return [await reading.run(work), last]
}

const note = (store: Store, value: string) => store.transaction(tx => writeSetting(tx, 'noted', value))

test('only requests that did not write read from the replica', { skip }, async t => {
  const { store } = await open(t)
  await note(store, 'one')
  await until('the replica has it', async () => (await request(0, () => look(store)))[0].value === '"one"')
  assert.equal((await look(store)).from, 'primary')
  const [places, position] = await request(0, async () => {
    const places = [await look(store)]
    await store.transaction(async () => {})
    return [...places, await look(store)].map(({ from }) => from)
  })
  assert.deepEqual(places, ['replica', 'primary'])
  assert.equal(position, 0, 'a transaction without a write has no position')
  const snapshot = await request(0, () => store.atOneMoment(async db => readSetting(db, 'noted')))
  assert.deepEqual(snapshot, ['"one"', 0])
  assert.ok(store.replicas()[0]!.reads > 0)
})

test('callers read their own writes while the replay is paused, and others may read older data', { skip }, async t => {
  const { store } = await open(t)
  await note(store, 'before')
  await until('the replica has it', async () => (await request(0, () => look(store)))[0].value === '"before"')
  await replica.pause()
  t.after(() => replica.resume())
  const [own, position] = await request(0, async () => {
    await note(store, 'after')
    return look(store)
  })
  assert.deepEqual(own, { from: 'primary', value: '"after"' })
  assert.ok(position > 0)
  assert.deepEqual((await request(0, () => look(store)))[0], { from: 'replica', value: '"before"' })
  assert.deepEqual((await request(position, () => look(store)))[0], { from: 'primary', value: '"after"' })
  const [byKey] = await request(0, async () => {
    await store.seeAllWrites()
    return look(store)
  })
  assert.deepEqual(byKey, { from: 'primary', value: '"after"' })
  await replica.resume()
  await until('the replica has caught up', async () => {
    const [seen] = await request(position, () => look(store))
    assert.equal(seen.value, '"after"')
    return seen.from === 'replica'
  })
})

test('a request whose replica is behind what the caches reflect reads from the primary', { skip }, async t => {
  const { store } = await open(t)
  const log = () => store.transaction(tx => appendChange(tx, systemClock, { area: 'wiki', kind: 'edit' }))
  const seen = async () => {
    const version = await changeVersion(store.read)
    return { version, from: (await look(store)).from }
  }
  await log()
  await changeVersion(store.read)
  await until('the replica has caught up', async () => (await request(0, seen))[0].from === 'replica')
  await replica.pause()
  t.after(() => replica.resume())
  const [old] = await request(0, seen)
  await log()
  assert.deepEqual((await request(0, seen))[0], old, 'nobody has seen the change')
  const version = await changeVersion(store.read)
  assert.ok(version > old.version)
  assert.deepEqual((await request(0, seen))[0], { version, from: 'primary' })
  await replica.resume()
  await until('the replica has caught up', async () => {
    const [current] = await request(0, seen)
    assert.equal(current.version, version)
    return current.from === 'replica'
  })
})

test('a cache that follows the change log is not filled with older data from a replica', { skip }, async t => {
  const { store } = await open(t)
  const importMessage = (text: string) =>
    store.transaction(async tx => {
      await tx.deleteFrom('message').where('name', '=', 'greeting').execute()
      await tx.insertInto('message').values({ lang: 'de', name: 'greeting', text }).execute()
      await appendChange(tx, systemClock, MESSAGES_IMPORTED)
    })
  await importMessage('old')
  const messages = new InterfaceMessages(store.read, null, store.primary)
  const replicaHas = (text: string) =>
    replica.query(`select 1 from message where name = 'greeting' and text = '${text}'`).then(rows => rows.length === 1)
  await until('the replica has it', () => replicaHas('old'))
  await replica.pause()
  t.after(() => replica.resume())
  await importMessage('new')
  await messages.catchUp()
  const [text] = await request(0, async () => {
    assert.equal((await look(store)).from, 'replica')
    return (await messages.kept('de')).get('greeting')
  })
  assert.equal(text, 'new')
})

test('waits a moment for the replica instead of using the primary', { skip }, async t => {
  const { store } = await open(t, { waitMs: 5000 })
  for (let i = 0; i < 20; i++) {
    const [, position] = await request(0, () => note(store, `moment ${i}`))
    assert.deepEqual((await request(position, () => look(store)))[0], { from: 'replica', value: `"moment ${i}"` })
  }
})

test('a statement that the replica rejects runs on the primary', { skip }, async t => {
  const { store } = await open(t)
  const [places] = await request(0, async () => {
    const first = await look(store)
    await sql`create table written_by_a_read (n integer)`.execute(store.read)
    return [first.from, (await look(store)).from]
  })
  assert.deepEqual(places, ['replica', 'primary'])
  assert.equal(stateOf(store), 'in use')
})

test('a replica that lags is left out until it has caught up', { skip }, async t => {
  const { store, events } = await open(t, { maxLag: 1 })
  await replica.pause()
  t.after(() => replica.resume())
  await until('it is behind', async () => {
    await note(store, `later ${Math.random()}`)
    return stateOf(store) === 'behind'
  })
  assert.equal((await request(0, () => look(store)))[0].from, 'primary')
  await replica.resume()
  await until('it is back', () => stateOf(store) === 'in use')
  assert.equal((await request(0, () => look(store)))[0].from, 'replica')
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['replica-in-use', 'replica-left-out', 'replica-in-use'],
  )
})

test('a replica that dies is left out and comes back', { skip }, async t => {
  const { store, events } = await open(t)
  await note(store, 'safe')
  let failed = 0
  let over = false
  const reader = async () => {
    while (!over) {
      const [{ value }] = await request(0, () => look(store)).catch(() => [{ value: null }] as const)
      if (value !== '"safe"') failed++
    }
  }
  await until('the replica has it', async () => (await request(0, () => look(store)))[0].value === '"safe"')
  const reading = Promise.all([reader(), reader(), reader()])
  await sleep(100)
  await replica.kill()
  await until('it is left out', () => stateOf(store) === 'down')
  assert.equal((await request(0, () => look(store)))[0].from, 'primary')
  await replica.start()
  await until('it is back', () => stateOf(store) === 'in use')
  await until('it is read', async () => (await request(0, () => look(store)))[0].from === 'replica')
  over = true
  await reading
  assert.equal(failed, 0, 'no read failed')
  assert.ok(events.some(({ kind }) => kind === 'replica-left-out'))
})

test('a replica that becomes a primary is no longer read', { skip }, async t => {
  const promoted = await primary.replica()
  await promoted.start()
  const replicas = { urls: [promoted.url], maxLag: 60, waitMs: 50 }
  const store = await openStore({ database: primary.url }, { replicas })
  t.after(() => store.close())
  await until('the replica is in use', () => stateOf(store) === 'in use')
  await promoted.promote()
  await until('it is left out', () => stateOf(store) === 'down')
  assert.equal((await request(0, () => look(store)))[0].from, 'primary')
  await promoted.kill()
})

test('a replica behind a cut network is left out, and reads that wait for it use the primary', { skip }, async t => {
  const network = await networkTo(replica.port)
  const url = replica.url.replace(`:${replica.port}/`, `:${network.port}/`)
  const store = await openStore({ database: primary.url }, { replicas: { urls: [url], maxLag: 60, waitMs: 50 } })
  t.after(() => store.close())
  await until('the replica is in use', () => stateOf(store) === 'in use')
  assert.equal((await request(0, () => look(store)))[0].from, 'replica')
  network.cut()
  assert.equal((await request(0, () => look(store)))[0].from, 'primary')
  await until('it is left out', () => stateOf(store) === 'down')
  network.repair()
  await until('it is back', () => stateOf(store) === 'in use')
  assert.equal((await request(0, () => look(store)))[0].from, 'replica')
})
