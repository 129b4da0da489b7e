import type { FastifyInstance } from 'fastify'
import { Accounts } from '#accounts/accounts.ts'
import { Callers } from '#accounts/callers.ts'
import { type GroupPermissions, loadPermissions } from '#accounts/group-permissions.ts'
import { AccountHooks } from '#accounts/hooks.ts'
import { Login } from '#accounts/login.ts'
import { LoginThrottle } from '#accounts/login-throttle.ts'
import { OpenidClient } from '#accounts/openid-client.ts'
import { SecondFactors } from '#accounts/second-factors.ts'
import { WebAuthn } from '#accounts/webauthn.ts'
import { MemoryCache, type SharedCache } from '#cache/shared-cache.ts'
import type { Jobs } from '#events/jobs.ts'
import type { Log } from '#events/log.ts'
import type { Metrics } from '#events/metrics.ts'
import { type CountRequest, sharedRequestLog } from '#events/request-log.ts'
import { exchangeThrough } from '#events/shared-counts.ts'
import { Threads } from '#events/threads.ts'
import { SiteTexts } from '#html/site-texts.ts'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { siteEvents } from './audit/site-events.ts'
import type { AuditSource } from './audit/source.ts'
import { auditCheck } from './audit/verify.ts'
import type { Cache } from './cache.ts'
import { type Config, isHttps, type Launch, UNKNOWN_LAUNCH } from './config.ts'
import { accountsCheck, type ConsistencyCheck } from './consistency.ts'
import type { DirectRoute } from './direct-routes.ts'
import { fileStoresCheck } from './file-store-registry.ts'
import type { Inbox } from './inbox-source.ts'
import type { InterfaceTexts } from './interface-texts.ts'
import type { LiveSource } from './live-source.ts'
import type { News } from './news-source.ts'
import { type ProcessState, processState } from './process-state.ts'
import { SiteFace } from './site-face.ts'
import type { SpecialEndpoint } from './special-endpoint.ts'
import type { StreamSource } from './stream-source.ts'
import { type WholeSite, workOnWholeSite } from './whole-site.ts'

/** Everything that the upper layers share. Passed to each plugin and each `register` function. */
export interface Services {
  readonly store: Store
  readonly clock: Clock
  readonly config: Config
  readonly log: Log
  readonly metrics: Metrics
  readonly jobs: Jobs
  /** For CPU-bound work that would block the event loop. */
  readonly threads: Threads
  readonly accounts: Accounts
  readonly hooks: AccountHooks
  readonly permissions: GroupPermissions
  readonly callers: Callers
  readonly login: Login
  readonly secondFactors: SecondFactors
  readonly webauthn: WebAuthn
  readonly openid: OpenidClient
  /** Counts requests for rate limits, across all processes and servers. */
  readonly countRequest: CountRequest
  readonly interfaceTexts: InterfaceTexts
  /** Name, logo, colour and purpose of the site, as chosen by its administrators. */
  readonly face: SiteFace
  /** Interface texts of the site's own pages, by language. */
  readonly texts: SiteTexts
  /** Run by `parlance db check`. */
  readonly checks: ConsistencyCheck[]
  /** Rebuilt by `parlance restore`. */
  readonly derived: Derived[]
  readonly caches: Cache[]
  /** For results that are expensive to make, shared with the other processes of this server. */
  readonly sharedCache: SharedCache
  /** Deleted in the background when it is old. */
  readonly retention: Retention[]
  /** Tell which changes belong in the audit log. */
  readonly audit: AuditSource[]
  /** Sources of live events for pages. */
  readonly live: LiveSource[]
  /** Sources of event streams for programs. */
  readonly streams: StreamSource[]
  /** Special pages of the wiki that another part answers. */
  readonly specials: SpecialEndpoint[]
  /** Email notifications outside the translation platform. */
  readonly news: News
  /** Notifications on the site itself. */
  readonly inbox: Inbox
  /** Installed into an empty database by `serve --sample`, in order. */
  readonly samples: Sample[]
  /** Routes that answer GET requests without Fastify, by path. */
  readonly direct: Map<string, DirectRoute>
  /** How this server was started. */
  readonly launch: Launch
  /** State of all processes of this server. */
  processes(): Promise<ProcessState[]>
  /** Runs long operations over the whole site. */
  readonly wholeSite: WholeSite
}

