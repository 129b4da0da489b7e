// Three servers are upgraded one after the other while people read and write: to a version that adds a column, then to
// one that removes it. No request fails and nothing is lost.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parlance, startServer, type TestServer } from '#cli/testing.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { ADDS, newerProgram, REMOVES } from './newer-program.ts'

const SERVERS = 3
const WRITERS = 4

/** Sends each request to the next server, like a balancer. A server that is taken out gets no further ones. */
class Balancer {
  readonly #servers = new Set<TestServer>()
  readonly #pending = new Map<TestServer, number>()
  #next = 0

  add(server: TestServer): void {
    this.#servers.add(server)
  }

  async takeOut(server: TestServer): Promise<void> {
    this.#servers.delete(server)
    while ((this.#pending.get(server) ?? 0) > 0) await sleep(5)
  }

  async send(to: string, init: RequestInit = {}): Promise<Response> {
    const servers = [...this.#servers]
    const server = servers[this.#next++ % servers.length]!
    this.#pending.set(server, (this.#pending.get(server) ?? 0) + 1)
    try {
      const answer = await fetch(server.url + to, { ...init, headers: { connection: 'close' } })
      const body = await answer.text()
      return new Response(body, { status: answer.status, headers: answer.headers })
    } finally {
      this.#pending.set(server, this.#pending.get(server)! - 1)
    }
  }
}

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES

test('three servers are upgraded under load, and no request fails', { skip }, async t => {
  const database = await temporaryPostgres()
  const start = (program?: string) =>
    startServer(
      ['--workers', '1', '--database', database, '--data', temporaryFolder()],
      program === undefined ? {} : { program },
    )
  const balancer = new Balancer()
  const servers: TestServer[] = []
  for (let i = 0; i < SERVERS; i++) servers.push(await start())
  for (const server of servers) balancer.add(server)

  const faults: string[] = []
  const saved = Array.from({ length: WRITERS }, () => 0)
  let [isOver, reads] = [false, 0]
  after(() => {
    isOver = true
  })
  const note = (what: string) => (error: unknown) => faults.push(`${what}: ${String((error as Error).cause ?? error)}`)
  const write = async (writer: number) => {
    while (!isOver) {
      const line = `\n* line ${saved[writer]}`
      const form = { action: 'edit', title: `Page ${writer}`, appendtext: line, token: '+\\', format: 'json' }
      const answer = await balancer.send('/w/api.php', { method: 'POST', body: new URLSearchParams(form) })
      const text = await answer.text()
      if (!text.includes('"result":"Success"')) faults.push(`edit: ${answer.status} ${text.slice(0, 300)}`)
      else saved[writer]!++
      await sleep(20)
    }
  }
  const read = async () => {
    while (!isOver) {
      for (const to of [
        '/wiki/Page_0',
        '/w/api.php?action=query&list=allpages&format=json',
        '/api/projects/',
        '/readyz',
      ]) {
        const { status } = await balancer.send(to)
        if (status !== 200 && !(to === '/wiki/Page_0' && status === 404)) faults.push(`${to}: ${status}`)
        reads++
      }
      await sleep(20)
    }
  }
  const load = Promise.all([...saved.map((_, i) => write(i).catch(note('write'))), read().catch(note('read'))])
  const moreIsSaved = async () => {
    const before = [...saved]
    while (faults.length === 0 && saved.some((count, i) => count < before[i]! + 3)) await sleep(20)
    assert.deepEqual(faults, [])
  }
  await moreIsSaved()

  const upgradeAll = async (program: string) => {
    for (let i = 0; i < SERVERS; i++) {
      await balancer.takeOut(servers[i]!)
      servers[i]!.child.kill('SIGTERM')
      assert.equal(await servers[i]!.ended, 0)
      servers[i] = await start(program)
      for (const server of servers)
        assert.equal((await fetch(`${server.url}/readyz`)).status, 200, 'all versions serve')
      balancer.add(servers[i]!)
      await moreIsSaved()
    }
  }
  await upgradeAll(newerProgram('998.0.0', [ADDS]))
  await upgradeAll(newerProgram('999.0.0', [ADDS, REMOVES]))
  isOver = true
  await load
  assert.deepEqual(faults, [])

  for (const [writer, count] of saved.entries()) {
    const page = await balancer.send(`/w/index.php?title=Page_${writer}&action=raw`)
    const expected = Array.from({ length: count }, (_, i) => `* line ${i}`).join('\n')
    assert.equal((await page.text()).trim(), expected, `every line of page ${writer}, once`)
  }
  await assert.rejects(start(), /needs version 998\.0\.0 or later/, 'the first version is now too old')
  for (const { child, ended } of servers) {
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  }
  const { code } = await parlance(['db', 'check', '--database', database, '--data', temporaryFolder()])
  assert.equal(code, 1, 'and so are its commands')
  t.diagnostic(`${saved.reduce((sum, count) => sum + count)} edits and ${reads} reads during six restarts, none failed`)
})
