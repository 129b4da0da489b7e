import { availableParallelism } from 'node:os'
import type { Config } from '#accounts/config.ts'
import { DEFAULT_RULES } from '#accounts/throttle-rules.ts'
import {
  address,
  databaseUrl,
  instant,
  integer,
  mailbox,
  mailUrl,
  networks,
  oneOf,
  optional,
  type Reader,
  rate,
  text,
  throttle,
  throttleText,
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
  wikiAccess: {
    env: 'PARLANCE_WIKI_ACCESS',
    about: 'public, or private: only those who have logged in read the wiki',
    read: oneOf(['public', 'private']),
    default: 'public',
  },
  registration: {
    env: 'PARLANCE_REGISTRATION',
    about: 'who may make an account: open (everybody), invitation (whoever was invited), closed (nobody)',
    read: oneOf(['open', 'invitation', 'closed']),
    default: 'invitation',
  },
  readOnly: {
    env: 'PARLANCE_READ_ONLY',
    about: 'a reason, shown to everybody, why nothing may be changed at present',
    read: optional,
    default: '',
  },
  miserMode: {
    env: 'PARLANCE_MISER_MODE',
    about: "on spares the database what is dear to answer, as MediaWiki's $wgMiserMode does",
    read: oneOf(['on', 'off']),
    default: 'off',
  },
  textSteps: {
    env: 'PARLANCE_TEXT_STEPS',
    about: 'work that one request may ask for with texts; a million is about a second of a processor',
    read: integer(20_000, 1_000_000_000),
    default: '3000000',
  },
  machineryNetwork: {
    env: 'PARLANCE_MACHINERY_NETWORK',
    about: 'where machine translation services may stand: public (on the internet), any (in private networks as well)',
    read: oneOf(['public', 'any']),
    default: 'public',
  },
}
