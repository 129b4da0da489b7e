// For tests: the whole site but its server, and a browser without a window: it keeps cookies and sends forms.
import Fastify, { type FastifyInstance } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { hashPassword } from '#accounts/passwords.ts'
import type { Config } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { type ManualClock, manualClock, testServices } from '#core/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { silentLog } from '#events/testing-log.ts'
import { joinLines } from '#html/testing.ts'
import type { Store } from '#store/store.ts'
import { temporaryFolder } from '#store/testing.ts'
import { translationPart } from '#translation/part.ts'
import { wikiPart } from '#wiki/part.ts'
import { pagesPart } from './part.ts'

export const PASSWORD = 'correct horse battery'
let hashed: Promise<string> | undefined

export interface Shown {
  readonly status: number
  readonly text: string
  readonly location: string | undefined
  readonly headers: Readonly<Record<string, unknown>>
}

export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Shown>
  /** Opens the page and sends its first form with these fields; `csrfmiddlewaretoken` is the page's own. */
  send(path: string, fields: Record<string, string | readonly string[]>, at?: string): Promise<Shown>
  logIn(name: string, password?: string): Promise<Shown>
  cookie(): string
}

export interface TestSite {
  readonly app: FastifyInstance
  readonly services: Services
  readonly clock: ManualClock
  visitor(): Visitor
  person(name: string, more?: { email?: string; superuser?: boolean }): Promise<Account>
  /** Does the jobs that wait. */
  work(): Promise<void>
  /** What lies in the outbox, the newest first. */
  mails(): Promise<{ address: string; subject: string; text: string; html: string }[]>
}

export async function testSite(store: Store, config: Partial<Config> = {}, clock = manualClock()): Promise<TestSite> {
  const services = await testServices(store, clock, { siteUrl: 'http://site.test', data: temporaryFolder(), ...config })
  const app = Fastify({ routerOptions: { maxParamLength: 5000, querystringParser: () => ({}) } })
  const parts = [wikiPart, translationPart, pagesPart]
  for (const part of parts) await part.register?.(services)
  for (const { routes } of parts) if (routes) await app.register(async capsule => routes(capsule, services))
  return {
    app,
    services,
    clock,
    visitor: () => visitorOf(app),
    async person(name, { email = '', superuser = false } = {}) {
      hashed ??= hashPassword(PASSWORD)
      const passwordHash = await hashed
      const fields = { name, passwordHash, email, emailConfirmed: email !== '', isSuperuser: superuser }
      return store.transaction(tx => services.accounts.create(tx, fields))
    },
    async work() {
      for (const lane of services.jobs.lanes)
        if (lane !== 'mail') await new JobRunner({ store, jobs: services.jobs, log: silentLog, lane }).drain()
    },
    async mails() {
      const rows = await store.read.selectFrom('mail').selectAll().orderBy('id', 'desc').execute()
      return rows.map(({ address, message }) => ({ address, ...JSON.parse(message) }))
    },
  }
}

function visitorOf(app: FastifyInstance): Visitor {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = async (options: { method: 'GET' | 'POST'; url: string; headers?: object; payload?: string }) => {
    const answer = await app.inject({ ...options, headers: { ...options.headers, cookie: cookie() } })
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      if (/Max-Age=0/.test(set)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    const { statusCode: status, payload, headers } = answer
    const text = joinLines(payload)
    return { status, text, location: headers.location as string | undefined, headers }
  }
  const visitor: Visitor = {
    cookie,
    get: (url, headers = {}) => ask({ method: 'GET', url, headers }),
    async send(path, fields, at = path) {
      const { text } = await visitor.get(path)
      const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text.slice(text.indexOf('<main')))?.[1] ?? ''
      const form = new URLSearchParams({ csrfmiddlewaretoken: token })
      for (const [name, value] of Object.entries(fields))
        for (const each of [value].flat())
          name in { csrfmiddlewaretoken: 1 } ? form.set(name, each) : form.append(name, each)
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
      }
      return ask({ method: 'POST', url: at, headers, payload: form.toString() })
    },
    logIn: (username, password = PASSWORD) => visitor.send('/accounts/login/', { username, password }),
  }
  return visitor
}
