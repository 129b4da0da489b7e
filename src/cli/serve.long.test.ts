import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOG_EVENTS } from '#events/log-events.ts'
import { temporaryFolder } from '#store/testing.ts'
import { builtProgram, outcome, spawnParlance, startServer, type TestServer } from './testing.ts'

const two = ['--workers', '2']

/** Child process ids; only available on Linux. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
const onlyLinux = process.platform !== 'linux' && 'finding the workers of a server needs Linux'

/** The second worker starts when the first one serves. The log shows when both do. */
async function bothServing(): Promise<TestServer> {
  const env = { PARLANCE_LOG_LEVEL: 'info' }
  const server = await startServer(['--data', temporaryFolder(), ...two], { env })
  while (server.output.err.split('Server listening').length < 3) await sleep(20)
  return server
}

test('creates an administrator on the first start only', async () => {
  const data = temporaryFolder()
  const first = await startServer(['--data', data, '--sample', ...two])
  const key = /API key +(wlu_\w{36})/.exec(first.output.out)?.[1]
  assert.ok(key, first.output.out)
  assert.match(first.output.out, /Name +Admin\n +Password +\w{16}\n/)
  for (const name of ['Wiki API', 'Translation API'])
    assert.match(first.output.out, new RegExp(`${name} +${first.url}/`))
  const api = `${first.url}/api.php?action=query&meta=userinfo&uiprop=groups&format=json&formatversion=2`
  const answer = await fetch(api, { headers: { authorization: `Token ${key}` } })
  const { query } = (await answer.json()) as { query: { userinfo: { name: string; groups: string[] } } }
  assert.equal(query.userinfo.name, 'Admin')
  assert.ok(query.userinfo.groups.includes('sysop'))
  first.child.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  const second = await startServer(['--data', data, '--sample', ...two])
  assert.ok(!/Password|API key/.test(second.output.out))
  second.child.kill('SIGINT')
  assert.equal(await second.ended, 0)
})

test('two servers that start together fill an empty folder once', async () => {
  const args = ['--data', temporaryFolder(), '--sample', '--workers', '1']
  const both = await Promise.all([startServer(args), startServer(args)])
  const made = both.filter(({ output }) => output.out.includes('API key'))
  assert.equal(made.length, 1)
  for (const { url } of both) assert.equal((await fetch(`${url}/api/projects/`)).status, 200)
  for (const { child } of both) child.kill('SIGTERM')
  for (const { ended } of both) assert.equal(await ended, 0)
})

test('a server that fails to start exits even if its parent still listens', async () => {
  const taken = await startServer(['--data', temporaryFolder(), '--workers', '1'])
  const args = [builtProgram, 'serve', '--data', temporaryFolder(), '--workers', '1', '--port', new URL(taken.url).port]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  assert.deepEqual(await once(child, 'exit'), [3, null])
  taken.child.kill('SIGTERM')
  await taken.ended
})

interface Tally {
  answered: number
  readonly lost: string[]
  /**
   * Requests that the server never saw: on connections that the system had accepted for it (close-port.ts), or sent at the very
   * moment when it closed a connection that had been idle while it drained.
   */
  turnedAway: number
}

/** Sends requests on one keep-alive connection until the server stops, and records unanswered ones. */
async function client(url: string, tally: Tally): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (;;) {
    const asked = request(`${url}/readyz`, { agent }).end()
    let begun = false
    try {
      const [response] = await once(asked, 'response')
      begun = true
      for await (const _ of response) {
        // Read to the end: a truncated response would count as lost.
      }
      tally.answered++
    } catch (error) {
      agent.destroy()
      const { code } = error as { code?: string }
      if (code === 'ECONNREFUSED') return
      if (code === 'ECONNRESET' && !begun) tally.turnedAway++
      else tally.lost.push(`${code}`)
      return
    }
  }
}

test('answers every accepted request when stopped under load', async () => {
  const server = await bothServing()
  const tally: Tally = { answered: 0, lost: [], turnedAway: 0 }
  const clients = Array.from({ length: 20 }, () => client(server.url, tally))
  while (tally.answered < 200) await sleep(10)
  server.child.kill('SIGTERM')
  await Promise.all(clients)
  assert.deepEqual(tally.lost, [])
  assert.ok(tally.turnedAway <= 2, `${tally.turnedAway} connections were turned away`)
  assert.equal(await server.ended, 0)
})

