// The server is killed while it creates notifications and sends emails. In the end, each change must be in exactly one
// email.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type TestServer } from '#cli/testing.ts'
import { manualClock } from '#core/testing.ts'
import { testMailServer } from '#events/mail/testing.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { testApi } from '#translation/api/testing.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'

type Where = { data: string } | { database: string }

const EDITS = 8

async function using<T>(where: Where, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(where)
  try {
    await migrate(store)
    return await work(store)
  } finally {
    await store.close()
  }
}

/** A project, an editor, and a subscriber. */
const prepare = (where: Where) =>
  using(where, async store => {
    const api = await testApi(store, {}, manualClock(new Date().toISOString()))
    const { units } = await testCatalogue(api.services)
    const { key } = await api.user('Boss', { superuser: true })
    const { account } = await api.user('Anna')
    await store.transaction(async tx => {
      await api.services.accounts.update(tx, account.id, { email: 'anna@example.org', emailConfirmedAt: 1 })
      const language = await tx
        .selectFrom('translation_language')
        .select('id')
        .where('code', '=', 'cs')
        .executeTakeFirstOrThrow()
      await tx.insertInto('account_language').values({ account_id: account.id, language_id: language.id }).execute()
      await tx
        .insertInto('subscription')
        .values({ account_id: account.id, notification: 'ChangedStringNotificaton', scope: 0, frequency: 1 })
        .execute()
    })
    return { key, unit: units[0]!.id }
  })

/** Simulates that a day has passed: leases have expired, unfinished work can be retried, and limits are reset. */
const letTimePass = (where: Where) =>
  using(where, store =>
    store.transaction(async tx => {
      await tx.updateTable('job').set({ leased_until: null }).execute()
      await tx.updateTable('job').set({ run_at: 1 }).where('kind', 'in', ['mail', 'translation-notify']).execute()
      await tx.updateTable('notice').set({ due_at: 1 }).execute()
      await tx.updateTable('mail').set({ try_at: 1 }).execute()
      await tx
        .updateTable('mail')
        .set(eb => ({ created_at: eb('created_at', '-', 86_400) }))
        .execute()
    }),
  )

function killAll({ child }: TestServer): void {
  let children: number[] = []
  try {
    children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    // On other systems than Linux, the workers notice that the server is gone.
  }
  for (const pid of [child.pid!, ...children]) process.kill(pid, 'SIGKILL')
}

async function killWhileNotifying(site: readonly string[], where: Where): Promise<void> {
  const mail = await testMailServer()
  const { key, unit } = await prepare(where)
  const acknowledged: string[] = []
  const start = () => startServer(['--workers', '2', '--mail-url', mail.url, ...site])
  let texts = 0
  /** False if the server is gone; then it is unknown whether the change was made. */
  const edit = async (url: string): Promise<boolean> => {
    const text = `Text ${++texts}.`
    const answer = await fetch(`${url}/api/units/${unit}/`, {
      method: 'PATCH',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ target: [`${text}\n`], state: 20 }),
    }).catch(() => null)
    if (answer === null) return false
    assert.equal(answer.status, 200)
    acknowledged.push(text)
    return true
  }

  // An email has arrived, but the sender is killed before the confirmation.
  const first = await start()
  mail.onMail = () => {
    mail.onMail = null
    killAll(first)
  }
  while (await edit(first.url)) await sleep(200)
  await first.ended
  await letTimePass(where)
  // Killed right after acknowledging a change, then stopped gracefully.
  for (const end of [killAll, ({ child }: TestServer) => child.kill('SIGTERM')]) {
    const server = await start()
    for (let i = 0; i < EDITS; i++) assert.ok(await edit(server.url))
    end(server)
    await server.ended
    await letTimePass(where)
  }

  const server = await start()
  const notified = () => {
    // SMTP cannot tell an interrupted email from one that arrived, so it is sent again with the same id.
    const mails = new Map(mail.received.map(each => [each.headers['message-id'], each]))
    return [...mails.values()].flatMap(each =>
      [...each.text.matchAll(/ Translation: (Text \d+\.)/g)].map(match => match[1]!),
    )
  }
  while (acknowledged.some(text => !notified().includes(text))) await sleep(50)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  assert.equal(new Set(notified()).size, notified().length, 'no change is in two emails')
}

test('all notifications survive a killed server, on SQLite', { timeout: 240_000 }, async () => {
  const data = temporaryFolder()
  await killWhileNotifying(['--data', data], { data })
})

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
test('all notifications survive a killed server, on PostgreSQL', { skip, timeout: 240_000 }, async () => {
  const database = await temporaryPostgres()
  await killWhileNotifying(['--data', temporaryFolder(), '--database', database], { database })
})
