// A transaction of one server stays open while another server works. Both are real processes on one PostgreSQL. What
// comes first decides, not how long it takes: unrelated writes are acknowledged while the transaction is open.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '#cli/testing.ts'
import { NO_POSTGRES, temporaryFolder, temporaryPostgres } from '#store/testing.ts'
import { type HoldingProxy, holdingProxy } from './holding-proxy.ts'

const skip = process.env.PARLANCE_TEST_POSTGRES ? false : NO_POSTGRES
/** Only so that a failure ends the test. */
const PATIENCE_MS = 60_000

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, looked at member by member
type Json = Record<string, any>

interface Site {
  readonly proxy: HoldingProxy
  /** Of the server whose statements can be held back, and of the other one. */
  readonly urls: { readonly slow: string; readonly other: string }
  readonly key: string
  readonly password: string
}

async function openSite(): Promise<Site> {
  const database = await temporaryPostgres()
  const direct = new URL(database)
  const proxy = await holdingProxy(Number(direct.port || 5432), direct.hostname)
  const proxied = new URL(database)
  proxied.hostname = '127.0.0.1'
  proxied.port = String(proxy.port)
  const start = (url: string, ...more: string[]) =>
    startServer(['--workers', '1', '--database', url, '--data', temporaryFolder(), ...more])
  const other = await start(database, '--sample')
  const slow = await start(proxied.href)
  after(() => {
    for (const { child } of [other, slow]) child.kill('SIGKILL')
  })
  // A new author is stored once, so the first two edits of the same author are not unrelated.
  await edit(other.url, 'First', 'An edit from this address.')
  const of = (pattern: RegExp) => pattern.exec(other.output.out)![1]!
  return {
    proxy,
    urls: { slow: slow.url, other: other.url },
    key: of(/API key +(wlu_\w{36})/),
    password: of(/Password +(\S+)/),
  }
}

const site: Site = skip ? (undefined as never) : await openSite()

async function send(url: string, init: RequestInit = {}): Promise<{ status: number; body: Json; cookie: string }> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), ...init })
  const cookies = answer.headers.getSetCookie().map(each => each.split(';')[0])
  return { status: answer.status, body: (await answer.json()) as Json, cookie: cookies.join('; ') }
}

async function edit(url: string, title: string, text: string, summary = '') {
  const form = { action: 'edit', title, appendtext: text, summary, token: '+\\', format: 'json' }
  return send(`${url}/w/api.php`, { method: 'POST', body: new URLSearchParams(form) })
}

const rest = (url: string, path: string, method = 'GET', body?: object) =>
  send(`${url}/api/${path}`, {
    method,
    headers: { authorization: `Token ${site.key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })

async function logIn(url: string): Promise<Json> {
  const { body, cookie } = await send(`${url}/w/api.php?action=query&meta=tokens&type=login&format=json`)
  const { logintoken } = body.query.tokens
  const form = { action: 'clientlogin', username: 'Admin', password: site.password, logintoken, loginreturnurl: url }
  const init = { method: 'POST', body: new URLSearchParams({ format: 'json', ...form }), headers: { cookie } }
  return (await send(`${url}/w/api.php`, init)).body
}

/** Strings of two translations without plural forms: of one for the open transaction, of the other for others. */
async function strings(): Promise<{ held: Json; others: Json[] }> {
  const { results } = (await rest(site.urls.other, 'units/?page_size=200&q=state:%3Ctranslated')).body
  const single = (results as Json[]).filter(({ source }) => source.length === 1)
  const held = single[0]!
  return { held, others: single.filter(({ translation }) => translation !== held.translation) }
}

const save = (url: string, unit: Json, text: string) =>
  rest(url, `units/${unit.id}/`, 'PATCH', { state: 20, target: [`${unit.source[0]} ${text}`] })

/** Everything that people do, on another page and in other translations. */
async function workElsewhere(name: string, others: readonly Json[]): Promise<number> {
  const url = site.urls.other
  let done = 0
  const count = (isDone: boolean, answer: unknown) => {
    assert.ok(isDone, JSON.stringify(answer))
    done++
  }
  for (let i = 0; i < 5; i++) {
    const edited = await edit(url, `${name} ${i}`, `Text ${i}. [[Category:${name}]]`)
    count(edited.body.edit?.result === 'Success', edited.body)
    const saved = await save(url, others[i]!, name)
    count(saved.status === 200, saved.body)
  }
  const place = `units/${others[5]!.id}`
  const suggested = await rest(url, `${place}/suggestions/`, 'POST', { target: [`Suggestion of ${name}`] })
  count(suggested.status === 201, suggested.body)
  const commented = await rest(url, `${place}/comments/`, 'POST', { comment: name, scope: 'translation' })
  count(commented.status === 201, commented.body)
  const login = await logIn(url)
  count(login.clientlogin?.status === 'PASS', login)
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const project = await rest(url, 'projects/', 'POST', { name, slug, web: 'https://example.org/' })
  count(project.status === 201, project.body)
  return done
}

/** Runs `write`, which mentions the name, until it sends `statement`. Then works elsewhere, then lets it go on. */
async function whileHeld<T>(name: string, statement: string, write: () => Promise<T>): Promise<T> {
  const { others } = await strings()
  const held = site.proxy.holdNext(statement, name)
  let isOver = false
  const slow = write().finally(() => {
    isOver = true
  })
  await held.reached
  assert.ok((await workElsewhere(name, others)) > 10)
  assert.equal(isOver, false, 'the transaction was open all the time')
  held.release()
  return slow
}

test('an open edit delays no write to other pages or strings', { skip }, async () => {
  const name = 'Beside an edit'
  const { body } = await whileHeld(name, 'update site_stats set', () =>
    edit(site.urls.slow, 'Held', 'Held back. [[Category:Held]]', name),
  )
  assert.equal(body.edit?.result, 'Success', JSON.stringify(body))
})

test('an open save of a string delays no write to other pages or translations', { skip }, async () => {
  const { held } = await strings()
  const name = 'Beside a save'
  const saved = await whileHeld(name, 'insert into translation_total', () => save(site.urls.slow, held, name))
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
})

test('a server that hangs just before its commit does not stop the others, and then goes on', { skip }, async () => {
  const { others } = await strings()
  const commit = site.proxy.holdNext('commit', '0:Late')
  const slow = edit(site.urls.slow, 'Late', 'Late.')
  await commit.reached
  // The counters of the site travel with the commit, so they are not locked yet.
  assert.ok((await workElsewhere('Beside a commit', others)) > 10)
  commit.release()
  const { status, body } = await slow
  assert.equal(status, 200, JSON.stringify(body))
  const { body: page } = await send(`${site.urls.other}/w/api.php?action=query&titles=Late&format=json`)
  assert.equal(page.query.pages['-1'], undefined, JSON.stringify(page))
})
