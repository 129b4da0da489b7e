import type { FastifyInstance } from 'fastify'
import { Accounts } from '#accounts/accounts.ts'
import { Callers } from '#accounts/callers.ts'
import { type GroupPermissions, loadPermissions } from '#accounts/group-permissions.ts'
import { AccountHooks } from '#accounts/hooks.ts'
import { Login } from '#accounts/login.ts'
import { LoginThrottle } from '#accounts/login-throttle.ts'
import type { Jobs } from '#events/jobs.ts'
import type { Log } from '#events/log.ts'
import type { Metrics } from '#events/metrics.ts'
import { Threads } from '#events/threads.ts'
import { SiteTexts } from '#html/site-texts.ts'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import type { Cache } from './cache.ts'
import { type Config, isHttps, type Launch, UNKNOWN_LAUNCH } from './config.ts'
import { accountsCheck, type ConsistencyCheck } from './consistency.ts'
import { fileStoresCheck } from './file-store-registry.ts'
import type { InterfaceTexts } from './interface-texts.ts'
import type { LiveSource } from './live-source.ts'
import type { News } from './news-source.ts'
import { type ProcessState, processState } from './process-state.ts'
import { type WholeSite, workOnWholeSite } from './whole-site.ts'

/** Everything the upper floors share. Each API's plugin and each registering function gets this one object. */
export interface Services {
  readonly store: Store
  readonly clock: Clock
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly jobs: Jobs
  /** For work that would hold up everybody else. */
  readonly threads: Threads
  readonly accounts: Accounts
  readonly hooks: AccountHooks
  readonly permissions: GroupPermissions
  readonly callers: Callers
  readonly login: Login
  readonly interfaceTexts: InterfaceTexts
  /** What the pages of the site itself say, in each language. */
  readonly texts: SiteTexts
  /** What `parlance db check` runs. */
  readonly checks: ConsistencyCheck[]
  /** What `parlance restore` makes anew. */
  readonly derived: Derived[]
  /** What is only kept to be quicker the next time, and can be thrown away. */
  readonly caches: Cache[]
  /** What pages can follow while it happens. */
  readonly live: LiveSource[]
  /** What people can be mailed about besides the translation platform. */
  readonly news: News
  /** What `serve --sample` puts into an empty database, in order. */
  readonly samples: Sample[]
  /** How this server was started. */
  readonly launch: Launch
  /** The processes of this server, and what they are at. */
  processes(): Promise<ProcessState[]>
  /** For work that goes through everything there is. */
  readonly wholeSite: WholeSite
}

/** Something that follows from other tables in a form of its engine, such as a full-text index; backups leave it out. */
export interface Derived {
  readonly name: string
  rebuild(services: Services): Promise<void>
}

export interface Sample {
  readonly name: string
  /** `admin` is the id of the administrator that was just made. */
  install(services: Services, admin: number): Promise<void>
}

/** Mounts an API. Fastify encapsulates it, so error formats, body parsers and hooks of one API never touch another. */
export type Plugin = (app: FastifyInstance, services: Services) => Promise<void>

/** One floor's share of the program: what it adds to the services, and its routes. */
export interface Part {
  readonly name: string
  /** Adds account hooks, job kinds, consistency checks and samples. Runs before anything is served. */
  register?(services: Services): void | Promise<void>
  readonly routes?: Plugin
}

export type ServicesInput = Pick<Services, 'store' | 'clock' | 'config' | 'log' | 'metrics' | 'jobs'> &
  Partial<Pick<Services, 'launch' | 'processes' | 'wholeSite'>>

/** Builds the services over a migrated database. */
export async function createServices(input: ServicesInput): Promise<Services> {
  const { store, clock, config } = input
  const hooks = new AccountHooks()
  const accounts = new Accounts(store, clock, hooks)
  const given = { upload_by_url: config.uploadByUrl, pagelang: config.pageLanguages }
  const permissions = await loadPermissions(store.read, config.wikiAccess, config.registration, given)
  const callers = new Callers({ store, clock, accounts, permissions, secureCookies: isHttps(config) })
  const login = new Login(store, clock, accounts, new LoginThrottle(store, clock, config.loginThrottle))
  const threads = new Threads()
  const interfaceTexts: InterfaceTexts = { translations: null, pagesChanged: null }
  const lists = { checks: [accountsCheck, fileStoresCheck], derived: [], caches: [], live: [], samples: [] }
  return {
    launch: UNKNOWN_LAUNCH,
    processes: async () => [processState()],
    wholeSite: (work, tell) => workOnWholeSite({ ...lists, store, config }, work, tell),
    ...input,
    threads,
    accounts,
    hooks,
    permissions,
    callers,
    login,
    interfaceTexts,
    texts: new SiteTexts(),
    news: { sources: [], wake: null },
    ...lists,
  }
}
