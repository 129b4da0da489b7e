// The server is killed while it writes. Afterwards, all acknowledged writes must be complete, and no write may be
// partial.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parlance, startServer } from '#cli/testing.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { rounds } from './rounds.ts'

const ROUNDS = rounds(3)
const CLIENTS = 4
const AUTHORS = 3
/** Accounts and revisions before the server is killed. More are being written then. */
const ENOUGH = 20

/** Kills the server and its workers, like a power failure. */
function killAll(pid: number): void {
  let children: number[] = []
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    // On other systems than Linux, the workers notice that the server is gone.
  }
  for (const one of [pid, ...children]) process.kill(one, 'SIGKILL')
}

/** Creates accounts over HTTP until the server is gone, and records the acknowledged names. */
async function writer(url: string, key: string, prefix: string, acknowledged: string[]): Promise<void> {
  for (let i = 0; ; i++) {
    const username = `${prefix}-${i}`
    try {
      const answer = await fetch(`${url}/api/users/`, {
        method: 'POST',
        headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ username, full_name: username, email: `${username}@example.org` }),
      })
      const body = await answer.text()
      assert.equal(answer.status, 201, body)
      acknowledged.push(username)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

/** Edits the wiki in the same way: its own page and a shared one. */
async function author(url: string, page: string, acknowledged: number[]): Promise<void> {
  for (let i = 0; ; i++) {
    const title = i % 2 === 0 ? page : 'Everybody'
    const form = { action: 'edit', title, appendtext: `* [[${page} ${i}]]\n`, token: '+\\', format: 'json' }
    try {
      const answer = await fetch(`${url}/w/api.php`, { method: 'POST', body: new URLSearchParams(form) })
      const { edit, error } = (await answer.json()) as { edit?: { newrevid: number }; error?: { code: string } }
      assert.ok(edit || error?.code === 'editconflict', JSON.stringify(error))
      if (edit) acknowledged.push(edit.newrevid)
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

/** Every revision is complete and counted once in all counters. */
async function checkRevisions({ read }: Store, acknowledged: readonly number[]): Promise<void> {
  const revisions = await read
    .selectFrom('revision')
    .innerJoin('slot', 'slot.revision_id', 'revision.id')
    .innerJoin('content', 'content.id', 'slot.content_id')
    .innerJoin('blob', 'blob.id', 'content.blob_id')
    .innerJoin('recent_change', 'recent_change.this_rev', 'revision.id')
    .select('revision.id')
    .execute()
  const whole = new Set(revisions.map(revision => revision.id))
  assert.deepEqual(
    acknowledged.filter(id => !whole.has(id)),
    [],
  )
  const all = await read.selectFrom('revision').select(['id', 'page_id', 'parent_id']).execute()
  const logged = await read.selectFrom('change_log').where('kind', '=', 'edit').select('seq').execute()
  const counted = await read.selectFrom('site_stats').select(['edits', 'pages']).executeTakeFirstOrThrow()
  const pages = await read.selectFrom('page').select(['id', 'latest_rev']).execute()
  assert.deepEqual([all.length, logged.length, counted.edits], [whole.size, whole.size, whole.size])
  assert.equal(counted.pages, pages.length)
  for (const page of pages) {
    const own = all.filter(revision => revision.page_id === page.id)
    assert.equal(Math.max(...own.map(revision => revision.id)), page.latest_rev)
    assert.equal(
      new Set(own.map(revision => revision.parent_id)).size,
      own.length,
      'no two revisions have the same parent',
    )
  }
}

async function killWhileWriting(
  site: readonly string[],
  where: { data: string } | { database: string },
): Promise<string> {
  await parlance(['db', 'migrate', ...site])
  const made = await parlance(['users', 'create', 'Root', '--superuser', ...site])
  const key = /API key +(wlu_\w{36})/.exec(made.out)?.[1]
  assert.ok(key, made.err)
  const acknowledged: string[] = []
  const revisions: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer(['--workers', '2', ...site])
    const before = acknowledged.length
    const writers = Array.from({ length: CLIENTS }, (_, i) => writer(server.url, key, `R${round}-c${i}`, acknowledged))
    const authors = Array.from({ length: AUTHORS }, (_, i) => author(server.url, `R${round} a${i}`, revisions))
    const [begun, written] = [revisions.length, Promise.all([...writers, ...authors])]
    while (acknowledged.length < before + ENOUGH || revisions.length < begun + ENOUGH) {
      const over = await Promise.race([sleep(10), written.then(() => true)])
      assert.ok(!over, `the server exited: ${server.output.err}`)
    }
    await sleep(Math.random() * 300)
    killAll(server.child.pid!)
    await written
    await server.ended
  }

  const check = await parlance(['db', 'check', ...site])
  assert.equal(check.code, 0, check.out + check.err)

  const store = await openStore(where)
  try {
    const accounts = await store.read.selectFrom('account').select(['id', 'name']).execute()
    const names = new Set(accounts.map(account => account.name))
    assert.deepEqual(
      acknowledged.filter(name => !names.has(name)),
      [],
    )
    // Each account has its change log entry and its subscriptions.
    const changes = await store.read
      .selectFrom('change_log')
      .select('subject')
      .where('kind', '=', 'account-created')
      .execute()
    assert.deepEqual(changes.map(change => change.subject).sort(), [...names].sort())
    const subscribed = await store.read.selectFrom('subscription').select('account_id').distinct().execute()
    assert.equal(subscribed.length, accounts.length)
    await checkRevisions(store, revisions)
    return `killed ${ROUNDS} times: ${acknowledged.length} accounts and ${revisions.length} edits acknowledged, none lost`
  } finally {
    await store.close()
  }
}

test('SQLite: a server killed while writing loses nothing it has acknowledged', async t => {
  const data = temporaryFolder()
  t.diagnostic(await killWhileWriting(['--data', data], { data }))
})

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
test('PostgreSQL: a server killed while writing loses nothing it has acknowledged', { skip }, async t => {
  const database = await temporaryPostgres()
  t.diagnostic(await killWhileWriting(['--database', database, '--data', temporaryFolder()], { database }))
})
