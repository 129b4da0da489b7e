// Stops the server while clients keep connecting, and while it is busy.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type TestServer } from '#cli/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { rounds } from './rounds.ts'

const CLIENTS = 16

async function allServing(data: string, workers: number): Promise<TestServer> {
  const env = { PARLANCE_LOG_LEVEL: 'info' }
  const server = await startServer(['--data', data, '--workers', String(workers)], { env })
  while (server.output.err.split('"server.listening"').length <= workers) await sleep(20)
  return server
}

/** Sends requests on new connections until the server refuses them. Records other errors. */
async function newcomer(url: string, tally: { answered: number; faults: string[] }): Promise<void> {
  for (;;) {
    const sent = request(`${url}/healthz`, { agent: false }).end()
    try {
      const [response] = await once(sent, 'response')
      for await (const _ of response) {
        // Read to the end: a partial response is an error.
      }
      tally.answered++
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'ECONNREFUSED') return
      tally.faults.push(code ?? String(error))
    }
  }
}

for (const workers of [1, 2])
  test(`a stopping server with ${workers} workers answers or refuses every new connection`, async t => {
    const data = temporaryFolder()
    let answered = 0
    for (let round = 0; round < rounds(3); round++) {
      const server = await allServing(data, workers)
      const tally = { answered: 0, faults: [] as string[] }
      const clients = Array.from({ length: CLIENTS }, () => newcomer(server.url, tally))
      while (tally.answered < 30) await sleep(10)
      server.child.kill('SIGTERM')
      await Promise.all(clients)
      // A connection may arrive between the last check of the queue and the closing of the port (see close-port.ts).
      assert.ok(tally.faults.length <= 1, tally.faults.join())
      assert.equal(await server.ended, 0)
      answered += tally.answered
    }
    t.diagnostic(`${answered} answered in ${rounds(3)} rounds`)
  })

/** A connection with a request that is never completed. */
async function startPartialRequest(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    'POST /api.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n\r\na',
  )
}

for (const workers of [1, 2])
  test(`a server with ${workers} workers stops despite an unfinished request and logs it`, async () => {
    const server = await allServing(temporaryFolder(), workers)
    await startPartialRequest(server.url)
    await fetch(`${server.url}/healthz`)
    server.child.kill('SIGTERM')
    // This takes eight seconds, more on a slow machine. Waiting for the client would take minutes.
    const code = await Promise.race([server.ended, sleep(25_000, 'too late')])
    assert.equal(code, 0)
    assert.match(server.output.err, /"event":"server\.requests_dropped","requests":\["POST \/api\.php"\]/)
  })

for (const workers of [1, 2])
  test(`a second signal ends a server with ${workers} workers immediately`, async () => {
    const server = await allServing(temporaryFolder(), workers)
    await startPartialRequest(server.url)
    server.child.kill('SIGTERM')
    await sleep(1000)
    server.child.kill('SIGINT')
    assert.equal(await Promise.race([server.ended, sleep(5000, 'still there')]), 1)
  })

test('event streams and unused connections do not delay stopping', async () => {
  const server = await allServing(temporaryFolder(), 1)
  const { hostname, port } = new URL(server.url)
  const silent = connect(Number(port), hostname)
  silent.on('error', () => {})
  await once(silent, 'connect')
  const [stream] = await once(request(`${server.url}/events/`).end(), 'response')
  stream.resume()
  const began = performance.now()
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  const took = performance.now() - began
  assert.ok(took < 4000, `${took} ms`)
})
