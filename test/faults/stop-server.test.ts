// The server is told to stop while people keep coming, and while it is busy.
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
  while (server.said.err.split('Server listening').length <= workers) await sleep(20)
  return server
}

/** Comes on a new connection each time, until the server refuses; notes what else went wrong. */
async function newcomer(url: string, tally: { answered: number; faults: string[] }): Promise<void> {
  for (;;) {
    const asked = request(`${url}/healthz`, { agent: false }).end()
    try {
      const [response] = await once(asked, 'response')
      for await (const _ of response) {
        // Read to the end: half an answer would be none.
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
  test(`nobody who comes while a server of ${workers} stops is cut off: they are answered or refused`, async t => {
    const data = temporaryFolder()
    let answered = 0
    for (let round = 0; round < rounds(3); round++) {
      const server = await allServing(data, workers)
      const tally = { answered: 0, faults: [] as string[] }
      const clients = Array.from({ length: CLIENTS }, () => newcomer(server.url, tally))
      while (tally.answered < 30) await sleep(10)
      server.child.kill('SIGTERM')
      await Promise.all(clients)
      // One may come in the instant between the last look at the queue and the closing of the port (see close-port.ts).
      assert.ok(tally.faults.length <= 1, tally.faults.join())
      assert.equal(await server.ended, 0)
      answered += tally.answered
    }
    t.diagnostic(`${answered} answered in ${rounds(3)} rounds`)
  })

/** A connection on which a request has begun that will never be whole. */
async function halfAsked(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    'POST /api.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n\r\na',
  )
}

for (const workers of [1, 2])
  test(`a server of ${workers} ends though a client never does, and says what it left undone`, async () => {
    const server = await allServing(temporaryFolder(), workers)
    await halfAsked(server.url)
    await fetch(`${server.url}/healthz`)
    server.child.kill('SIGTERM')
    // It takes eight seconds; a test machine may be slow, but the client would hold the server for minutes.
    const code = await Promise.race([server.ended, sleep(25_000, 'too late')])
    assert.equal(code, 0)
    assert.match(server.said.err, /"requests":\["POST \/api\.php"\].*"msg":"server stopped with unfinished requests"/)
  })

for (const workers of [1, 2])
  test(`a second signal ends a server of ${workers} at once`, async () => {
    const server = await allServing(temporaryFolder(), workers)
    await halfAsked(server.url)
    server.child.kill('SIGTERM')
    await sleep(1000)
    server.child.kill('SIGINT')
    assert.equal(await Promise.race([server.ended, sleep(5000, 'still there')]), 1)
  })

test('a browser that listens, and has connected ahead of time, keeps no server from stopping', async () => {
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
