// Servers on a real primary with a streaming replica: reads from the replica, a standby served read-only, and failover.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parlance, startServer } from '#cli/testing.ts'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { noPrivatePostgres, type PrivatePostgres, privatePostgres } from './private-postgres.ts'
import { until } from './until.ts'

const skip = noPrivatePostgres

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, looked at member by member
type Json = Record<string, any>

/** A migrated primary with an administrator, and a running replica of it. */
async function cluster(settings: Readonly<Record<string, string>> = {}) {
  const primary = await privatePostgres(settings)
  await primary.start()
  const site = ['--database', primary.url, '--data', temporaryFolder()]
  await parlance(['db', 'migrate', ...site])
  const made = await parlance(['users', 'create', 'Root', '--superuser', ...site])
  const key = /API key +(wlu_\w{36})/.exec(made.out)?.[1]
  assert.ok(key, made.err)
  const replica = await primary.replica()
  await replica.start()
  return { primary, replica, key, site }
}

interface Client {
  /** Text of a page; null if there is none. */
  read(title: string): Promise<string | null>
  edit(title: string, text: string): Promise<Json>
}

/** A client of the wiki that keeps its cookies if it has a jar. */
function client(url: string, jar: Map<string, string> | null, key?: string): Client {
  const send = async (params: Record<string, string>, method: 'GET' | 'POST'): Promise<Json> => {
    const body = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
    const headers = {
      ...(jar !== null && { cookie: [...jar].map(pair => pair.join('=')).join('; ') }),
      ...(key !== undefined && { authorization: `Token ${key}` }),
    }
    const answer = await fetch(`${url}/w/api.php${method === 'GET' ? `?${body}` : ''}`, {
      method,
      headers,
      ...(method === 'POST' && { body }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      jar?.set(name!, value!)
    }
    return (await answer.json()) as Json
  }
  return {
    async read(titles) {
      const { query } = await send({ action: 'query', prop: 'revisions', rvprop: 'content', titles }, 'GET')
      return query.pages[0].revisions?.[0].content ?? null
    },
    async edit(title, text) {
      const tokens = await send({ action: 'query', meta: 'tokens' }, 'GET')
      return send({ action: 'edit', title, text, token: tokens.query.tokens.csrftoken }, 'POST')
    },
  }
}

const metric = (text: string, name: string): number =>
  Number(new RegExp(`^${name}{[^}]*} (\\S+)$`, 'm').exec(text)?.[1])

test('readers use the replica, and authors see their own edits at once', { skip }, async () => {
  const { primary, replica, key, site } = await cluster()
  const server = await startServer(['--workers', '1', '--replica', replica.url, '--replica-max-lag', '600', ...site])
  const ready = async () => (await (await fetch(`${server.url}/readyz`)).json()) as Json
  await until('the replica is in use', async () => (await ready()).replicas[0].state === 'in use')
  const [visitor, author, program] = [
    client(server.url, null),
    client(server.url, new Map()),
    client(server.url, null, key),
  ]

  assert.equal((await author.edit('Paused', 'old')).edit?.result, 'Success')
  await until('the replica has the page', async () => (await visitor.read('Paused')) === 'old')
  await replica.pause()
  assert.equal((await author.edit('Paused', 'new')).edit?.result, 'Success')
  assert.equal(await visitor.read('Paused'), 'old')
  assert.equal(await author.read('Paused'), 'new')
  assert.equal(await program.read('Paused'), 'new')
  assert.equal((await program.edit('Paused', 'newer')).edit?.result, 'Success')
  // The body of this request is read before the handler runs, which must not lose its position.
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' }
  const project = JSON.stringify({ name: 'P', slug: 'p', web: 'https://example.org' })
  const made = await fetch(`${server.url}/api/projects/`, { method: 'POST', headers, body: project })
  assert.equal(made.status, 201, await made.text())
  assert.match(
    made.headers.getSetCookie().join(),
    /parlance_position=\w+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax/,
  )
  assert.equal(await program.read('Paused'), 'newer')
  // Pages that are built while the replica is behind must not stay in a cache.
  const page = async () => (await fetch(`${server.url}/wiki/Paused`)).text()
  await page()
  await replica.resume()
  await until('visitors see the new page', async () => (await visitor.read('Paused')) === 'newer')
  assert.match(await page(), />\s*newer/)

  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  assert.equal(metric(metrics, 'parlance_replica_usable'), 1)
  assert.ok(metric(metrics, 'parlance_replica_reads') > 0)

  await replica.kill()
  await until('the replica is left out', async () => (await ready()).replicas[0].state === 'down')
  assert.equal(await visitor.read('Paused'), 'newer')
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  await replica.start()
  await until('the replica is back', async () => (await ready()).replicas[0].state === 'in use')
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  await replica.kill()
  await primary.kill()
})

test('a page that was cached while the replica was behind does not stay old', { skip }, async () => {
  const { primary, replica, site } = await cluster()
  const server = await startServer(['--workers', '1', '--replica', replica.url, '--replica-max-lag', '600', ...site])
  const ready = async () => (await (await fetch(`${server.url}/readyz`)).json()) as Json
  await until('the replica is in use', async () => (await ready()).replicas[0].state === 'in use')
  const author = client(server.url, new Map())
  await replica.pause()
  const edited = await author.edit('Template:Greeting', 'Hello')
  assert.equal(edited.edit?.result, 'Success', JSON.stringify(edited))
  assert.equal((await author.edit('Greeting page', '{{Greeting}}')).edit?.result, 'Success')
  const shown = async () => (await fetch(`${server.url}/wiki/Greeting_page`)).text()
  await shown()
  await replica.resume()
  await until('visitors see the template', async () => /Hello/.test(await shown()))
  assert.equal((await author.edit('Template:Greeting', 'Goodbye')).edit?.result, 'Success')
  await until('visitors see the new template', async () => /Goodbye/.test(await shown()))
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  await replica.kill()
  await primary.kill()
})

async function answerOf(url: string, init: RequestInit = {}): Promise<[number, Json]> {
  const answer = await fetch(url, init)
  return [answer.status, (await answer.json()) as Json]
}

test('a hot standby is served read-only', { skip }, async () => {
  const { primary, replica, key, site } = await cluster()
  const writer = await startServer(['--workers', '1', ...site])
  assert.equal((await client(writer.url, null).edit('Shared', 'from the primary')).edit?.result, 'Success')
  const standby = ['--database', replica.url, '--data', temporaryFolder()]
  const refused = await parlance(['serve', '--port', '0', ...standby])
  assert.equal(refused.code, 3, refused.err)
  assert.match(refused.err, /^parlance: The database is a standby.*--read-only/m)

  const server = await startServer(['--workers', '1', '--read-only', 'Copy of the site.', ...standby])
  await until('the page is there', async () => (await client(server.url, null).read('Shared')) === 'from the primary')
  const page = await fetch(`${server.url}/wiki/Shared`)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /The site is read-only at the moment: \u2068Copy of the site\./)
  assert.equal((await fetch(`${server.url}/`)).status, 200)
  assert.equal((await fetch(`${server.url}/projects/`)).status, 200)
  const edit = { method: 'POST', body: new URLSearchParams({ action: 'edit', title: 'X', text: 'x', token: '+\\' }) }
  const [, edited] = await answerOf(`${server.url}/w/api.php?format=json`, edit)
  assert.deepEqual([edited.error.code, edited.error.readonlyreason], ['readonly', 'Copy of the site.'])
  const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' }
  const make = { method: 'POST', headers, body: JSON.stringify({ name: 'P', slug: 'p', web: 'https://example.org' }) }
  const [status, made] = await answerOf(`${server.url}/api/projects/`, make)
  assert.deepEqual([status, made.errors[0].code], [503, 'read_only'])
  const [, who] = await answerOf(`${server.url}/api/users/`, { headers })
  assert.equal(who.results.length > 0, true, 'API keys work')
  // A login needs a session, which cannot be stored.
  const tokens = await fetch(`${server.url}/w/api.php?action=query&meta=tokens&type=login&format=json`)
  const login = (await tokens.json()) as Json
  assert.equal(login.error?.code, 'readonly', JSON.stringify(login))
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  // Whatever runs in the background must not try to write.
  await sleep(2500)
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  const lines = server.output.err.split('\n').filter(line => line !== '' && !/request\.unavailable/.test(line))
  assert.deepEqual(lines, [])
  for (const each of [server, writer]) {
    each.child.kill('SIGTERM')
    assert.equal(await each.ended, 0)
  }
  await replica.kill()
  await primary.kill()
})

interface Ledger {
  readonly revisions: number[]
  readonly faults: string[]
  refused: number
  over: boolean
}

/** Edits on one server, then reads the edit on another with the cookies of the first. */
async function author(urls: readonly string[], title: string, ledger: Ledger): Promise<void> {
  let cookie = ''
  const isRefused = async (answer: Response): Promise<boolean> => {
    if (answer.status !== 503 || !(Number(answer.headers.get('retry-after')) > 0)) return false
    ledger.refused++
    await sleep(20)
    return true
  }
  for (let i = 0; !ledger.over; i++) {
    const form = { action: 'edit', title, appendtext: `* ${i}\n`, token: '+\\', format: 'json' }
    const body = new URLSearchParams(form)
    const edited = await fetch(`${urls[i % 2]}/w/api.php`, { method: 'POST', body, headers: { cookie } })
    const { edit, error } = (await edited.json()) as Json
    cookie = edited.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    if (edit?.newrevid === undefined) {
      if (!(await isRefused(edited)) && error?.code !== 'editconflict') ledger.faults.push(JSON.stringify(error))
      continue
    }
    ledger.revisions.push(edit.newrevid)
    const query = new URLSearchParams({
      action: 'query',
      titles: title,
      prop: 'info',
      format: 'json',
      formatversion: '2',
    })
    const seen = await fetch(`${urls[(i + 1) % 2]}/w/api.php?${query}`, { headers: { cookie } })
    const info = (await seen.json()) as Json
    if (await isRefused(seen)) continue
    if (!(info.query?.pages[0].lastrevid >= edit.newrevid)) ledger.faults.push(`stale: ${JSON.stringify(info)}`)
  }
}

const bothHosts = (one: PrivatePostgres, other: PrivatePostgres): string =>
  `postgres://postgres@127.0.0.1:${one.port},127.0.0.1:${other.port}/postgres?target_session_attrs=read-write`

test('after a failover, the servers find the new primary without a restart', { skip }, async t => {
  // Synchronous, so that a commit is acknowledged only when the replica has it too.
  const { primary, replica } = await cluster()
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  const site = ['--database', bothHosts(primary, replica), '--data', temporaryFolder()]
  const options = ['--workers', '1', '--replica', replica.url, ...site]
  const log = { env: { PARLANCE_LOG_LEVEL: 'warn' } }
  const servers = [await startServer(options, log), await startServer(options, log)]
  const urls = servers.map(({ url }) => url)
  const reads = async () => metric(await (await fetch(`${urls[0]}/metrics`)).text(), 'parlance_replica_reads')
  await until('the replica is in use', async () => {
    await fetch(`${urls[0]}/w/api.php?action=query&titles=One&format=json`)
    return (await reads()) > 0
  })
  const ledger: Ledger = { revisions: [], faults: [], refused: 0, over: false }
  const writing = Promise.all(['One', 'Two', 'Three', 'Four'].map(title => author(urls, title, ledger)))
  const more = () => {
    const enough = ledger.revisions.length + 20
    return until('more edits', async () => {
      for (const { child, output } of servers) assert.equal(child.exitCode, null, output.err)
      return ledger.revisions.length >= enough
    })
  }
  await more()
  const fromReplica = await reads()
  await primary.kill()
  const before = ledger.revisions.length
  await sleep(500)
  assert.ok(ledger.revisions.length <= before + 4, 'nothing is written without a primary')
  await replica.promote()
  await more()
  ledger.over = true
  await writing
  assert.deepEqual(ledger.faults, [])
  for (const { child, ended, output, url } of servers) {
    // Refused requests fill the log, which arrives later than the responses.
    await until('the change is logged', () => /database\.host_changed/.test(output.err))
    await until('the server is ready', async () => (await fetch(`${url}/readyz`)).status === 200)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
  }

  const store = await openStore({ database: bothHosts(primary, replica) })
  const stored = await store.read.selectFrom('revision').select('id').execute()
  await store.close()
  assert.deepEqual([...new Set(ledger.revisions).difference(new Set(stored.map(({ id }) => id)))], [])
  const check = await parlance(['db', 'check', ...site])
  assert.equal(check.code, 0, check.out + check.err)
  t.diagnostic(
    `${ledger.revisions.length} edits, ${ledger.refused} asked to retry, ${fromReplica} reads from the replica`,
  )
  await replica.kill()
})
