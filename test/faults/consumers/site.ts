// The servers of a consumer run, on one database, and what happens on the site meanwhile.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer, type TestServer } from '#cli/testing.ts'
import { manualClock } from '#core/testing.ts'
import { lastChange } from '#store/log-order.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import type { Store } from '#store/store.ts'
import { temporaryFolder } from '#store/testing.ts'
import { testApi } from '#translation/api/testing.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'
import { freePort } from '../../free-port.ts'
import type { Random } from '../../random.ts'

/** A bulk edit of more strings would run in the background. */
const STRINGS = 150
const PROJECTS = ['one', 'two', 'three']
const EDITORS = 3

export class Site {
  readonly store: Store
  readonly urls: readonly string[]
  readonly authorization: string
  /** The change log ends here before the servers start. */
  readonly start: number
  readonly #options: readonly (readonly string[])[]
  readonly #servers: TestServer[] = []
  readonly #units: readonly number[]
  /** Events of all acknowledged writes. */
  events = 0
  #isOver = false
  #work: Promise<void>[] = []

  private constructor(store: Store, options: readonly (readonly string[])[], urls: readonly string[], more: Prepared) {
    this.store = store
    this.urls = urls
    this.#options = options
    this.authorization = more.authorization
    this.start = more.start
    this.#units = more.units
  }

  static async open(database: string, size: number): Promise<Site> {
    const store = await openStore({ database })
    await migrate(store)
    const prepared = await prepare(store)
    const ports = await Promise.all(Array.from({ length: size }, freePort))
    const urls = ports.map(port => `http://127.0.0.1:${port}`)
    const shared = ['--database', database, '--data', temporaryFolder(), '--site-url', urls[0]!, '--workers', '1']
    const options = ports.map(port => [...shared, '--port', String(port)])
    const site = new Site(store, options, urls, prepared)
    for (const each of options.keys()) await site.#startServer(each)
    return site
  }

  async #startServer(i: number): Promise<void> {
    this.#servers[i] = await startServer(this.#options[i]!, { env: { PARLANCE_WIKI_RATE_LIMITS: 'none' } })
  }

  /** Ends a server, like a crash or an orderly stop, and starts it again. */
  async restart(i: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#servers[i]!.child.kill(signal)
    await this.#servers[i]!.ended
    await this.#startServer(i)
  }

  /** Lets people and programs work until there are enough events. */
  startWork(random: Random): void {
    this.#isOver = false
    this.#work = [
      ...Array.from({ length: EDITORS }, (_, i) => this.#repeat(random, (url, n) => this.#edit(url, i, n))),
      ...PROJECTS.map(project => this.#repeat(random, (url, n) => this.#bulkEdit(url, project, n))),
      this.#repeat(random, (url, n) => this.#translate(url, n)),
    ]
  }

  async stopWork(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#work)
  }

  /** What a server that is gone has done is unknown, and does not matter: the database tells. */
  async #repeat(random: Random, write: (url: string, n: number) => Promise<number>): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      await write(random.pick(this.urls), n).then(
        events => {
          this.events += events
        },
        (error: unknown) => {
          if (error instanceof assert.AssertionError) throw error
          return sleep(200)
        },
      )
    }
  }

  /** The last changes of the run, one for each area. */
  async mark(): Promise<void> {
    await this.#edit(this.urls[0]!, 0, 0, 'The end')
    await this.#translate(this.urls[0]!, 999_999)
  }

  /** Each of these returns the number of events. */
  async #edit(url: string, editor: number, n: number, title = `Page ${editor} ${Math.floor(n / 20)}`): Promise<number> {
    const form = { action: 'edit', title, text: `Text ${editor} ${n}`, token: '+\\', format: 'json' }
    const answer = await fetch(`${url}/w/api.php`, { method: 'POST', body: new URLSearchParams(form) })
    const { edit, error } = (await answer.json()) as { edit?: { new?: string }; error?: { code: string } }
    assert.ok(edit || answer.status === 503 || error?.code === 'editconflict', JSON.stringify(error))
    return edit === undefined ? 0 : edit.new === undefined ? 2 : 3
  }

  async #bulkEdit(url: string, project: string, n: number): Promise<number> {
    const [from, state] = n % 2 === 0 ? ['translated', 10] : ['needs-editing', 20]
    const body = { q: `state:${from}`, state }
    return (await this.#send(url, 'POST', `translations/${project}/main/cs/bulk-edit/`, body))?.updated ?? 0
  }

  async #translate(url: string, n: number): Promise<number> {
    const unit = this.#units[n % this.#units.length]!
    const body = { target: [`Text ${n}`], state: 20 }
    return (await this.#send(url, 'PATCH', `units/${unit}/`, body)) === null ? 0 : 1
  }

  async #send(url: string, method: string, path: string, body: object): Promise<{ updated?: number } | null> {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: this.authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    assert.ok(answer.ok || answer.status === 503, text)
    return answer.ok ? JSON.parse(text) : null
  }

  async close(): Promise<void> {
    for (const { child, ended } of this.#servers) {
      child.kill('SIGTERM')
      await ended
    }
    await this.store.close()
  }
}

interface Prepared {
  readonly authorization: string
  readonly units: readonly number[]
  readonly start: number
}

async function prepare(store: Store): Promise<Prepared> {
  const api = await testApi(store, {}, manualClock(new Date().toISOString()))
  const { key } = await api.user('Boss', { superuser: true })
  const strings = Array.from({ length: STRINGS }, (_, i) => ({ source: [`Sentence ${i + 1}`] }))
  for (const slug of PROJECTS) {
    const { units } = await testCatalogue(api.services, { slug, strings })
    for (const { id } of units)
      await api.send('PATCH', `/api/units/${id}/`, { key, body: { target: [`Text of ${id}`], state: 20 } })
  }
  const { units } = await testCatalogue(api.services, { slug: 'single', strings: strings.slice(0, 20) })
  await api.app.close()
  return {
    authorization: `Token ${key}`,
    units: units.map(({ id }) => id),
    start: await lastChange(store.read),
  }
}
