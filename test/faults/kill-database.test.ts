// PostgreSQL is killed and restarted while the server writes. The server recovers, and no acknowledged write is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parlance, startServer } from '#cli/testing.ts'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { noPrivatePostgres, privatePostgres } from './private-postgres.ts'
import { rounds } from './rounds.ts'

const ENOUGH = 10

interface Ledger {
  readonly revisions: number[]
  readonly accounts: string[]
  /** Responses other than success or 503 with Retry-After in the API's own format. */
  readonly faults: string[]
  refused: number
  over: boolean
}

const isRefusal = (answer: Response): boolean => answer.status === 503 && Number(answer.headers.get('retry-after')) > 0

async function author(url: string, page: string, ledger: Ledger): Promise<void> {
  for (let i = 0; !ledger.over; i++) {
    const form = { action: 'edit', title: page, appendtext: `* ${i}\n`, token: '+\\', format: 'json' }
    const answer = await fetch(`${url}/w/api.php`, { method: 'POST', body: new URLSearchParams(form) })
    const body = (await answer.json()) as { edit?: { newrevid?: number }; error?: { code: string } }
    if (body.edit?.newrevid !== undefined) ledger.revisions.push(body.edit.newrevid)
    else if (isRefusal(answer) && body.error?.code.startsWith('internal_api_error_DB')) ledger.refused++
    else if (body.error?.code !== 'editconflict') ledger.faults.push(JSON.stringify(body))
    if (answer.status === 503) await sleep(20)
  }
}

async function registrar(url: string, key: string, name: string, ledger: Ledger): Promise<void> {
  for (let i = 0; !ledger.over; i++) {
    const username = `${name}-${i}`
    const answer = await fetch(`${url}/api/users/`, {
      method: 'POST',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ username, full_name: username, email: `${username}@example.org` }),
    })
    const body = (await answer.json()) as { errors?: { code: string }[] }
    if (answer.status === 201) ledger.accounts.push(username)
    else if (isRefusal(answer) && body.errors?.[0]?.code === 'service_unavailable') ledger.refused++
    else ledger.faults.push(JSON.stringify(body))
    if (answer.status === 503) await sleep(20)
  }
}

test('a server survives repeated crashes of its database', { skip: noPrivatePostgres }, async t => {
  const database = await privatePostgres()
  await database.start()
  const site = ['--database', database.url, '--data', temporaryFolder()]
  await parlance(['db', 'migrate', ...site])
  const made = await parlance(['users', 'create', 'Root', '--superuser', ...site])
  const key = /API key +(wlu_\w{36})/.exec(made.out)?.[1]
  assert.ok(key, made.err)
  const server = await startServer(['--workers', '1', ...site])
  const { pid } = server.child
  const ledger: Ledger = { revisions: [], accounts: [], faults: [], refused: 0, over: false }
  const writing = Promise.all([
    ...['One', 'Two', 'Two'].map(page => author(server.url, page, ledger)),
    ...['R1', 'R2'].map(name => registrar(server.url, key, name, ledger)),
  ])
  const more = async () => {
    const [edits, accounts] = [ledger.revisions.length + ENOUGH, ledger.accounts.length + ENOUGH]
    while (ledger.revisions.length < edits || ledger.accounts.length < accounts) {
      assert.equal(server.child.exitCode, null, `the server exited: ${server.output.err}`)
      await sleep(20)
    }
  }
  const total = rounds(2)
  for (let round = 0; round < total; round++) {
    await more()
    await sleep(Math.random() * 200)
    await database.kill()
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
    const page = await fetch(`${server.url}/projects/`, { headers: { accept: 'text/html' } })
    assert.deepEqual([page.status, page.headers.get('content-type')], [503, 'text/html; charset=utf-8'])
    await database.start()
  }
  await more()
  ledger.over = true
  await writing
  for (let i = 0; i < 200 && (await fetch(`${server.url}/readyz`)).status !== 200; i++) await sleep(50)
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  assert.equal(server.child.pid, pid)
  assert.deepEqual(ledger.faults, [])
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)

  const store = await openStore({ database: database.url })
  const revisions = await store.read.selectFrom('revision').select('id').execute()
  const accounts = await store.read.selectFrom('account').select('name').execute()
  await store.close()
  assert.deepEqual([...new Set(ledger.revisions).difference(new Set(revisions.map(row => row.id)))], [])
  assert.deepEqual([...new Set(ledger.accounts).difference(new Set(accounts.map(row => row.name)))], [])
  const check = await parlance(['db', 'check', ...site])
  assert.equal(check.code, 0, check.out + check.err)
  t.diagnostic(
    `${total} times: ${ledger.revisions.length} edits, ${ledger.accounts.length} accounts, ${ledger.refused} asked to retry`,
  )
  await database.kill()
})
