// A site to attack: a real server process with content of every kind, and direct access to its database.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parlance, startServer, type TestServer } from '#cli/testing-process.ts'
import type { Part, Services } from '#core/services.ts'
import { testConfig } from '#core/testing.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { systemClock } from '#store/clock.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import type { Engine, Store } from '#store/store.ts'
import { freshName, onTestServer, testDatabaseUrl } from '#store/testing-template.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'
import { readPlan } from '#translation/sample/plan.ts'
import { importCorpus } from '../conformance/import-corpus.ts'
import { createObjects } from './create-objects.ts'
import { type Known, readKnown, usuallyKnown } from './known.ts'
import { freshRoles, type Role, VISITOR } from './roles.ts'

export interface Route {
  readonly method: string
  readonly url: string
}

/** A logged block of the event loop. */
export interface Held {
  readonly heldMs: number
  /** CPU time; much less if the machine was busy with something else. */
  readonly cpuMs: number
  /** Requests that began during the block. */
  readonly began: readonly string[]
  readonly underWay: readonly string[]
  readonly jobs: readonly string[]
}

export interface Site {
  readonly url: string
  /** All routes outside the two APIs. */
  readonly routes: readonly Route[]
  readonly roles: readonly Role[]
  readonly known: Known
  /** Reads the existing objects. Creates new accounts if one no longer works, and new content if too much is gone. */
  renew(): Promise<void>
  /** Private memory of its processes in bytes; null if unknown. */
  memory(): number | null
  /** CPU time of its processes in milliseconds; null if unknown. */
  processor(): number | null
  /** Logged blocks of the event loop. */
  held(): Held[]
  /** Stops the site. Returns problems: logged errors, the exit code, and findings of `db check`. */
  stop(): Promise<string[]>
}

/** A remote server, attacked as a visitor and with an API key if there is one. */
export function remoteSite(url: string, key: string | null): Site {
  const byKey = key === null ? [] : [{ ...VISITOR, name: 'admin-key', headers: { authorization: `Token ${key}` } }]
  return {
    url,
    routes: [],
    roles: [VISITOR, ...(byKey as Role[])],
    known: usuallyKnown,
    renew: async () => {},
    memory: () => null,
    processor: () => null,
    held: () => [],
    stop: async () => [],
  }
}

export async function startSite(engine: Engine, workers: number): Promise<Site> {
  const data = mkdtempSync(path.join(tmpdir(), 'parlance-hostile-'))
  const schema = freshName('hostile')
  if (engine === 'postgres') await onTestServer(`create schema ${schema}`)
  const database = engine === 'postgres' ? testDatabaseUrl({ schema }) : null
  const where = ['--data', data, ...(database === null ? [] : ['--database', database])]
  const store = await openStore(database === null ? { data } : { database })
  const clear = async () => {
    await store.close()
    rmSync(data, { recursive: true, force: true })
    if (database !== null) await onTestServer(`drop schema ${schema} cascade`)
  }
  try {
    const { services, routes } = await fill(store, data)
    const server = await startServer(['--workers', String(workers), ...where], {
      env: { PARLANCE_LOG_LEVEL: 'warn', PARLANCE_LOGIN_THROTTLE: 'none' },
    })
    const site = new OwnSite(server, services, routes, async () => {
      const check = await parlance(['db', 'check', ...where])
      await clear()
      return check.code === 0 ? [] : [`parlance db check: ${check.out}${check.err}`]
    })
    await site.renew()
    return site
  } catch (error) {
    await clear()
    throw error
  }
}

/** The wiki of the recorded responses, and the sample of the translation platform. */
async function fill(store: Store, data: string): Promise<{ services: Services; routes: Route[] }> {
  await migrate(store)
  await importCorpus(store, data, undefined)
  const routes: Route[] = []
  const parts = (await loadParts()).map(part => withRoutes(part, routes))
  const config = { ...testConfig, data }
  const { app, services } = await buildServer({ store, clock: systemClock, config, parts })
  await app.close()
  const isApi = (url: string) => /^\/(w\/)?api(\.php|\/|$)/.test(url)
  const own = ['/', '/healthz', '/readyz', '/metrics', '/favicon.ico'].map(url => ({ method: 'GET', url }))
  return { services, routes: [...own, ...routes.filter(({ url }) => !isApi(url))] }
}

/** Records the routes of a part. */
const withRoutes = (part: Part, found: Route[]): Part => ({
  ...part,
  ...(part.routes && {
    routes: async (app, services) => {
      app.addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) found.push({ method: each, url })
      })
      await part.routes!(app, services)
    },
  }),
})

/** If one of these is missing, objects are created again. */
const KINDS = ['category', 'list', 'label', 'announcement', 'screenshot', 'addon', 'report']
/** With fewer strings, content is added. */
const MIN_STRINGS = 60

class OwnSite implements Site {
  readonly url: string
  readonly routes: readonly Route[]
  roles: readonly Role[] = []
  known: Known = usuallyKnown
  readonly #server: TestServer
  readonly #services: Services
  readonly #finish: () => Promise<string[]>
  #round = 0
  #refills = 0
  #ended: { code: number | null } | null = null

