// Servers behind a real PgBouncer, which in transaction mode may run each transaction on another connection.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parlance, startServer } from '#cli/testing.ts'
import { LockTaken, takeLock } from '#store/lock.ts'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { dropPostgres, freshName, onTestServer, testDatabaseUrl } from '#store/testing-template.ts'
import { noPgBouncer, pgBouncer } from './private-pgbouncer.ts'

const skip = noPgBouncer

/** PgBouncer does not pass on connection options, so each test uses its own database instead of a schema. */
async function emptyDatabase(t: { after(work: () => Promise<void>): void }): Promise<string> {
  const database = freshName('parlance_pooled')
  await onTestServer(`create database ${database}`)
  t.after(() => dropPostgres(database))
  const url = new URL(testDatabaseUrl({ database }))
  url.search = ''
  return url.href
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, looked at member by member
type Json = Record<string, any>

for (const mode of ['transaction', 'session'])
  test(`everything works in ${mode} mode`, { skip }, async t => {
    const direct = await emptyDatabase(t)
    // Enough for two workers with ten connections each in session mode; fewer than clients in transaction mode.
    const database = await pgBouncer(direct, { pool_mode: mode, default_pool_size: mode === 'session' ? '40' : '4' })
    const site = ['--database', database, '--data', temporaryFolder()]
    // A small pool in each process makes requests wait for connections.
    const few = mode === 'transaction' ? ['--database-connections', '3'] : []
    const server = await startServer(['--sample', '--workers', '2', ...few, ...site])
    const key = /API key +(wlu_\w{36})/.exec(server.output.out)?.[1]
    assert.ok(key, server.output.err)
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' }
    const api = async (path: string, init: RequestInit = {}): Promise<Json> => {
      const answer = await fetch(`${server.url}${path}`, { headers, ...init })
      assert.ok(answer.ok, `${path}: ${answer.status} ${answer.ok ? '' : await answer.text()}`)
      return (await answer.json()) as Json
    }
    assert.deepEqual(await api('/readyz'), { status: 'ready' })

    const edits = Array.from({ length: 24 }, async (_, i) => {
      const form = { action: 'edit', title: `Pooled ${i % 8}`, appendtext: `* ${i}\n`, token: '+\\', format: 'json' }
      const answer = await fetch(`${server.url}/w/api.php`, { method: 'POST', body: new URLSearchParams(form) })
      const body = (await answer.json()) as Json
      assert.ok(body.edit?.result === 'Success' || body.error?.code === 'editconflict', JSON.stringify(body))
    })
    const { results: units } = await api('/api/units/?page_size=8&q=state:%3Ctranslated')
    const saves = (units as Json[])
      .filter(({ source }) => source.length === 1)
      .map(async ({ id, source }) => {
        const target = (source as string[]).map(text => `${text} pooled`)
        const saved = await api(`/api/units/${id}/`, { method: 'PATCH', body: JSON.stringify({ state: 20, target }) })
        assert.deepEqual(saved.target, target)
      })
    const reads = Array.from({ length: 40 }, (_, i) =>
      api(`/api/${i % 2 ? 'changes' : 'translations'}/?page_size=${5 + (i % 7)}`),
    )
    await Promise.all([...edits, ...saves, ...reads])

    const [login, cookie] = await logIn(server.url, /Password +(\S+)/.exec(server.output.out)![1]!)
    assert.equal(login.clientlogin?.status, 'PASS', JSON.stringify(login))
    const who = await fetch(`${server.url}/w/api.php?action=query&meta=userinfo&format=json`, { headers: { cookie } })
    assert.equal(((await who.json()) as Json).query.userinfo.name, 'Admin')

    const lock = await takeLock({ database }, 'import')
    await assert.rejects(takeLock({ database }, 'import'), LockTaken)
    await assert.rejects(takeLock({ database: direct }, 'import'), LockTaken)
    await lock.release()
    await (await takeLock({ database: direct }, 'import')).release()

    const store = await openStore({ database: direct })
    const startedAt = Math.floor(Date.now() / 1000)
    const isIdle = async () =>
      (await store.read.selectFrom('job').select('id').where('run_at', '<', startedAt).limit(1).execute()).length === 0
    for (let i = 0; i < 600 && !(await isIdle()); i++) await new Promise(resolve => setTimeout(resolve, 100))
    assert.ok(await isIdle(), 'all jobs are done')
    const failed = await store.read.selectFrom('job').select('last_error').where('last_error', 'is not', null).execute()
    assert.deepEqual(failed, [])
    await store.close()
    assert.equal(server.output.err, '')
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0)
    const checked = await parlance(['db', 'check', ...site])
    assert.equal(checked.code, 0, checked.out + checked.err)
  })

async function logIn(url: string, password: string): Promise<[Json, string]> {
  const tokens = await fetch(`${url}/w/api.php?action=query&meta=tokens&type=login&format=json`)
  const cookie = tokens.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  const { query } = (await tokens.json()) as Json
  const form = { username: 'Admin', password, logintoken: query.tokens.logintoken, loginreturnurl: url }
  const body = new URLSearchParams({ action: 'clientlogin', format: 'json', ...form })
  const answer = await fetch(`${url}/w/api.php`, { method: 'POST', body, headers: { cookie } })
  const own = answer.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  return [(await answer.json()) as Json, own || cookie]
}

test('rejects a pooler that drops the search path', { skip }, async t => {
  const pooled = new URL(
    await pgBouncer(await emptyDatabase(t), { pool_mode: 'transaction', ignore_startup_parameters: 'options' }),
  )
  pooled.searchParams.set('options', '-c search_path=my_site')
  const failed = await parlance(['db', 'migrate', '--database', pooled.href, '--data', temporaryFolder()])
  assert.equal(failed.code, 3)
  assert.match(failed.err, /pooler drops the search_path "my_site"/)
  assert.doesNotMatch(failed.err, /\n +at /)
})

test('rejects a pooler in statement mode, which does not support transactions', { skip }, async t => {
  const direct = await emptyDatabase(t)
  await parlance(['db', 'migrate', '--database', direct, '--data', temporaryFolder()])
  const database = await pgBouncer(direct, { pool_mode: 'statement' })
  const failed = await parlance(['serve', '--port', '0', '--database', database, '--data', temporaryFolder()])
  assert.equal(failed.code, 3, failed.err)
  assert.match(failed.err, /pooler .*statement mode/)
})
