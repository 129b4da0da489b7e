// The server is killed at random points of pulls, merges, commits and pushes. Afterwards, all translations must be in
// the database and, after the next push, in the remote repository, together with changes of others. The repository must
// be valid.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parlance, startServer } from '#cli/testing.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { po, Upstream } from '#translation/repositories/testing.ts'
import { rounds } from './rounds.ts'

const ROUNDS = rounds(3)
const STRINGS = 60
const OPERATIONS = ['pull', 'commit', 'push', 'pull-merge', 'pull-rebase', 'push'] as const

/** Kills the server with all its child processes, like a power failure. */
function killAll(pid: number): void {
  const childrenOf = (id: number): number[] => {
    const file = `/proc/${id}/task/${id}/children`
    const own = existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
    return own.flatMap(child => [child, ...childrenOf(child)])
  }
  for (const one of [pid, ...childrenOf(pid)])
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // Already exited.
    }
}

const name = (i: number): string => `String ${i}`

async function killWhileAtWork(site: readonly string[], merge_style: string): Promise<string> {
  const folder = temporaryFolder()
  const upstream = new Upstream(path.join(folder, 'upstream'))
  const theirs = Object.fromEntries(Array.from({ length: STRINGS }, (_, i) => [name(i), i % 2 === 0 ? '' : 'begun']))
  upstream.publish('Begin', { 'po/cs.po': po('cs', theirs), 'po/de.po': po('de', theirs) })
  const args = ['--workers', '2', '--repository-protocols', 'file', '--repository-network', 'any', ...site]
  await parlance(['db', 'migrate', ...site])
  const made = await parlance(['users', 'create', 'Root', '--superuser', ...site])
  const key = /API key +(wlu_\w{36})/.exec(made.out)?.[1]
  assert.ok(key, made.err)
  let server = await startServer(args)
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
  const send = async (method: string, to: string, body?: unknown): Promise<any> => {
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(server.url + to, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${to}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const at = '/api/components/p/c/repository/'
  await send('POST', '/api/projects/', { name: 'P', slug: 'p', web: 'https://example.org/' })
  const repository = { vcs: 'git', repo: upstream.url, push: upstream.url, push_on_commit: false, merge_style }
  const { task_url } = await send('POST', '/api/projects/p/components/', {
    name: 'C',
    slug: 'c',
    file_format: 'po',
    filemask: 'po/*.po',
    ...repository,
  })
  while (!(await send('GET', new URL(task_url).pathname)).completed) await sleep(100)
  const units = async (): Promise<{ id: number; source: string[]; target: string[] }[]> =>
    (await send('GET', '/api/translations/p/c/cs/units/?page_size=1000')).results
  const ids = new Map((await units()).map(({ id, source }) => [source[0]!, id]))
  assert.equal(ids.size, STRINGS)

  /** Possible values of each string: the acknowledged one, or one that was being saved when the server was killed. */
  const ours = new Map<string, string[]>()
  const translate = async (source: string, text: string): Promise<boolean> => {
    const before = ours.get(source) ?? ['']
    ours.set(source, [...before, text])
    try {
      await send('PATCH', `/api/units/${ids.get(source)}/`, { target: [text], state: 20 })
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return false
    }
    ours.set(source, [text])
    return true
  }
  const theirNow = new Map<string, string>()
  let killedAtWork = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < 3; i++) await translate(name((2 * (3 * round + i)) % STRINGS), `ours ${round}-${i}`)
    if (round % 2 === 0) await send('POST', at, { operation: 'commit' })
    upstream.update()
    const file = readFileSync(upstream.at('po/cs.po'), 'utf8')
    const source = name((2 * round + 1) % STRINGS)
    theirNow.set(source, `theirs ${round}`)
    const changed = file.replace(new RegExp(`(msgid "${source}"\nmsgstr )".*"`), `$1"theirs ${round}"`)
    upstream.publish(`Round ${round}`, { 'po/cs.po': changed })
    const operation = OPERATIONS[round % OPERATIONS.length]!
    let isOver = false
    const work = send('POST', at, { operation })
      .catch(error => {
        if (error instanceof assert.AssertionError) throw error
      })
      .finally(() => {
        isOver = true
      })
    const more = (async () => {
      for (let i = 0; await translate(name((2 * (3 * round + i) + 20) % STRINGS), `late ${round}-${i}`); i++)
        if (i > 20) break
    })()
    await sleep(Math.random() * 600)
    if (!isOver) killedAtWork++
    killAll(server.child.pid!)
    await Promise.all([work, more, server.ended])
    server = await startServer(args)
    const now = new Map((await units()).map(unit => [unit.source[0]!, unit.target[0]!]))
    for (const [each, texts] of ours)
      assert.ok(texts.includes(now.get(each)!), `${operation}: ${each} is ${now.get(each)}`)
    for (const [each, texts] of ours) if (texts.length > 1) ours.set(each, [now.get(each)!])
  }
  const pushed = await send('POST', at, { operation: 'push' })
  assert.equal(pushed.result, true, JSON.stringify(pushed))
  const file = upstream.file('po/cs.po')
  for (const [source, [text]] of [...ours, ...[...theirNow].map(([each, value]) => [each, [value]] as const)])
    assert.ok(file.includes(`msgid "${source}"\nmsgstr "${text}"`), `${source} should be ${text}`)
  const state = await send('GET', at)
  assert.deepEqual(
    [state.needs_commit, state.needs_push, state.needs_merge, state.merge_failure],
    [false, false, false, null],
  )
  upstream.git('-C', upstream.bare, 'fsck', '--strict')
  server.child.kill('SIGTERM')
  await server.ended
  const check = await parlance(['db', 'check', ...site])
  assert.equal(check.code, 0, check.out + check.err)
  rmSync(folder, { recursive: true, force: true })
  return `killed ${ROUNDS} times, ${killedAtWork} of them during an operation: ${ours.size} of our strings and ${theirNow.size} of theirs, none lost`
}

test('SQLite: a server killed while it works with a repository loses nothing', async t => {
  t.diagnostic(await killWhileAtWork(['--data', temporaryFolder()], 'rebase'))
})

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
test('PostgreSQL: a server killed while it works with a repository loses nothing', { skip }, async t => {
  const site = ['--database', await temporaryPostgres(), '--data', temporaryFolder()]
  t.diagnostic(await killWhileAtWork(site, 'merge'))
})
