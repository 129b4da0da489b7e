// The whole server over one database, the people who come to its doors, and things that only some of them may see.
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

export const SITE = 'https://house.example.org'

/** Everybody who comes, and what is special about them. */
export const PEOPLE = ['stranger', 'plain', 'limited', 'admin', 'boss', 'bot', 'blocked', 'inactive', 'other'] as const
export type Person = (typeof PEOPLE)[number]

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
  readonly json: any
}

export interface Wish {
  /** What stands behind the question mark. */
  readonly query?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface House {
  readonly store: Store
  readonly services: Services
  /** A site is public, private or read-only as a whole, so there is a server of each kind, over the one database. */
  readonly apps: Record<'open' | 'private' | 'readonly', FastifyInstance>
  readonly accounts: Readonly<Partial<Record<Person, Account>>>
  send(who: Person, method: string, path: string, wish?: Wish, app?: FastifyInstance): Promise<Answer>
  /** As `send`, for preparing: anything but success is an error. */
  make(who: Person, method: string, path: string, wish?: Wish): Promise<Answer['json']>
  /** The token that goes with an action, and what must be sent with it: a stranger who logs in has a session for that. */
  token(who: Person, type: TokenType): Promise<{ token: string; headers: Record<string, string> }>
  /** The API keys of everybody. */
  readonly keys: readonly string[]
  /** Every route outside the two APIs, as `METHOD address`. */
  readonly routes: ReadonlySet<string>
  /** The house is furnished. From now on nothing that a request writes stays, so that one cannot spoil the next. */
  rehearse(): Promise<void>
}

class Undone extends Error {}

/** Transactions do all their work and, while `isRehearsal`, leave nothing behind. */
function rehearsing(store: Store, state: { isRehearsal: boolean }): Store {
  return {
    ...store,
    transaction: async work => {
      if (!state.isRehearsal) return store.transaction(work)
      let result: { value: Awaited<ReturnType<typeof work>> } | undefined
      try {
        await store.transaction(async tx => {
          result = { value: await work(tx) }
          throw new Undone()
        })
      } catch (error) {
        if (!(error instanceof Undone)) throw error
      }
      return result!.value
    },
  }
}

/** The two APIs have tables of their own. */
const API = /^(\/w)?\/api\.php$|^\/api(\/.*)?$/

export async function openHouse(real: Store): Promise<House> {
  const state = { isRehearsal: false }
  const store = rehearsing(real, state)
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
    if (who === 'stranger' || who === 'bot') continue
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
  const bot = await services.callers.logIn(services.callers.stranger('127.0.0.1'), accounts.boss!, { botPassword })
  const visitor = await services.callers.withSession(services.callers.stranger('127.0.0.1'))
  const visit = { cookie: visitor.setCookies[0]!.split(';')[0]! }
  credentials.bot = { cookie: bot.setCookies[0]!.split(';')[0]! }

  const send: House['send'] = async (who, method, path, wish = {}, app = open.app) => {
    const { statusCode, payload, headers } = await app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...credentials[who], ...wish.headers },
      ...(wish.body !== undefined && { payload: wish.body as object }),
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
    async make(who, method, path, wish) {
      const answer = await send(who, method, path, wish)
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
      apps.readonly = (await serve({ readOnly: 'Moving house' })).app
      state.isRehearsal = true
    },
  }
}

/** Names of accounts begin with a capital letter. */
export const nameOf = (who: Person): string => who[0]!.toUpperCase() + who.slice(1)
