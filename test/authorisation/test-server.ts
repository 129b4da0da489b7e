// The complete server on one database, with callers of different rights.
import type { FastifyInstance } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { createBotPassword, findBotPassword } from '#accounts/bot-passwords.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { issueToken, needsSession, type TokenType } from '#accounts/tokens.ts'
import type { Config } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { manualClock, testConfig } from '#core/testing.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import type { Store } from '#store/store.ts'
import { temporaryFolder } from '#store/testing.ts'

export const SITE = 'https://server.example.org'

/** All callers. */
export const PEOPLE = ['visitor', 'plain', 'limited', 'admin', 'boss', 'bot', 'blocked', 'inactive', 'other'] as const
export type Person = (typeof PEOPLE)[number]

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
  readonly json: any
}

export interface RequestOptions {
  /** The query string. */
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface TestServer {
  readonly store: Store
  readonly services: Services
  /** A site is public, private or read-only as a whole, so there is a server of each kind, on the same database. */
  readonly apps: Record<'open' | 'private' | 'readonly', FastifyInstance>
  readonly accounts: Readonly<Partial<Record<Person, Account>>>
  send(who: Person, method: string, path: string, options?: RequestOptions, app?: FastifyInstance): Promise<Answer>
  /** Like `send`, for preparation: throws unless successful. */
  make(who: Person, method: string, path: string, options?: RequestOptions): Promise<Answer['json']>
  /** The token of an action, and the headers to send with it. Visitors who log in need a session for that. */
  token(who: Person, type: TokenType): Promise<{ token: string; headers: Record<string, string> }>
  /** All API keys. */
  readonly keys: readonly string[]
  /** All routes outside the two APIs, as `METHOD path`. */
  readonly routes: ReadonlySet<string>
  /** Call after preparation. From now on, all writes are rolled back, so that requests do not affect each other. */
  rehearse(): Promise<void>
}

class RolledBack extends Error {}

/** Rolls back all transactions while `isRehearsal` is set. */
function withRehearsal(store: Store, state: { isRehearsal: boolean }): Store {
  return {
    ...store,
    transaction: async work => {
      if (!state.isRehearsal) return store.transaction(work)
      let result: { value: Awaited<ReturnType<typeof work>> } | undefined
      try {
        await store.transaction(async tx => {
          result = { value: await work(tx) }
          throw new RolledBack()
        })
      } catch (error) {
        if (!(error instanceof RolledBack)) throw error
      }
      return result!.value
    },
  }
}

/** The two APIs have their own tables. */
const API = /^(\/w)?\/api\.php$|^\/api(\/.*)?$/

export async function openTestServer(real: Store): Promise<TestServer> {
  const state = { isRehearsal: false }
  const store = withRehearsal(real, state)
  const data = temporaryFolder()
  const parts = await loadParts()
  const routes = new Set<string>()
  const onRoute = (method: string, url: string) => {
    if (!API.test(url)) routes.add(`${method} ${url}`)
  }
  const serve = (config: Partial<Config>) =>
    buildServer({
      store,
      clock: manualClock(),
      parts,
      onRoute,
      config: { ...testConfig, data, siteUrl: SITE, ...config },
    })
  const open = await serve({})
  const { services } = open
  const accounts: Partial<Record<Person, Account>> = {}
  const keys: string[] = []
  const credentials: Partial<Record<Person, Record<string, string>>> = {}
  for (const who of PEOPLE) {
    if (who === 'visitor' || who === 'bot') continue
    const account = await services.accounts.register({
      name: nameOf(who),
      email: `${who}.qqmail@example.org`,
      isSuperuser: who === 'boss',
    })
    accounts[who] = account
    const key = await store.transaction(async tx => {
      if (who === 'boss') for (const group of ['sysop', 'bureaucrat']) await joinGroup(tx, account.id, group)
      return regenerateApiKey(tx, account.id, services.clock)
    })
    credentials[who] = { authorization: `Token ${key}` }
    keys.push(key)
  }
  await store.transaction(async tx => {
    await services.accounts.update(tx, accounts.inactive!.id, { isActive: false })
    await createBotPassword(tx, accounts.boss!.id, 'tool', ['basic'])
  })
  const botPassword = await findBotPassword(store.read, accounts.boss!.id, 'tool')
  const bot = await services.callers.logIn(services.callers.anonymous('127.0.0.1'), accounts.boss!, { botPassword })
  const visitor = await services.callers.withSession(services.callers.anonymous('127.0.0.1'))
  const visit = { cookie: visitor.setCookies[0]!.split(';')[0]! }
  credentials.bot = { cookie: bot.setCookies[0]!.split(';')[0]! }

  const send: TestServer['send'] = async (who, method, path, options = {}, app = open.app) => {
    const { statusCode, payload, headers } = await app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...credentials[who], ...options.headers },
      ...(options.body !== undefined && { payload: options.body as object }),
    })
    let json: unknown
    if (/^\s*[[{]/.test(payload))
      try {
        json = JSON.parse(payload)
      } catch {
        json = undefined
      }
    return { status: statusCode, text: payload, headers, json }
  }
  const apps = { open: open.app, private: open.app, readonly: open.app }
  return {
    store: real,
    services,
    accounts,
    apps,
    routes,
    keys,
    send,
    async make(who, method, path, options) {
      const answer = await send(who, method, path, options)
      if (answer.status >= 300 || answer.json?.error) throw new Error(`${method} ${path} as ${who}: ${answer.text}`)
      return answer.json
    },
    async token(who, type) {
      const headers = credentials[who] ?? (needsSession(type) ? visit : {})
      const caller = await services.callers.identify({ ip: '127.0.0.1', headers })
      return { token: issueToken(caller, type, services.clock), headers }
    },
    async rehearse() {
      apps.private = (await serve({ wikiAccess: 'private' })).app
      apps.readonly = (await serve({ readOnly: 'Moving server' })).app
      state.isRehearsal = true
    },
  }
}

/** Account names start with a capital letter. */
export const nameOf = (who: Person): string => who[0]!.toUpperCase() + who.slice(1)
