import { availableParallelism } from 'node:os'
import { DEFAULT_RULES } from '#accounts/throttle-rules.ts'
import type { Config } from '#core/config.ts'
import {
  address,
  databaseUrl,
  domains,
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
  someOf,
  text,
  throttle,
  throttleText,
  timeSpan,
  trustedOrigins,
  uploadStore,
  webOrigins,
  words,
} from './kinds.ts'

export interface Setting<T> {
  /** The environment variable. In the configuration file the name is the key of this table. */
  readonly env: string
  readonly about: string
  readonly read: Reader<T>
  /** As text, parsed like any other value. It may depend on settings declared earlier. */
  readonly default: string | ((earlier: Partial<Config>) => string)
  /** Contains a password, so it is shown as ***. */
  readonly secret?: true
}

const webHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** All settings, in the order in which they are resolved and shown. */
export const settings: { readonly [K in keyof Config]: Setting<Config[K]> } = {
  data: {
    env: 'PARLANCE_DATA',
    about: 'folder for the SQLite database and uploaded files',
    read: text,
    default: './data',
  },
  database: {
    env: 'PARLANCE_DATABASE',
    about: 'PostgreSQL address (postgres://…); without it, SQLite in the data folder',
    read: databaseUrl,
    default: '',
    secret: true,
  },
  host: { env: 'PARLANCE_HOST', about: 'address to listen on', read: text, default: '127.0.0.1' },
  port: {
    env: 'PARLANCE_PORT',
    about: 'port to listen on; 0 for any free port',
    read: integer(0, 65535),
    default: '8080',
  },
  workers: {
    env: 'PARLANCE_WORKERS',
    about: 'number of server processes; by default one per core',
    read: integer(1, 1024),
    default: () => String(availableParallelism()),
  },
  siteUrl: {
    env: 'PARLANCE_SITE_URL',
    about: 'public address of the site',
    read: address,
    default: ({ host, port }) => `http://${webHost(host!)}:${port}`,
  },
  siteName: {
    env: 'PARLANCE_SITE_NAME',
    about: 'name of the wiki; by default the imported name, or Parlance',
    read: optional,
    default: '',
  },
  logLevel: {
    env: 'PARLANCE_LOG_LEVEL',
    about: 'log level: debug, info, warn, error or silent',
    read: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
  },
  trustProxy: {
    env: 'PARLANCE_TRUST_PROXY',
    about: 'proxies whose X-Forwarded-For header is trusted',
    read: networks,
    default: '',
  },
  metrics: {
    env: 'PARLANCE_METRICS',
    about: 'access to /metrics: local, public or off',
    read: oneOf(['local', 'public', 'off']),
    default: 'local',
  },
  clock: { env: 'PARLANCE_CLOCK', about: 'fixed time for the clock, for tests', read: instant, default: '' },
  apiRatelimitAnon: {
    env: 'PARLANCE_API_RATELIMIT_ANON',
    about: 'translation API requests per visitor address, such as 100/day',
    read: rate,
    default: 'none',
  },
  apiRatelimitUser: {
    env: 'PARLANCE_API_RATELIMIT_USER',
    about: 'translation API requests per account, such as 5000/hour',
    read: rate,
    default: 'none',
  },
  apiOrigins: {
    env: 'PARLANCE_API_ORIGINS',
    about: 'websites whose scripts may call the translation API, such as https://dashboard.example.org; * for all',
    read: webOrigins,
    default: '',
  },
  wikiOrigins: {
    env: 'PARLANCE_WIKI_ORIGINS',
    about: 'websites whose scripts may call the wiki API as the logged-in user, such as https://*.example.org',
    read: trustedOrigins,
    default: '',
  },
  mailUrl: {
    env: 'PARLANCE_MAIL_URL',
    about: 'email server, such as smtp://user:password@mail.example.org:587; without it, no email is sent',
    read: mailUrl,
    default: '',
    secret: true,
  },
  mailFrom: {
    env: 'PARLANCE_MAIL_FROM',
    about: 'sender of email, such as parlance@example.org or Parlance <parlance@example.org>',
    read: mailbox,
    default: 'parlance@localhost',
  },
  loginThrottle: {
    env: 'PARLANCE_LOGIN_THROTTLE',
    about: 'limits on failed logins, as attempts/seconds, or none',
    read: throttle,
    default: throttleText(DEFAULT_RULES),
  },
  wikiRateLimits: {
    env: 'PARLANCE_WIKI_RATE_LIMITS',
    about: 'rate limits for edits, moves, email and other actions: mediawiki (its defaults) or none',
    read: oneOf(['mediawiki', 'none']),
    // Fast API access is the default. A publicly editable wiki should turn this on.
    default: 'none',
  },
  accountThrottle: {
    env: 'PARLANCE_ACCOUNT_THROTTLE',
    about: "new accounts per address through the wiki's API, such as 6/day; empty for no limit",
    read: rate,
    default: '',
  },
  wikiAccess: {
    env: 'PARLANCE_WIKI_ACCESS',
    about: 'public, or private: reading the wiki requires an account',
    read: oneOf(['public', 'private']),
    default: 'public',
  },
  registration: {
    env: 'PARLANCE_REGISTRATION',
    about:
      'who may register: open (everyone), invitation, closed (nobody), wiki (as in the imported wiki, otherwise invitation)',
    read: oneOf(['wiki', 'open', 'invitation', 'closed']),
    default: 'wiki',
  },
  readOnly: {
    env: 'PARLANCE_READ_ONLY',
    about: 'makes the site read-only and shows this reason to users',
    read: optional,
    default: '',
  },
  uploadStore: {
    env: 'PARLANCE_UPLOAD_STORE',
    about: 'S3 store for uploaded files, such as s3://KEY:SECRET@s3.example.org/bucket; without it, the data folder',
    read: uploadStore,
    default: '',
    secret: true,
  },
  uploadByUrl: {
    env: 'PARLANCE_UPLOAD_BY_URL',
    about: 'wiki groups that may upload files by URL, such as sysop; empty turns it off',
    read: words,
    default: '',
  },
  uploadByUrlDomains: {
    env: 'PARLANCE_UPLOAD_BY_URL_DOMAINS',
    about: 'allowed sources for uploads by URL, such as example.org,*.example.org; empty for any',
    read: domains,
    default: '',
  },
  uploadByUrlNetwork: {
    env: 'PARLANCE_UPLOAD_BY_URL_NETWORK',
    about: 'networks of these sources: public (internet only) or any (private networks too)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  pageLanguages: {
    env: 'PARLANCE_PAGE_LANGUAGES',
    about: 'wiki groups that may change the language of a page, such as sysop; empty turns it off',
    read: words,
    default: '',
  },
  miserMode: {
    env: 'PARLANCE_MISER_MODE',
    about: "on disables expensive queries, like MediaWiki's $wgMiserMode",
    read: oneOf(['on', 'off']),
    default: 'off',
  },
  categoryChanges: {
    env: 'PARLANCE_CATEGORY_CHANGES',
    about: "on shows category changes in recent changes, like MediaWiki's $wgRCWatchCategoryMembership",
    read: oneOf(['on', 'off']),
    default: 'off',
  },
  watchlistExpiry: {
    env: 'PARLANCE_WATCHLIST_EXPIRY',
    about: "on allows temporary watchlist items, like MediaWiki's $wgWatchlistExpiry",
    read: oneOf(['on', 'off']),
    default: 'off',
  },
  watchlistExpiryMax: {
    env: 'PARLANCE_WATCHLIST_EXPIRY_MAX',
    about: 'longest watchlist expiry, such as 6 months; empty for no limit',
    read: timeSpan,
    default: '6 months',
  },
  textSteps: {
    env: 'PARLANCE_TEXT_STEPS',
    about:
      'parsing budget of one request, a quarter of it for short texts; a million is about one second of processor time',
    read: integer(20_000, 1_000_000_000),
    default: '3000000',
  },
  machineryNetwork: {
    env: 'PARLANCE_MACHINERY_NETWORK',
    about: 'networks of machine translation services: public (internet only) or any (private networks too)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  machinery: {
    env: 'PARLANCE_MACHINERY',
    about:
      'machine translation services for all projects, as JSON: {"libretranslate": {"url": "https://…", "key": "…"}}',
    read: machinery,
    default: '',
    secret: true,
  },
  setAsideDays: {
    env: 'PARLANCE_SET_ASIDE_DAYS',
    about: 'days to keep strings and languages that disappeared from their files',
    read: integer(1, 36_500),
    default: '90',
  },
  repositoryProtocols: {
    env: 'PARLANCE_REPOSITORY_PROTOCOLS',
    about: 'allowed protocols for git repositories: https, ssh, http, git, file',
    read: someOf(['https', 'ssh', 'http', 'git', 'file']),
    default: 'https,ssh',
  },
  repositoryNetwork: {
    env: 'PARLANCE_REPOSITORY_NETWORK',
    about: 'networks of git repositories: public (internet only) or any (private networks too)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  webNetwork: {
    env: 'PARLANCE_WEB_NETWORK',
    about: 'networks of webhooks and project websites: public (internet only) or any (private networks too)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  hookSecret: {
    env: 'PARLANCE_HOOK_SECRET',
    about: 'secret that code hosts use to sign push notifications (/hooks/…); empty accepts all',
    read: optional,
    default: '',
    secret: true,
  },
}