  constructor(server: TestServer, services: Services, routes: readonly Route[], finish: () => Promise<string[]>) {
    this.url = server.url
    this.routes = routes
    this.#server = server
    this.#services = services
    this.#finish = finish
    void server.ended.then(code => {
      this.#ended = { code }
    })
  }

  async renew(): Promise<void> {
    if (!(await this.#rolesAreValid())) this.roles = await freshRoles(this.#services, ++this.#round)
    await this.#refill()
    this.known = await readKnown(this.#services.store)
    const key = this.roles.find(({ name }) => name === 'admin-key')!.headers.authorization!.replace('Token ', '')
    if (KINDS.every(kind => this.known.values[kind]?.length)) return
    await createObjects(this.url, key, this.known)
    this.known = await readKnown(this.#services.store)
  }

  async #rolesAreValid(): Promise<boolean> {
    for (const { name, headers } of this.roles) {
      const caller = await this.#services.callers.identify({ ip: '127.0.0.1', headers }).catch(() => null)
      if (name !== 'visitor' && !caller?.account) return false
      if (name.startsWith('admin') && !caller?.account?.isSuperuser) return false
    }
    return this.roles.length > 0
  }

  async #refill(): Promise<void> {
    const { store, samples, accounts } = this.#services
    // Locked components would reject everything.
    await store.transaction(tx => tx.updateTable('component').set({ locked: 0 }).execute())
    const counted = await store.read.selectFrom('unit').select(store.read.fn.countAll<number>().as('n')).execute()
    if (Number(counted[0]!.n) >= MIN_STRINGS) return
    const slugs = await store.read.selectFrom('project').select('slug').execute()
    const admin = await accounts.byName(store.read, `Hostile administrator ${this.#round}`)
    // The sample cannot be installed again while any of its users exist, even if its projects are gone.
    let isThere = slugs.some(({ slug }) => slug === 'harbour-library')
    for (const { name } of readPlan().people) isThere ||= Boolean(await accounts.byName(store.read, name))
    if (!isThere) await samples.find(sample => sample.name === 'translation')?.install(this.#services, admin!.id)
    await testCatalogue(this.#services, { slug: `hello-${++this.#refills}` })
  }

  memory(): number | null {
    try {
      return memoryOf(this.#server.child.pid!)
    } catch {
      return null
    }
  }

  processor(): number | null {
    try {
      return processorOf(this.#server.child.pid!)
    } catch {
      return null
    }
  }

  held(): Held[] {
    const lines = this.#server.output.err.split('\n').filter(line => line.includes(HELD))
    return lines.map(line => JSON.parse(line) as Held)
  }

  async stop(): Promise<string[]> {
    const complaints: string[] = []
    if (this.#ended) complaints.push(`the server exited unexpectedly with ${this.#ended.code}`)
    else this.#server.child.kill('SIGTERM')
    const code = await this.#server.ended
    if (!complaints.length && code !== 0) complaints.push(`the stopped server exited with ${code}`)
    return [...complaints, ...logged(this.#server.output.err), ...(await this.#finish())]
  }
}

/** Marks log lines about a blocked event loop. */
const HELD = '"event":"server.blocked"'
const isWarning = (line: string): boolean => line.startsWith('{"level":40,')

/** Log lines of a process without warnings, each kind once. */
function logged(text: string): string[] {
  const kinds = new Map<string, number>()
  for (const line of text.split('\n').filter(each => each !== '' && !isWarning(each))) {
    const kind = condensed(line)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return [...kinds].map(([kind, times]) => `logged ${times} ×: ${kind}`)
}

/** Message, error and the first stack frames of our code. */
function condensed(line: string): string {
  if (!line.startsWith('{')) return line
  const { msg, err, req } = JSON.parse(line) as { msg: string; err?: Logged; req?: { method: string; url: string } }
  const frames = (err?.stack ?? '').split('\n').filter(frame => /\/(src|node_modules)\//.test(frame))
  const places = frames.slice(0, 3).map(frame => /(?:src|node_modules)\/[^)]*/.exec(frame)?.[0])
  const request = req ? ` (${req.method} ${req.url.split('?')[0]!.replace(/\d+/g, '#')})` : ''
  return `${msg}: ${err?.type}: ${err?.message?.slice(0, 300)} at ${places.join(' < ')}${request}`
}

interface Logged {
  readonly type: string
  readonly message: string
  readonly stack: string
}

const KILOBYTE = 1024

/** Without file pages, which include the mapped database and can be evicted at any time. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const own = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * KILOBYTE
  return own + childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), 0)
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

function processorOf(pid: number): number {
  // After the program name, which may contain anything, the twelfth and thirteenth fields are user and system time.
  const facts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  const own = (Number(facts[11]) + Number(facts[12])) * TICK_MS
  return own + childrenOf(pid).reduce((sum, child) => sum + processorOf(child), 0)
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
