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
  /** Name in the environment. In the configuration file it has the name of its key here. */
  readonly env: string
  readonly about: string
  readonly read: Reader<T>
  /** As text, so that a default is read like everything else; it may follow from settings declared before it. */
  readonly default: string | ((earlier: Partial<Config>) => string)
  /** Shown as *** because it holds a password. */
  readonly secret?: true
}

const webHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Everything that can be set, in the order in which it is resolved and shown. */
export const settings: { readonly [K in keyof Config]: Setting<Config[K]> } = {
  data: {
    env: 'PARLANCE_DATA',
    about: 'folder of the SQLite database and of uploaded files',
    read: text,
    default: './data',
  },
  database: {
    env: 'PARLANCE_DATABASE',
    about: 'postgres:// address; without it, SQLite in the data folder',
    read: databaseUrl,
    default: '',
    secret: true,
  },
  host: { env: 'PARLANCE_HOST', about: 'address to listen on', read: text, default: '127.0.0.1' },
  port: {
    env: 'PARLANCE_PORT',
    about: 'port to listen on; 0 takes any free one',
    read: integer(0, 65535),
    default: '8080',
  },
  workers: {
    env: 'PARLANCE_WORKERS',
    about: 'number of serving processes; the default is the number of cores',
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
    about: 'name of the wiki; without it the imported one, or Parlance',
    read: optional,
    default: '',
  },
  logLevel: {
    env: 'PARLANCE_LOG_LEVEL',
    about: 'debug, info, warn, error or silent',
    read: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
    default: 'info',
  },
  trustProxy: {
    env: 'PARLANCE_TRUST_PROXY',
    about: 'proxies whose X-Forwarded-For is believed',
    read: networks,
    default: '',
  },
  metrics: {
    env: 'PARLANCE_METRICS',
    about: 'who may read /metrics: local, public or off',
    read: oneOf(['local', 'public', 'off']),
    default: 'local',
  },
  clock: { env: 'PARLANCE_CLOCK', about: 'instant at which the clock stands still', read: instant, default: '' },
  apiRatelimitAnon: {
    env: 'PARLANCE_API_RATELIMIT_ANON',
    about: 'requests to the translation API per stranger, such as 100/day',
    read: rate,
    default: 'none',
  },
  apiRatelimitUser: {
    env: 'PARLANCE_API_RATELIMIT_USER',
    about: 'requests to the translation API per account, such as 5000/hour',
    read: rate,
    default: 'none',
  },
  apiOrigins: {
    env: 'PARLANCE_API_ORIGINS',
    about: 'sites whose scripts may use the translation API, such as https://dashboard.example.org; * for all',
    read: webOrigins,
    default: '',
  },
  wikiOrigins: {
    env: 'PARLANCE_WIKI_ORIGINS',
    about: 'sites whose scripts may use the wiki API as the logged-in user, such as https://*.example.org',
    read: trustedOrigins,
    default: '',
  },
  mailUrl: {
    env: 'PARLANCE_MAIL_URL',
    about: 'mail server, such as smtp://user:password@mail.example.org:587; without it no mail is sent',
    read: mailUrl,
    default: '',
    secret: true,
  },
  mailFrom: {
    env: 'PARLANCE_MAIL_FROM',
    about: 'sender of mail, such as parlance@example.org or Parlance <parlance@example.org>',
    read: mailbox,
    default: 'parlance@localhost',
  },
  loginThrottle: {
    env: 'PARLANCE_LOGIN_THROTTLE',
    about: 'failed logins that are borne, attempts/seconds, or none',
    read: throttle,
    default: throttleText(DEFAULT_RULES),
  },
  wikiRateLimits: {
    env: 'PARLANCE_WIKI_RATE_LIMITS',
    about: 'how often people may edit, move, send mail and the like: mediawiki (its defaults), or none',
    read: oneOf(['mediawiki', 'none']),
    // People come here for an API that does not make them wait; a wiki that the world may edit should switch them on.
    default: 'none',
  },
  accountThrottle: {
    env: 'PARLANCE_ACCOUNT_THROTTLE',
    about: "accounts that may be made from one address through the wiki's API, such as 6/day; empty for any number",
    read: rate,
    default: '',
  },
  wikiAccess: {
    env: 'PARLANCE_WIKI_ACCESS',
    about: 'public, or private: only those who have logged in read the wiki',
    read: oneOf(['public', 'private']),
    default: 'public',
  },
  registration: {
    env: 'PARLANCE_REGISTRATION',
    about:
      'who may make an account: open (everybody), invitation (whoever was invited), closed (nobody), wiki (as an imported wiki has it, else invitation)',
    read: oneOf(['wiki', 'open', 'invitation', 'closed']),
    default: 'wiki',
  },
  readOnly: {
    env: 'PARLANCE_READ_ONLY',
    about: 'a reason, shown to everybody, why nothing may be changed at present',
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
    about: 'groups that may upload files from a web address, such as sysop; without any, nobody may',
    read: words,
    default: '',
  },
  uploadByUrlDomains: {
    env: 'PARLANCE_UPLOAD_BY_URL_DOMAINS',
    about: 'where such files may come from, such as example.org,*.example.org; empty for everywhere',
    read: domains,
    default: '',
  },
  uploadByUrlNetwork: {
    env: 'PARLANCE_UPLOAD_BY_URL_NETWORK',
    about: 'where their servers may stand: public (on the internet), any (in private networks as well)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  pageLanguages: {
    env: 'PARLANCE_PAGE_LANGUAGES',
    about: 'groups that may say which language a page is written in, such as sysop; without any, nobody may',
    read: words,
    default: '',
  },
  miserMode: {
    env: 'PARLANCE_MISER_MODE',
    about: "on spares the database what is dear to answer, as MediaWiki's $wgMiserMode does",
    read: oneOf(['on', 'off']),
    default: 'off',
  },
  categoryChanges: {
    env: 'PARLANCE_CATEGORY_CHANGES',
    about:
      "on tells of pages that come into categories and leave them in recent changes, as MediaWiki's $wgRCWatchCategoryMembership does",
    read: oneOf(['on', 'off']),
    default: 'off',
  },
  watchlistExpiry: {
    env: 'PARLANCE_WATCHLIST_EXPIRY',
    about: "on lets people watch pages for a time, as MediaWiki's $wgWatchlistExpiry does",
    read: oneOf(['on', 'off']),
    default: 'off',
  },
  watchlistExpiryMax: {
    env: 'PARLANCE_WATCHLIST_EXPIRY_MAX',
    about: 'the longest such time, such as 6 months; empty sets no bound',
    read: timeSpan,
    default: '6 months',
  },
  textSteps: {
    env: 'PARLANCE_TEXT_STEPS',
    about:
      'work that one request may ask for with texts, a quarter of it with short ones; a million is about a second of a processor',
    read: integer(20_000, 1_000_000_000),
    default: '3000000',
  },
  machineryNetwork: {
    env: 'PARLANCE_MACHINERY_NETWORK',
    about: 'where machine translation services may stand: public (on the internet), any (in private networks as well)',
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
    about:
      'days for which strings and languages are kept after they disappear from their files, before they are deleted',
    read: integer(1, 36_500),
    default: '90',
  },
  repositoryProtocols: {
    env: 'PARLANCE_REPOSITORY_PROTOCOLS',
    about: 'how git repositories may be reached, any of https, ssh, http, git, file',
    read: someOf(['https', 'ssh', 'http', 'git', 'file']),
    default: 'https,ssh',
  },
  repositoryNetwork: {
    env: 'PARLANCE_REPOSITORY_NETWORK',
    about: 'where git repositories may stand: public (on the internet), any (in private networks as well)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  webNetwork: {
    env: 'PARLANCE_WEB_NETWORK',
    about:
      'where web hooks and websites of projects may stand: public (on the internet), any (in private networks as well)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
  hookSecret: {
    env: 'PARLANCE_HOOK_SECRET',
    about: 'secret with which services sign their notices of pushes (/hooks/…); empty believes everybody',
    read: optional,
    default: '',
    secret: true,
  },
}