/** Engine-specific data derived from other tables, like a full-text index. Backups leave it out. */
export interface Derived {
  readonly name: string
  rebuild(services: Services): Promise<void>
}

/** Data that is deleted when it is old. */
export interface Retention {
  /** For the log. */
  readonly name: string
  /** Deletes up to `limit` rows and returns how many. */
  deleteOld(limit: number): Promise<number>
}

export interface Sample {
  readonly name: string
  /** `admin` is the account id of the newly created administrator. */
  install(services: Services, admin: number): Promise<void>
}

/** Mounts an API. Fastify encapsulates each one, so error formats, body parsers and hooks stay separate. */
export type Plugin = (app: FastifyInstance, services: Services) => Promise<void>

/** A layer's contribution to the program: additions to the services, and routes. */
export interface Part {
  readonly name: string
  /** Adds account hooks, job kinds, consistency checks and samples. Runs before the server starts listening. */
  register?(services: Services): void | Promise<void>
  readonly routes?: Plugin
}

export type ServicesInput = Pick<Services, 'store' | 'clock' | 'config' | 'log' | 'metrics' | 'jobs'> &
  Partial<Pick<Services, 'launch' | 'processes' | 'wholeSite' | 'sharedCache'>>

/** Size of the shared cache in a process that has no file for it. */
const MAX_CACHED_BYTES = 10_000_000

/** Creates the services on a migrated database. */
export async function createServices(input: ServicesInput): Promise<Services> {
  const { store, clock, config } = input
  const hooks = new AccountHooks()
  const accounts = new Accounts(store, clock, hooks)
  const switches = { upload_by_url: config.uploadByUrl, pagelang: config.pageLanguages }
  const permissions = await loadPermissions(store.read, config.wikiAccess, config.registration, switches)
  const callers = new Callers({
    store,
    clock,
    accounts,
    permissions,
    secureCookies: isHttps(config),
    secondFactorGroups: config.secondFactorGroups,
    jobs: input.jobs,
    siteUrl: config.siteUrl,
  })
  const passwords = config.passwordLogin === 'on'
  const login = new Login(store, clock, accounts, new LoginThrottle(store, clock, config.loginThrottle), passwords)
  const factorThrottle = new LoginThrottle(store, clock, config.loginThrottle, 'factor ')
  const secondFactors = new SecondFactors(store, clock, factorThrottle)
  // With SQLite there is only one server, and a read-only server counts for itself.
  const isShared = config.database !== null && config.readOnly === null
  const countRequest = sharedRequestLog(isShared ? exchangeThrough(store) : null)
  const threads = new Threads()
  const interfaceTexts: InterfaceTexts = { translations: null, pagesChanged: null }
  const lists = {
    checks: [accountsCheck, fileStoresCheck, auditCheck],
    derived: [],
    caches: [],
    live: [],
    streams: [],
    samples: [],
  }
  return {
    launch: UNKNOWN_LAUNCH,
    processes: async () => [processState()],
    sharedCache: new MemoryCache('shared', MAX_CACHED_BYTES),
    wholeSite: (work, onProgress) => workOnWholeSite({ ...lists, store, config }, work, onProgress),
    ...input,
    threads,
    accounts,
    hooks,
    permissions,
    callers,
    login,
    secondFactors,
    webauthn: new WebAuthn(store, clock, config),
    openid: new OpenidClient(config.openidProviders, clock),
    countRequest,
    interfaceTexts,
    face: await SiteFace.open(store, config),
    texts: new SiteTexts(),
    news: { sources: [] },
    inbox: { sources: [] },
    retention: [],
    specials: [],
    direct: new Map(),
    audit: [...siteEvents],
    ...lists,
  }
}
