// Two servers with one database and data folders of their own. One dies while it pushes; the other takes over.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parlance, startServer, type TestServer } from '#cli/testing.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { po, Upstream } from '#translation/repositories/testing.ts'

/** Kills a process with all its child processes, like a power failure. */
function killAll(pid: number): void {
  const file = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
  process.kill(pid, 'SIGKILL')
  for (const child of children) killAll(child)
}

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES

test('a repository is claimed by one server, and taken over when it dies', { skip }, async () => {
  const folder = temporaryFolder()
  const upstream = new Upstream(path.join(folder, 'upstream'))
  const strings = { One: '', Two: '', Three: '' }
  upstream.publish('Begin', { 'po/cs.po': po('cs', strings) })
  const database = ['--database', await temporaryPostgres()]
  const args = ['--workers', '1', '--repository-protocols', 'file', '--repository-network', 'any', ...database]
  await parlance(['db', 'migrate', ...database, '--data', temporaryFolder()])
  const made = await parlance(['users', 'create', 'Root', '--superuser', ...database, '--data', temporaryFolder()])
  const key = /API key +(wlu_\w{36})/.exec(made.out)?.[1]
  assert.ok(key, made.err)
  const [first, second] = await Promise.all([0, 1].map(() => startServer([...args, '--data', temporaryFolder()])))
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' }
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
  const send = async (server: TestServer, method: string, to: string, body?: unknown): Promise<any> => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(server.url + to, { method, headers, ...content })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${to}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const at = '/api/components/p/c/repository/'
  await send(first!, 'POST', '/api/projects/', { name: 'P', slug: 'p', web: 'https://example.org/' })
  const component = { name: 'C', slug: 'c', file_format: 'po', filemask: 'po/*.po', vcs: 'git', push_on_commit: false }
  const { task_url } = await send(first!, 'POST', '/api/projects/p/components/', {
    ...component,
    repo: upstream.url,
    push: upstream.url,
  })
  while (!(await send(first!, 'GET', new URL(task_url).pathname)).completed) await sleep(50)
  const { results } = await send(first!, 'GET', '/api/translations/p/c/cs/units/')
  const ids = new Map(results.map((unit: { id: number; source: string[] }) => [unit.source[0], unit.id]))
  const translate = (server: TestServer, source: string, text: string) =>
    send(server, 'PATCH', `/api/units/${ids.get(source)}/`, { target: [text], state: 20 })

  // A commit that only the copy of the first server has.
  await translate(first!, 'One', 'Jedna')
  await send(first!, 'POST', at, { operation: 'commit' })
  await translate(second!, 'Two', 'Dva')
  const [begun, hook] = [path.join(folder, 'begun'), path.join(upstream.bare, 'hooks', 'pre-receive')]
  writeFileSync(hook, `#!/bin/sh\ntouch '${begun}'\nexec sleep 600\n`, { mode: 0o755 })
  const lost = send(first!, 'POST', at, { operation: 'push' }).then(
    () => 'pushed',
    () => 'lost',
  )
  while (!existsSync(begun)) await sleep(20)
  // The first server holds the repository, so the second one has to wait.
  let isOver = false
  const taken = send(second!, 'POST', at, { operation: 'push' }).finally(() => {
    isOver = true
  })
  await translate(second!, 'Three', 'Tři')
  await sleep(500)
  assert.equal(isOver, false, 'waits for the first server')
  rmSync(hook)
  killAll(first!.child.pid!)
  assert.equal(await lost, 'lost')
  assert.equal((await taken).result, true)
  await send(second!, 'POST', at, { operation: 'push' })
  const file = upstream.file('po/cs.po')
  for (const [source, text] of Object.entries({ One: 'Jedna', Two: 'Dva', Three: 'Tři' }))
    assert.ok(file.includes(`msgid "${source}"\nmsgstr "${text}"`), `${source} should be ${text}`)
  upstream.git('-C', upstream.bare, 'fsck', '--strict')
  const state = await send(second!, 'GET', at)
  assert.deepEqual([state.needs_commit, state.needs_push, state.needs_merge], [false, false, false])
  second!.child.kill('SIGTERM')
  await second!.ended
  rmSync(folder, { recursive: true, force: true })
})
