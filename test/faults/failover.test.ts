// Database addresses with several hosts, on a real primary and its replica.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { LockTaken, takeLock } from '#store/lock.ts'
import { openStore } from '#store/open.ts'
import { Reading } from '#store/reading.ts'
import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Store, StoreEvent } from '#store/store.ts'
import type { StoreUnavailable } from '#store/store-error.ts'
import { networkTo } from './cut-network.ts'
import { migratedPrimary, noPrivatePostgres, type PrivatePostgres } from './private-postgres.ts'
import { until } from './until.ts'

const skip = noPrivatePostgres
// Without PostgreSQL, no test uses it.
const primary: PrivatePostgres = skip ? (undefined as never) : await migratedPrimary()
const replica: PrivatePostgres = skip ? (undefined as never) : await primary.replica()
if (!skip) await replica.start()

const address = (ports: readonly number[], attrs?: string): string => {
  const hosts = ports.map(port => `127.0.0.1:${port}`).join(',')
  return `postgres://postgres@${hosts}/postgres${attrs === undefined ? '' : `?target_session_attrs=${attrs}`}`
}

const portOf = async ({ read }: Store): Promise<number> =>
  (await sql<{ port: number }>`select current_setting('port')::integer as port`.execute(read)).rows[0]!.port

const note = (store: Store, value: string) => store.transaction(tx => writeSetting(tx, 'noted', value))

test('the hosts of an address are tried in order until one has the required role', { skip }, async () => {
  const dead = 1
  const [first, second] = [primary.port, replica.port]
  for (const [ports, attrs, expected] of [
    [[dead, first], undefined, first],
    [[second, first], undefined, second],
    [[second, first], 'any', second],
    [[dead, second, first], 'read-write', first],
    [[second, first], 'primary', first],
    [[first, second], 'read-only', second],
    [[first, second], 'standby', second],
    [[first, second], 'prefer-standby', second],
    [[first, dead], 'prefer-standby', first],
  ] as const) {
    const store = await openStore({ database: address(ports, attrs) })
    assert.equal(await portOf(store), expected, `${ports} ${attrs}`)
    await store.close()
  }
  const store = await openStore({ database: address([second], 'read-write') })
  await assert.rejects(portOf(store), /The database cannot be reached/)
  await store.close()
})

test('a primary that only accepts reads does not count as read-write', { skip }, async () => {
  const setReadOnly = async (value: 'on' | 'off') => {
    await primary.query(`alter system set default_transaction_read_only = ${value}`)
    await primary.query('select pg_reload_conf()')
    const current = async () => (await primary.query('show default_transaction_read_only'))[0]
    while ((await current())!.default_transaction_read_only !== value) await sleep(20)
  }
  await setReadOnly('on')
  const store = await openStore({ database: address([primary.port, replica.port], 'read-write') })
  await assert.rejects(portOf(store), /The database cannot be reached/)
  await setReadOnly('off')
  await until('it is writable', async () => (await portOf(store).catch(() => 0)) === primary.port)
  await note(store, 'writable')
  await store.close()
})

test('locks are taken on the primary', { skip }, async () => {
  const database = address([replica.port, primary.port], 'read-write')
  const lock = await takeLock({ database }, 'import')
  await assert.rejects(takeLock({ database: primary.url }, 'import'), LockTaken)
  await lock.release()
})

test('on a cut network, the new primary is found although no connection breaks', { skip }, async t => {
  const network = await networkTo(primary.port)
  const next = await primary.replica()
  await next.start()
  const events: StoreEvent[] = []
  const database = address([network.port, next.port], 'read-write')
  const store = await openStore({ database }, { onEvent: event => events.push(event) })
  t.after(() => store.close())
  await note(store, 'before')
  assert.equal(await portOf(store), primary.port)
  // In the middle of a transaction, it must neither wait for ever nor go on elsewhere.
  const interrupted = store.transaction(async tx => {
    await writeSetting(tx, 'noted', 'lost')
    network.cut()
    await next.promote()
    await writeSetting(tx, 'noted', 'lost too')
  })
  await assert.rejects(interrupted, (error: StoreUnavailable) => error.trouble === 'lost' && !error.mayBeWritten)
  const isWritten = (): Promise<boolean> =>
    note(store, 'after').then(
      () => true,
      () => false,
    )
  await until('the new primary is found', isWritten)
  assert.equal(await portOf(store), next.port)
  assert.deepEqual(
    events.filter(({ kind }) => kind === 'host-changed'),
    [{ kind: 'host-changed', host: `127.0.0.1:${next.port}` }],
  )
  await next.kill()
})

test('after a failover, a replica with changes that the new primary lacks is left out', { skip }, async t => {
  const old = await migratedPrimary()
  const next = await old.replica()
  const ahead = await old.replica()
  await ahead.start()
  const replicas = { urls: [ahead.url], maxLag: 600, waitMs: 50 }
  const store = await openStore({ database: address([old.port, next.port], 'read-write') }, { replicas })
  t.after(() => store.close())
  await until('the replica is in use', () => store.replicas()[0]!.state === 'in use')
  await note(store, 'only here')
  const read = () => new Reading(0, () => {}).run(() => readSetting(store.read, 'noted'))
  await until('the replica has it', async () => (await read()) === '"only here"')
  await old.kill()
  // It was down during the last change.
  await next.start()
  await next.promote()
  await until('the new primary is found', async () => (await portOf(store).catch(() => 0)) === next.port)
  await until('the replica is left out', () => store.replicas()[0]!.state === 'down')
  assert.equal(await read(), null)
  await sleep(2500)
  assert.equal(store.replicas()[0]!.state, 'down')
  await ahead.kill()
  await next.kill()
})

test('a transaction that finds its host gone at the beginning runs once, on the new primary', { skip }, async t => {
  const store = await openStore({ database: address([primary.port, replica.port], 'read-write') })
  t.after(() => store.close())
  await note(store, 'first')
  await replica.promote()
  await primary.kill()
  let runs = 0
  await store.transaction(async tx => {
    runs++
    await writeSetting(tx, 'noted', 'second')
  })
  assert.equal(runs, 1)
  assert.equal(await portOf(store), replica.port)
})
