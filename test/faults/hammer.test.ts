// Many clients write to the same few pages: edit, move, delete, undelete, protect, hide, merge. There must be no server
// errors, every acknowledged write must be in a history or in the log, and all counters must be correct afterwards.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parlance, startServer } from '#cli/testing.ts'
import { openStore } from '#store/open.ts'
import type { Engine } from '#store/store.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'

const CLIENTS = 16
const PAGES = Array.from({ length: 20 }, (_, i) => `Hammered ${i}`)
/** For a more thorough test than in CI, set PARLANCE_TEST_HAMMER_SECONDS=300. */
const SECONDS = Number(process.env.PARLANCE_TEST_HAMMER_SECONDS ?? 12)
const PASSWORD = 'hammer and tongs 1'

type Params = Readonly<Record<string, string | number>>
interface Answer {
  readonly error?: { readonly code: string }
  readonly [part: string]: unknown
}

/** Writes acknowledged by the server. */
interface Ledger {
  readonly revisions: number[]
  readonly logIds: number[]
  /** Counts by action. */
  readonly done: Map<string, number>
  readonly refused: Map<string, number>
  readonly failures: string[]
}

const chosen = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** Sends requests as a logged-in user. */
class Client {
  readonly #api: string
  readonly #cookies = new Map<string, string>()
  readonly #tokens = new Map<string, string>()
  readonly #failures: string[]

  constructor(url: string, failures: string[]) {
    this.#api = `${url}/w/api.php`
    this.#failures = failures
  }

  async ask(params: Params): Promise<Answer> {
    const body = new URLSearchParams({ format: 'json', formatversion: '2' })
    for (const [name, value] of Object.entries(params)) body.set(name, String(value))
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(this.#api, { method: 'POST', headers: { cookie }, body })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      this.#cookies.set(name!, value!)
    }
    const text = await response.text()
    if (response.status >= 500) this.#failures.push(`${response.status} to ${JSON.stringify(params)}: ${text}`)
    return JSON.parse(text)
  }

  async logIn(username: string): Promise<void> {
    const logintoken = await this.#token('login')
    const answer = await this.ask({
      action: 'clientlogin',
      username,
      password: PASSWORD,
      logintoken,
      loginreturnurl: 'http://127.0.0.1/',
    })
    assert.equal((answer.clientlogin as { status?: string } | undefined)?.status, 'PASS', JSON.stringify(answer))
    this.#tokens.clear()
  }

