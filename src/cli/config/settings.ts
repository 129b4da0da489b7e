import { availableParallelism } from 'node:os'
import { DEFAULT_RULES } from '#accounts/throttle-rules.ts'
import type { Config } from '#core/config.ts'
import { EXTENSION_NAMES } from '#wiki/wikitext/extensions/names.ts'
import {
  address,
  codeHosts,
  collector,
  databaseUrl,
  daysOrAll,
  domains,
  headerList,
  instant,
  integer,
  machinery,
  mailbox,
  mailUrl,
  networks,
  oneOf,
  optional,
  type Reader,
  rate,
  replicaUrls,
  share,
  someOf,
  switches,
  text,
  throttle,
  throttleText,
  timeSpan,
  trustedOrigins,
  uploadStore,
  webOrigins,
  words,
} from './kinds.ts'
import { openidProviders } from './openid-providers.ts'

export interface Setting<T> {
  readonly about: string
  readonly read: Reader<T>
  /** As text, parsed like any other value. It may depend on settings declared earlier. */
  readonly default: string | ((earlier: Partial<Config>) => string)
  /** Contains a password, so it is shown as ***. */
  readonly secret?: true
  /** The flag may be given several times. */
  readonly repeats?: true
  /** The value of the flag without one. */
  readonly bare?: string
  /** An environment variable of other programs that also sets it, if ours is not set. */
  readonly alias?: string
}

const webHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * All settings, in the order in which they are resolved and shown. Flags and environment variables are named after the
 * keys of this table (`names.ts`), which are the names in the configuration file.
 */
