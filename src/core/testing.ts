// Test helpers: services on a fresh database, and a manual clock.

import { DEFAULT_RULES } from '#accounts/throttle-rules.ts'
import { Jobs } from '#events/jobs.ts'
import { noMetrics } from '#events/metrics.ts'
import { silentLog } from '#events/testing-log.ts'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import type { Config } from './config.ts'
import { createServices, type Services } from './services.ts'

/** The defaults of all settings, with one process that logs nothing. */
export const testConfig: Config = {
  data: 'data',
  database: null,
  databaseConnections: 10,
  replica: [],
  replicaMaxLag: 5,
  replicaWait: 100,
  host: '127.0.0.1',
  port: 8080,
  workers: 1,
  siteUrl: 'http://127.0.0.1:8080',
  siteName: null,
  logLevel: 'silent',
  trustProxy: [],
  metrics: 'local',
  clock: null,
  apiRatelimitAnon: null,
  apiRatelimitUser: null,
  apiOrigins: [],
  wikiOrigins: [],
  mailUrl: null,
  mailFrom: 'parlance@localhost',
  loginThrottle: DEFAULT_RULES,
  passwordLogin: 'on',
  passkeyLogin: 'auto',
  openidProviders: {},
  secondFactorGroups: [],
  reauthMinutes: 60,
  oauthAccessMinutes: 60,
  oauthRefreshDays: 30,
  wikiRateLimits: 'none',
  accountThrottle: null,
  wikiAccess: 'public',
  registration: 'wiki',
  readOnly: null,
  uploadStore: null,
  uploadByUrl: [],
  uploadByUrlDomains: [],
  uploadByUrlNetwork: 'public',
  pageLanguages: [],
  miserMode: 'off',
  categoryChanges: 'off',
  watchlistExpiry: 'off',
  watchlistExpiryMax: '6 months',
  cacheMegabytes: 256,
  textSteps: 3_000_000,
  scriptSeconds: 7,
  scriptMegabytes: 50,
  extensions: [],
  machineryNetwork: 'public',
  projectGlossary: 'off',
  machinery: {},
  setAsideDays: 90,
  commitSigning: 'off',
  signInDays: 90,
  auditDays: 365,
  changeLogDays: 0,
  recentChangesDays: 0,
  sentMailDays: 1,
  failedDays: 30,
  taskDays: 30,
  stashHours: 6,
  repositoryProtocols: ['https', 'ssh'],
  repositoryNetwork: 'public',
  webNetwork: 'public',
  codeHosts: {},
  hookSecret: null,
  otlpEndpoint: null,
  otlpHeaders: {},
  otlpSignals: ['traces', 'metrics'],
  otlpSampling: 1,
  otlpMetricSeconds: 60,
  otlpServiceName: 'parlance',
}

export interface ManualClock extends Clock {
  advance(seconds: number): void
}

export function manualClock(iso = '2026-11-15T00:00:00Z'): ManualClock {
  let at = Date.parse(iso)
  return {
    now: () => at,
    advance: seconds => {
      at += seconds * 1000
    },
  }
}

export const testServices = (
  store: Store,
  clock: Clock = manualClock(),
  config: Partial<Config> = {},
): Promise<Services> =>
  createServices({
    store,
    clock,
    config: { ...testConfig, ...config },
    log: silentLog,
    metrics: noMetrics,
    jobs: new Jobs(clock),
  })