  async write(params: Params, token = 'csrf'): Promise<Answer> {
    return this.ask({ ...params, token: await this.#token(token) })
  }

  async #token(type: string): Promise<string> {
    const cached = this.#tokens.get(type)
    if (cached !== undefined) return cached
    const { query } = (await this.ask({ action: 'query', meta: 'tokens', type })) as {
      query: { tokens: Record<string, string> }
    }
    const token = query.tokens[`${type}token`]!
    this.#tokens.set(type, token)
    return token
  }
}

/** The last revisions of a page, newest first. */
async function lastRevisions(client: Client, title: string): Promise<{ revid: number; user: string }[]> {
  const answer = await client.ask({ action: 'query', prop: 'revisions', titles: title, rvlimit: 3, rvprop: 'ids|user' })
  const { pages } = answer.query as { pages: { revisions?: { revid: number; user: string }[] }[] }
  return pages[0]?.revisions ?? []
}

/** A random write; null if it does not apply. */
type Write = (client: Client, title: string) => Promise<Answer | null>

const WRITES: readonly Write[] = [
  ...Array<Write>(4).fill((client, title) =>
    client.write({
      action: 'edit',
      title,
      appendtext: `\n* [[${chosen(PAGES)}]] [[Category:Hammered ${title.length}]]`,
    }),
  ),
  (client, title) =>
    client.write({ action: 'edit', title, text: `== One ==\n${Math.random()}\n== Two ==\n{{${chosen(PAGES)}}}` }),
  (client, title) => client.write({ action: 'edit', title, section: 'new', sectiontitle: 'More', text: 'More' }),
  (client, title) => client.write({ action: 'edit', title, text: `#REDIRECT [[${chosen(PAGES)}]]` }),
  (client, title) => client.write({ action: 'delete', title, reason: 'hammered' }),
  (client, title) => client.write({ action: 'delete', title }),
  ...Array<Write>(3).fill((client, title) => client.write({ action: 'undelete', title, reason: 'hammered' })),
  (client, title) => client.write({ action: 'move', from: title, to: chosen(PAGES), ignorewarnings: 1 }),
  (client, title) => client.write({ action: 'move', from: title, to: chosen(PAGES), noredirect: 1, movetalk: 1 }),
  (client, title) =>
    client.write({
      action: 'protect',
      title,
      protections: chosen(['edit=sysop', 'edit=all', 'create=sysop', 'move=sysop']),
    }),
  (client, title) => client.write({ action: 'mergehistory', from: title, to: chosen(PAGES) }),
  (client, title) => client.write({ action: 'changecontentmodel', title, model: chosen(['text', 'wikitext']) }),
  (client, title) => client.write({ action: 'watch', titles: title }, 'watch'),
  (client, title) => client.ask({ action: 'purge', titles: title, forcelinkupdate: 1 }),
  async (client, title) => {
    const [latest] = await lastRevisions(client, title)
    return latest ? client.write({ action: 'rollback', title, user: latest.user }, 'rollback') : null
  },
  async (client, title) => {
    const [latest, before] = await lastRevisions(client, title)
    return latest && before ? client.write({ action: 'edit', title, undo: latest.revid }) : null
  },
  async (client, title) => {
    const before = (await lastRevisions(client, title))[1]
    const change = { action: 'revisiondelete', type: 'revision', ids: before?.revid ?? 0 }
    return before ? client.write({ ...change, [chosen(['hide', 'show'])]: 'content|comment' }) : null
  },
  async (client, title) => {
    const [latest] = await lastRevisions(client, title)
    return latest ? client.write({ action: 'patrol', revid: latest.revid }, 'patrol') : null
  },
]

async function hammer(client: Client, ledger: Ledger, until: number): Promise<void> {
  while (Date.now() < until) {
    const answer = await chosen(WRITES)(client, chosen(PAGES))
    if (answer === null) continue
    if (answer.error) {
      ledger.refused.set(answer.error.code, (ledger.refused.get(answer.error.code) ?? 0) + 1)
      continue
    }
    const action = Object.keys(answer).find(part => part !== 'warnings' && part !== 'batchcomplete')!
    const result = answer[action] as { newrevid?: number; revid?: number; logid?: number; nochange?: boolean }
    ledger.done.set(action, (ledger.done.get(action) ?? 0) + 1)
    if (action === 'edit' && result.newrevid) ledger.revisions.push(result.newrevid)
    if (action === 'rollback' && result.revid) ledger.revisions.push(result.revid)
    if (result.logid) ledger.logIds.push(result.logid)
  }
}

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  const skip = engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  test(`${CLIENTS} concurrent clients write to ${PAGES.length} pages on ${engine}`, { skip }, async t => {
    const data = temporaryFolder()
    const database = engine === 'postgres' ? await temporaryPostgres() : null
    const where = ['--data', data, ...(database === null ? [] : ['--database', database])]
    await parlance(['db', 'migrate', ...where])
    const names = Array.from({ length: CLIENTS }, (_, i) => `Hammer ${i}`)
    for (const name of names) {
      const made = ['users', 'create', name, '--group', 'sysop', '--group', 'bot', '--password-stdin', ...where]
      assert.equal((await parlance(made, { input: PASSWORD })).code, 0)
    }
    const server = await startServer([...where, '--workers', engine === 'postgres' ? '2' : '1'], {
      env: { PARLANCE_LOGIN_THROTTLE: 'none' },
    })
    const ledger: Ledger = { revisions: [], logIds: [], done: new Map(), refused: new Map(), failures: [] }
    const clients = await Promise.all(
      names.map(async name => {
        const client = new Client(server.url, ledger.failures)
        await client.logIn(name)
        return client
      }),
    )
    const until = Date.now() + SECONDS * 1000
    await Promise.all(clients.map(client => hammer(client, ledger, until)))
    server.child.kill('SIGTERM')
    assert.equal(await server.ended, 0, server.output.err)

    const shown = (counts: Map<string, number>) =>
      [...counts]
        .sort()
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')
    t.diagnostic(`done: ${shown(ledger.done)}; refused: ${shown(ledger.refused)}`)
    assert.deepEqual(ledger.failures, [], server.output.err + server.output.out)
    const check = await parlance(['db', 'check', ...where])
    assert.equal(check.code, 0, check.out + check.err)
    const store = await openStore(database === null ? { data } : { database })
    try {
      const kept = await store.read.selectFrom('revision').select('id').execute()
      const deleted = await store.read.selectFrom('archive').select('rev_id as id').execute()
      const existing = new Set([...kept, ...deleted].map(({ id }) => id))
      assert.deepEqual(
        ledger.revisions.filter(id => !existing.has(id)),
        [],
        'acknowledged edits that were lost',
      )
      const entries = await store.read.selectFrom('log').select(['id', 'type']).execute()
      const logged = new Set(entries.map(({ id }) => id))
      assert.deepEqual(
        ledger.logIds.filter(id => !logged.has(id)),
        [],
        'acknowledged log entries that were lost',
      )
      const ofType = (type: string) => entries.filter(entry => entry.type === type).length
      for (const [action, type] of [
        ['move', 'move'],
        ['mergehistory', 'merge'],
      ] as const)
        assert.ok(ofType(type) >= (ledger.done.get(action) ?? 0), `${action}: ${ofType(type)} entries in the log`)
    } finally {
      await store.close()
    }
  })
}
