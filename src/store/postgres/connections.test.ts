import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Reader } from '../store.ts'
import { StoreUnavailable } from '../store-error.ts'
import { NO_POSTGRES, temporaryPostgres, temporaryStore } from '../testing.ts'
import { openPostgres } from './open.ts'

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES

const servers: Server[] = []
after(() => {
  for (const server of servers) server.close()
})

async function listen(onConnection: (socket: Socket) => void): Promise<number> {
  const server = createServer(socket => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const through = (url: string, port: number): string => {
  const proxied = new URL(url)
  proxied.hostname = '127.0.0.1'
  proxied.port = String(port)
  return proxied.href
}

/** URL of a test schema through a proxy that breaks the connection at the first statement that contains `word`. */
async function breakingAt(word: string): Promise<string> {
  const url = await temporaryPostgres()
  const real = new URL(url)
  let broken = false
  const port = await listen(socket => {
    const server = connect(Number(real.port || 5432), real.hostname)
    server.on('error', () => {})
    server.pipe(socket)
    socket.on('data', data => {
      if (!broken && data.includes(word)) {
        broken = true
        // The server still receives the statement, but the client gets no response.
        server.write(data, () => socket.destroy())
      } else server.write(data)
    })
    socket.on('close', () => server.end())
  })
  return through(url, port)
}

const own = async (db: Reader): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

test('a broken connection ends the transaction, not the process', {
  skip,
}, async () => {
  const store = await temporaryStore('postgres')
  const failed = store.transaction(async tx => {
    await tx.insertInto('site_setting').values({ key: 'half', value: 'done' }).execute()
    const pid = await own(tx)
    await sql`select pg_terminate_backend(${pid})`.execute(store.read)
    // Wait, so that the error arrives while no statement is running.
    while ((await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(store.read)).rows.length > 0);
    await tx.selectFrom('site_setting').selectAll().execute()
  })
  await assert.rejects(failed, error => {
    assert.ok(error instanceof StoreUnavailable)
    assert.deepEqual([error.trouble, error.mayBeWritten], ['lost', false])
    return true
  })
  assert.equal(store.writeTrouble?.trouble, 'lost')
  await store.transaction(tx => tx.insertInto('site_setting').values({ key: 'whole', value: 'done' }).execute())
  assert.equal(store.writeTrouble, null)
  const rows = await store.read.selectFrom('site_setting').select('key').where('key', 'in', ['half', 'whole']).execute()
  assert.deepEqual(rows, [{ key: 'whole' }])
})

test('reads are retried when a connection breaks', { skip }, async () => {
  const store = openPostgres(await breakingAt('retried read'), 2)
  const { rows } = await sql<{ found: string }>`select ${'retried read'}::text as found`.execute(store.read)
  assert.deepEqual(rows, [{ found: 'retried read' }])
  await store.close()
})

test('a transaction whose connection breaks at BEGIN is retried on another one', {
  skip,
}, async () => {
  const store = openPostgres(await breakingAt('begin'), 2)
  let runs = 0
  const one = await store.transaction(async tx => {
    runs++
    return (await sql<{ one: number }>`select 1 as one`.execute(tx)).rows[0]!.one
  })
  assert.deepEqual([one, runs], [1, 1])
  await store.close()
})

test('reports an unconfirmed commit as such and does not repeat it', { skip }, async () => {
  let runs = 0
  const store = openPostgres(await breakingAt('commit\0'), 2)
  await assert.rejects(
    store.transaction(async tx => {
      runs++
      await sql`create table counted (n integer)`.execute(tx)
    }),
    error => error instanceof StoreUnavailable && error.mayBeWritten && /not known/.test(error.message),
  )
  assert.equal(runs, 1)
  // In this case, the commit succeeded.
  await sql`select n from counted`.execute(store.read)
  await store.close()
})

test('limits connection attempts while the server is down', async () => {
  let attempts = 0
  const port = await listen(socket => {
    attempts++
    socket.destroy()
  })
  const store = openPostgres(`postgres://nobody@127.0.0.1:${port}/nothing`, 4)
  for (let i = 0; i < 200; i++)
    await assert.rejects(sql`select 1`.execute(store.read), error => error instanceof StoreUnavailable)
  assert.ok(attempts < 20, `${attempts} attempts`)
  await store.close()
})