/** Resolves when the port is closed. */
async function refused(url: string): Promise<void> {
  for (;;) {
    try {
      await fetch(`${url}/healthz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(1000) })
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') return
    }
  }
}

test('answers a request that was half sent at SIGTERM', async () => {
  for (const workers of ['1', '2']) {
    const server = await startServer(['--data', temporaryFolder(), '--workers', workers])
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname).setEncoding('utf8')
    let answer = ''
    socket.on('data', data => {
      answer += data
    })
    // A complete request first: its response shows that a worker has the connection.
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    while (!answer.includes('"ok"')) await sleep(5)
    socket.write('POST /nosuch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n[1')
    server.child.kill('SIGTERM')
    await refused(server.url)
    socket.write('2]')
    await once(socket, 'close')
    assert.match(answer, /HTTP\/1\.1 404 .*not-found/s)
    assert.equal(await server.ended, 0)
  }
})

test('replaces a worker that dies, and the others keep serving', { skip: onlyLinux }, async () => {
  const server = await bothServing()
  const before = childrenOf(server.child.pid!)
  // Suspend it, so a request is pending when it dies. That client must still get a response.
  process.kill(before[0]!, 'SIGSTOP')
  const asked = Array.from({ length: 4 }, () =>
    fetch(`${server.url}/readyz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(20_000) }).then(
      answer => answer.status,
      (error: Error) => error.name,
    ),
  )
  await sleep(300)
  process.kill(before[0]!, 'SIGKILL')
  const answers = await Promise.all(asked)
  assert.ok(!answers.includes('TimeoutError'), answers.join())
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  let now = before
  for (let i = 0; i < 300 && (now.length < 2 || now.includes(before[0]!)); i++) {
    await sleep(100)
    now = childrenOf(server.child.pid!)
  }
  assert.equal(now.length, 2)
  assert.match(server.output.err, /"msg":"worker process died; restarting it"/)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
})

test('another worker answers while one is busy', { skip: onlyLinux }, async () => {
  const server = await bothServing()
  const workers = childrenOf(server.child.pid!)
  const ask = () =>
    fetch(`${server.url}/healthz`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(20_000) }).then(
      answer => answer.status,
      (error: Error) => error.name,
    )
  // A suspended worker is fully busy. All requests must be answered before it resumes.
  for (const worker of workers) {
    process.kill(worker, 'SIGSTOP')
    assert.deepEqual(await Promise.all(Array.from({ length: 6 }, ask)), Array(6).fill(200))
    process.kill(worker, 'SIGCONT')
    // It lost the connections offered meanwhile, and takes new ones.
    assert.deepEqual(await Promise.all(Array.from({ length: 6 }, ask)), Array(6).fill(200))
  }
  // When all are busy, requests wait for the first free worker.
  for (const worker of workers) process.kill(worker, 'SIGSTOP')
  const asked = Array.from({ length: 6 }, ask)
  await sleep(200)
  process.kill(workers[0]!, 'SIGCONT')
  assert.deepEqual(await Promise.all(asked), Array(6).fill(200))
  process.kill(workers[1]!, 'SIGCONT')
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
})

test('metrics cover all workers', async () => {
  const server = await bothServing()
  for (let i = 0; i < 10; i++) await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } })
  const text = await (await fetch(`${server.url}/metrics`)).text()
  assert.match(text, /parlance_http_requests_total\{method="GET",route="\/healthz",status="200"\} 10\n/)
  // Output for people and logs for programs are separate.
  assert.doesNotMatch(server.output.out, /^\{/m)
  for (const line of server.output.err.trim().split('\n')) assert.ok(JSON.parse(line).event in LOG_EVENTS, line)
  server.child.kill('SIGTERM')
  await server.ended
})

test('workers exit when the server is killed', { skip: onlyLinux }, async () => {
  const server = await startServer(['--data', temporaryFolder(), ...two])
  const workers = childrenOf(server.child.pid!)
  server.child.kill('SIGKILL')
  await server.ended
  const alive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  for (let i = 0; i < 100 && workers.some(alive); i++) await sleep(50)
  assert.deepEqual(workers.filter(alive), [])
})

test('SIGTERM during startup exits without an error', async () => {
  const child = spawnParlance(['serve', '--port', '0', '--data', path.join(temporaryFolder(), 'new'), ...two])
  setTimeout(() => child.kill('SIGTERM'), 400)
  const { err } = await outcome(child)
  assert.ok(!err.includes('    at '), err)
})
