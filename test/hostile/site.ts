// A site to attack: a real server process over content of every kind, and a second look into its database from here.
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
import { furnish } from './furnish.ts'
import { type Known, readKnown, usuallyKnown } from './known.ts'
import { freshRoles, type Role, STRANGER } from './roles.ts'

export interface Route {
  readonly method: string
  readonly url: string
}

/** Some work that nobody else was answered during. */
export interface Held {
  readonly heldMs: number
  /** Of the processor: much less where the machine was busy with something else. */
  readonly cpuMs: number
  /** Requests that began then. */
  readonly began: readonly string[]
  readonly underWay: readonly string[]
  readonly jobs: readonly string[]
}

export interface Site {
  readonly url: string
  /** Every route that is not one of the two APIs', as Fastify has them. */
  readonly routes: readonly Route[]
  readonly roles: readonly Role[]
  readonly known: Known
  /** Looks at what there is now; makes new accounts when one no longer works, and new content when it has shrunk. */
  renew(): Promise<void>
  /** Memory that its processes have for themselves, in bytes; null where nobody can tell. */
  memory(): number | null
  /** What its processes have had of the processor so far, in milliseconds; null where nobody can tell. */
  processor(): number | null
  /** What the server has said so far about work that held its event loop. */
  held(): Held[]
  /** Ends it. What it has logged, how it ended and what `db check` says, as far as any of it is wrong. */
  stop(): Promise<string[]>
}

/** A server somewhere else: attacked as a stranger, and with a key if there is one. */
export function remoteSite(url: string, key: string | null): Site {
  const byKey = key === null ? [] : [{ ...STRANGER, name: 'admin-key', headers: { authorization: `Token ${key}` } }]
  return {
    url,
    routes: [],
    roles: [STRANGER, ...(byKey as Role[])],
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

/** The wiki of the recorded answers, and the sample of the translation platform. */
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

/** Notes the routes of a part as it mounts them. */
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

/** Without one of these it is time to furnish the site again. */
const KINDS = ['category', 'list', 'label', 'announcement', 'screenshot', 'addon', 'report']
/** With fewer strings than that there is too little left to attack. */
const ENOUGH_STRINGS = 60

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
    if (!(await this.#rolesHold())) this.roles = await freshRoles(this.#services, ++this.#round)
    await this.#refill()
    this.known = await readKnown(this.#services.store)
    const key = this.roles.find(({ name }) => name === 'admin-key')!.headers.authorization!.replace('Token ', '')
    if (KINDS.every(kind => this.known.values[kind]?.length)) return
    await furnish(this.url, key, this.known)
    this.known = await readKnown(this.#services.store)
  }

  async #rolesHold(): Promise<boolean> {
    for (const { name, headers } of this.roles) {
      const caller = await this.#services.callers.identify({ ip: '127.0.0.1', headers }).catch(() => null)
      if (name !== 'stranger' && !caller?.account) return false
      if (name.startsWith('admin') && !caller?.account?.isSuperuser) return false
    }
    return this.roles.length > 0
  }

  async #refill(): Promise<void> {
    const { store, samples, accounts } = this.#services
    // What is locked refuses everything else.
    await store.transaction(tx => tx.updateTable('component').set({ locked: 0 }).execute())
    const counted = await store.read.selectFrom('unit').select(store.read.fn.countAll<number>().as('n')).execute()
    if (Number(counted[0]!.n) >= ENOUGH_STRINGS) return
    const slugs = await store.read.selectFrom('project').select('slug').execute()
    const admin = await accounts.byName(store.read, `Hostile administrator ${this.#round}`)
    // Its people stay when its projects are removed, all or some of them, and keep it from being installed again.
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
    const lines = this.#server.said.err.split('\n').filter(line => line.includes(HELD))
    return lines.map(line => JSON.parse(line) as Held)
  }

  async stop(): Promise<string[]> {
    const complaints: string[] = []
    if (this.#ended) complaints.push(`the server ended by itself with ${this.#ended.code}`)
    else this.#server.child.kill('SIGTERM')
    const code = await this.#server.ended
    if (!complaints.length && code !== 0) complaints.push(`told to stop, the server ended with ${code}`)
    return [...complaints, ...logged(this.#server.said.err), ...(await this.#finish())]
  }
}

/** How the server begins to complain about work that took long in one piece. */
const HELD = '"msg":"event loop was blocked"'
const isWarning = (line: string): boolean => line.startsWith('{"level":40,')

/** What a process says on its error output apart from warnings, each kind once. */
function logged(text: string): string[] {
  const kinds = new Map<string, number>()
  for (const line of text.split('\n').filter(each => each !== '' && !isWarning(each))) {
    const kind = condensed(line)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  return [...kinds].map(([kind, times]) => `logged ${times} ×: ${kind}`)
}

/** Message, error and the first places of its stack that are ours. */
function condensed(line: string): string {
  if (!line.startsWith('{')) return line
  const { msg, err, req } = JSON.parse(line) as { msg: string; err?: Logged; req?: { method: string; url: string } }
  const frames = (err?.stack ?? '').split('\n').filter(frame => /\/(src|node_modules)\//.test(frame))
  const places = frames.slice(0, 3).map(frame => /(?:src|node_modules)\/[^)]*/.exec(frame)?.[0])
  const asked = req ? ` (${req.method} ${req.url.split('?')[0]!.replace(/\d+/g, '#')})` : ''
  return `${msg}: ${err?.type}: ${err?.message?.slice(0, 300)} at ${places.join(' < ')}${asked}`
}

interface Logged {
  readonly type: string
  readonly message: string
  readonly stack: string
}

const KILOBYTE = 1024

/** Without pages of files: those of the database are mapped, and any that nobody uses can go at once. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const own = Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * KILOBYTE
  return own + childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), 0)
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

function processorOf(pid: number): number {
  // Behind the name of the program, which may hold anything, the twelfth and thirteenth are user and system.
  const facts = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  const own = (Number(facts[11]) + Number(facts[12])) * TICK_MS
  return own + childrenOf(pid).reduce((sum, child) => sum + processorOf(child), 0)
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
