// A newer version migrates the database while an older server writes. If it only adds, the older server goes on. If it
// removes something, the older server rejects writes with an explanation, and still serves what it can read.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { parlance, startServer } from '#cli/testing.ts'
import { holdLock } from '#store/named-locks.ts'
import { openStore } from '#store/open.ts'
import type { Reader, StoreAddress, Writer } from '#store/store.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'

const WRITERS = 6
const ENOUGH = 10
const MESSAGE = /^A newer version of Parlance has migrated the database/

interface Answers {
  saved: number
  refused: number
  readonly faults: string[]
  over: boolean
}

async function write(url: string, page: string, answers: Answers): Promise<void> {
  for (let i = 0; !answers.over; i++) {
    const form = { action: 'edit', title: page, appendtext: `* ${i}\n`, token: '+\\', format: 'json' }
    const answer = await fetch(`${url}/w/api.php`, { method: 'POST', body: new URLSearchParams(form) })
    const body = (await answer.json()) as {
      edit?: { result: string }
      error?: { code: string; readonlyreason: string }
    }
    if (body.edit?.result === 'Success') answers.saved++
    else if (answer.status === 503 && body.error?.code === 'readonly' && MESSAGE.test(body.error.readonlyreason))
      answers.refused++
    else answers.faults.push(`${answer.status} ${JSON.stringify(body)}`)
    if (answer.status === 503) await sleep(20)
  }
}

const newestRevision = async (db: Reader | Writer): Promise<number> =>
  (
    await db
      .selectFrom('revision')
      .select(eb => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id

/** Migrates the database like a newer version. Returns the newest revision at that moment. */
async function migrateFurther(address: StoreAddress, oldestVersion: number, statements: string[]): Promise<number> {
  const store = await openStore(address)
  try {
    return await store.transaction(async tx => {
      await holdLock(tx, 'migrations')
      const name = `999-${randomUUID()}`
      await sql`insert into migration (name, applied_at, oldest_version) values (${name}, '', ${oldestVersion})`.execute(
        tx,
      )
      for (const statement of statements) await sql.raw(statement).execute(tx)
      return newestRevision(tx)
    })
  } finally {
    await store.close()
  }
}

const TABLES = [
  'page',
  'revision',
  'account',
  'site_setting',
  'job',
  'change_log',
  'session',
  'project',
  'content',
  'recent_change',
  'site_stats',
]
const NEW_COLUMNS = TABLES.map(table => `alter table ${table} add column newer_column integer not null default 0`)
const REMOVED_TABLE = ['alter table component_list rename to newer_list']

async function migrateUnderServer(
  address: { data: string } | { database: string },
  site: readonly string[],
): Promise<void> {
  await parlance(['db', 'migrate', ...site])
  const made = await parlance(['users', 'create', 'Root', '--superuser', ...site])
  const key = /API key +(wlu_\w{36})/.exec(made.out)![1]
  const server = await startServer(['--workers', '2', ...site])
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  const answers: Answers = { saved: 0, refused: 0, faults: [], over: false }
  after(() => {
    answers.over = true
  })
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, i) => write(server.url, `Page ${i}`, answers)))
  const until = async (isTrue: () => boolean) => {
    while (!isTrue() && answers.faults.length === 0) await sleep(20)
  }
  await until(() => answers.saved >= ENOUGH)
  await migrateFurther(address, 0, NEW_COLUMNS)
  const savedBefore = answers.saved
  await until(() => answers.saved >= savedBefore + 5 * ENOUGH)
  assert.deepEqual(answers.faults, [])
  assert.equal(answers.refused, 0, 'goes on after a migration that only adds')
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  assert.deepEqual((await parlance(['users', 'list', ...site])).code, 0)
  const second = await startServer(['--workers', '1', ...site])
  assert.equal((await fetch(`${second.url}/readyz`)).status, 200, 'an older server can still start')
  second.child.kill('SIGTERM')
  assert.equal(await second.ended, 0)

  const last = await migrateFurther(address, 999_000_000, REMOVED_TABLE)
  await until(() => answers.refused >= ENOUGH)
  answers.over = true
  await writing
  assert.deepEqual(answers.faults, [])
  const store = await openStore(address)
  assert.equal(await newestRevision(store.read).finally(() => store.close()), last, 'no revision after the migration')

  const ready = await fetch(`${server.url}/readyz`)
  assert.equal(ready.status, 503)
  assert.match(((await ready.json()) as { message: string }).message, MESSAGE)
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
  const authorization = `Token ${key}`
  const rest = await fetch(`${server.url}/api/users/`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'late', full_name: 'Late', email: 'late@example.org' }),
  })
  const refusal = (await rest.json()) as { errors: { code: string; detail: string }[] }
  assert.deepEqual([rest.status, refusal.errors[0]!.code], [503, 'read_only'])
  assert.match(refusal.errors[0]!.detail, MESSAGE)
  assert.ok(Number(rest.headers.get('retry-after')) > 0)
  assert.equal((await fetch(`${server.url}/api/projects/`, { headers: { authorization } })).status, 200)
  const page = await fetch(`${server.url}/w/api.php?action=query&titles=Page_0&prop=revisions&format=json`)
  assert.equal(page.status, 200)
  for (const path of ['/wiki/Page_0', '/projects/'])
    assert.equal((await fetch(`${server.url}${path}`)).status, 200, path)
  // A form starts a session, which must be stored.
  const form = await fetch(`${server.url}/accounts/login/`, { headers: { accept: 'text/html' } })
  assert.equal(form.status, 503)
  assert.match(await form.text(), /A newer version of Parlance has migrated the database/)
  // Tables that the newer version has renamed cannot be read. This must not be reported as a bug.
  const renamed = await fetch(`${server.url}/api/component-lists/`, { headers: { authorization } })
  const unreadable = (await renamed.json()) as { errors: { code: string; detail: string }[] }
  assert.deepEqual([renamed.status, unreadable.errors[0]!.code], [503, 'service_unavailable'])
  assert.match(unreadable.errors[0]!.detail, MESSAGE)
  const again = await parlance(['users', 'list', ...site])
  assert.equal(again.code, 1)
  assert.match(again.err, /newer version of Parlance/)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
}

test('an older server stops writing after a migration, on SQLite', async () => {
  const data = temporaryFolder()
  await migrateUnderServer({ data }, ['--data', data])
})

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
test('an older server stops writing after a migration, on PostgreSQL', { skip }, async () => {
  const database = await temporaryPostgres()
  await migrateUnderServer({ database }, ['--database', database, '--data', temporaryFolder()])
})