export const settings: { readonly [K in keyof Config]: Setting<Config[K]> } = {
  data: { about: 'folder for the SQLite database and uploaded files', read: text, default: './data' },
  database: {
    about: 'PostgreSQL address (postgres://…); without it, SQLite in the data folder',
    read: databaseUrl,
    default: '',
    secret: true,
  },
  databaseConnections: {
    about: 'most connections of one server process to PostgreSQL',
    read: integer(2, 1000),
    default: '10',
  },
  replica: {
    about: 'address of a streaming replica to read from; may be repeated',
    read: replicaUrls,
    default: '',
    secret: true,
    repeats: true,
  },
  replicaMaxLag: {
    about: 'seconds that a replica may be behind before it is left out',
    read: integer(1, 600),
    default: '5',
  },
  replicaWait: {
    about: 'milliseconds that a read waits for a replica to have the changes of its user; then it uses the primary',
    read: integer(0, 5000),
    default: '100',
  },
  host: { about: 'address to listen on', read: text, default: '127.0.0.1' },
  port: { about: 'port to listen on; 0 for any free port', read: integer(0, 65535), default: '8080' },
  workers: {
    about: 'number of server processes; by default one per core',
    read: integer(1, 1024),
    default: () => String(availableParallelism()),
  },
  siteUrl: {
    about: 'public address of the site',
    read: address,
    default: ({ host, port }) => `http://${webHost(host!)}:${port}`,
  },
  siteName: { about: 'name of the wiki; by default the imported name, or Parlance', read: optional, default: '' },
  logLevel: {
    about: 'log level: debug, info, warn, error or silent',
    read: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
  },
  trustProxy: { about: 'proxies whose X-Forwarded-For header is trusted', read: networks, default: '' },
  metrics: {
    about: 'access to /metrics: local, public or off',
    read: oneOf(['local', 'public', 'off']),
    default: 'local',
  },
  clock: { about: 'fixed time for the clock, for tests', read: instant, default: '' },
  apiRatelimitAnon: {
    about: 'translation API requests per visitor address, such as 100/day',
    read: rate,
    default: 'none',
  },
  apiRatelimitUser: { about: 'translation API requests per account, such as 5000/hour', read: rate, default: 'none' },
  apiOrigins: {
    about: 'websites whose scripts may call the translation API, such as https://dashboard.example.org; * for all',
    read: webOrigins,
    default: '',
  },
  wikiOrigins: {
    about: 'websites whose scripts may call the wiki API as the logged-in user, such as https://*.example.org',
    read: trustedOrigins,
    default: '',
  },
  mailUrl: {
    about: 'email server, such as smtp://user:password@mail.example.org:587; without it, no email is sent',
    read: mailUrl,
    default: '',
    secret: true,
  },
  mailFrom: {
    about: 'sender of email, such as parlance@example.org or Parlance <parlance@example.org>',
    read: mailbox,
    default: 'parlance@localhost',
  },
  loginThrottle: {
    about: 'limits on failed logins, as attempts/seconds, or none',
    read: throttle,
    default: throttleText(DEFAULT_RULES),
  },
  passwordLogin: {
    about: 'off allows only identity providers, bot passwords and API keys',
    read: oneOf(['on', 'off']),
    default: 'on',
  },
  passkeyLogin: {
    about: 'whether passkeys replace the password: on, off, or auto (like --password-login)',
    read: oneOf(['auto', 'on', 'off']),
    default: 'auto',
  },
  openidProviders: {
    about:
      'OpenID Connect providers by name, as JSON: {"corp": {"issuer": "https://id.example.org", "clientId": "…", "clientSecretFile": "…"}}',
    read: openidProviders,
    default: '',
    secret: true,
  },
  secondFactorGroups: {
    about: 'groups whose rights need a second factor, such as sysop,superuser',
    read: words,
    default: '',
  },
  reauthMinutes: {
    about: 'minutes after which sensitive account pages ask for the password again; 0 for never',
    read: integer(0, 100_000),
    default: '60',
  },
  oauthAccessMinutes: {
    about: 'minutes until an access token of an OAuth application expires',
    read: integer(1, 100_000),
    default: '60',
  },
  oauthRefreshDays: {
    about: 'days until an OAuth application that is not used must ask its users again',
    read: integer(1, 3650),
    default: '30',
  },
  wikiRateLimits: {
    about: 'rate limits for edits, moves, email and other actions: mediawiki (its defaults) or none',
    read: oneOf(['mediawiki', 'none']),
    // Fast API access is the default. A publicly editable wiki should turn this on.
    default: 'none',
  },
  accountThrottle: {
    about: "new accounts per address through the wiki's API, such as 6/day; empty for no limit",
    read: rate,
    default: '',
  },
  wikiAccess: {
    about: 'public, or private: reading the wiki requires an account',
    read: oneOf(['public', 'private']),
    default: 'public',
  },
  registration: {
    about:
      'who may register: open (everyone), invitation, closed (nobody), wiki (as in the imported wiki, otherwise invitation)',
    read: oneOf(['wiki', 'open', 'invitation', 'closed']),
    default: 'wiki',
  },
  readOnly: {
    about: 'makes the site read-only and shows this reason to users; required if the database is a standby',
    read: optional,
    default: '',
    bare: 'This server is read-only.',
  },
  uploadStore: {
    about: 'S3 store for uploaded files, such as s3://KEY:SECRET@s3.example.org/bucket; without it, the data folder',
    read: uploadStore,
    default: '',
    secret: true,
  },
  uploadByUrl: {
    about: 'wiki groups that may upload files by URL, such as sysop; empty turns it off',
    read: words,
    default: '',
  },
  uploadByUrlDomains: {
    about: 'allowed sources for uploads by URL, such as example.org,*.example.org; empty for any',
    read: domains,
    default: '',
  },
  uploadByUrlNetwork: {
    about: 'networks of these sources: public (internet only) or any (private networks too)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  pageLanguages: {
    about: 'wiki groups that may change the language of a page, such as sysop; empty turns it off',
    read: words,
    default: '',
  },
  miserMode: {
    about: "on disables expensive queries, like MediaWiki's $wgMiserMode",
    read: oneOf(['on', 'off']),
    default: 'off',
  },
  categoryChanges: {
    about: "on shows category changes in recent changes, like MediaWiki's $wgRCWatchCategoryMembership",
    read: oneOf(['on', 'off']),
    default: 'off',
  },
  watchlistExpiry: {
    about: "on allows temporary watchlist items, like MediaWiki's $wgWatchlistExpiry",
    read: oneOf(['on', 'off']),
    default: 'off',
  },
  watchlistExpiryMax: {
    about: 'longest watchlist expiry, such as 6 months; empty for no limit',
    read: timeSpan,
    default: '6 months',
  },
  cacheMegabytes: { about: 'disk space for rendered pages; 0 for none', read: integer(0, 1_000_000), default: '256' },
  textSteps: {
    about:
      'parsing budget of one request, a quarter of it for short texts; a million is about one second of processor time',
    read: integer(20_000, 1_000_000_000),
    default: '3000000',
  },
  scriptSeconds: {
    about: 'processor time for the Lua modules of one page, in seconds',
    read: integer(1, 60),
    default: '7',
  },
  scriptMegabytes: {
    about: 'memory for the Lua modules of one page, in megabytes',
    read: integer(32, 512),
    default: '50',
  },
  extensions: {
    about: 'extensions of wikitext to switch on or, with a minus sign, off, such as Poem,-Score',
    read: switches(EXTENSION_NAMES),
    default: '',
  },
  machineryNetwork: {
    about: 'networks of machine translation services: public (internet only) or any (private networks too)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  machinery: {
    about:
      'machine translation services for all projects, as JSON: {"libretranslate": {"url": "https://…", "key": "…"}}',
    read: machinery,
    default: '',
    secret: true,
  },
  projectGlossary: { about: 'glossaries for new projects: on or off', read: oneOf(['on', 'off']), default: 'on' },
  setAsideDays: {
    about: 'days to keep strings and languages that disappeared from their files',
    read: integer(1, 36_500),
    default: '90',
  },
  changeLogDays: {
    about: 'days to keep the change log, at least 40; 0 keeps all of it',
    // Monthly digests need the last 38 days.
    read: daysOrAll(40),
    default: '0',
  },
  signInDays: {
    about: 'days to keep the login history of accounts',
    read: integer(1, 100_000),
    default: '90',
  },
  auditDays: {
    about: 'days to keep the audit log; 0 keeps all of it',
    read: daysOrAll(1),
    default: '365',
  },
  recentChangesDays: {
    about: "days to keep recent changes of the wiki, like MediaWiki's $wgRCMaxAge (90 there); 0 keeps all",
    read: daysOrAll(1),
    default: '0',
  },
  sentMailDays: {
    about: 'days to keep the record of a sent email, without its text',
    // The limits count the emails of the last day.
    read: integer(1, 36_500),
    default: '1',
  },
  failedDays: { about: 'days to keep failed jobs and emails', read: integer(1, 36_500), default: '30' },
  taskDays: { about: 'days to keep the results of background tasks', read: integer(1, 36_500), default: '30' },
  stashHours: {
    about: "hours to keep uploads in the stash, like MediaWiki's $wgUploadStashMaxAge",
    read: integer(1, 8760),
    default: '6',
  },
  repositoryProtocols: {
    about: 'allowed protocols for git repositories: https, ssh, http, git, file',
    read: someOf(['https', 'ssh', 'http', 'git', 'file']),
    default: 'https,ssh',
  },
  repositoryNetwork: {
    about: 'networks of git repositories: public (internet only) or any (private networks too)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  webNetwork: {
    about: 'networks of webhooks and project websites: public (internet only) or any (private networks too)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  codeHosts: {
    about:
      'tokens for pull requests by host, as JSON: {"github.com": {"token": "…", "username": "bot", "projects": ["garden"]}}',
    read: codeHosts,
    default: '',
    secret: true,
  },
  commitSigning: {
    about: 'whether commits are signed: off, or ssh for the SSH key of the site (GET /api/ssh/)',
    read: oneOf(['off', 'ssh']),
    default: 'off',
  },
  hookSecret: {
    about: 'secret that code hosts use to sign push notifications (/hooks/…); empty accepts all',
    read: optional,
    default: '',
    secret: true,
  },
  otlpEndpoint: {
    about: 'OpenTelemetry collector for traces and metrics (OTLP over HTTP), such as http://127.0.0.1:4318',
    read: collector,
    default: '',
    alias: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  },
  otlpHeaders: {
    about: 'headers of requests to the collector, such as api-key=secret; separated by commas',
    read: headerList,
    default: '',
    secret: true,
    alias: 'OTEL_EXPORTER_OTLP_HEADERS',
  },
  otlpSignals: {
    about: 'what to send to the collector: traces, metrics',
    read: someOf(['traces', 'metrics']),
    default: 'traces,metrics',
  },
  otlpSampling: {
    about: 'share of new traces to send to the collector, from 0 to 1',
    read: share,
    default: '1',
    alias: 'OTEL_TRACES_SAMPLER_ARG',
  },
  otlpMetricSeconds: { about: 'seconds between metrics to the collector', read: integer(1, 3600), default: '60' },
  otlpServiceName: {
    about: 'name of this site in traces and metrics',
    read: text,
    default: 'parlance',
    alias: 'OTEL_SERVICE_NAME',
  },
}
