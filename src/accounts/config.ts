import type { ThrottleRule } from './throttle-rules.ts'

/** What an operator can set, resolved. Where each value comes from is the command line's business. */
export interface Config {
  /** Folder of the SQLite database and of uploaded files. */
  readonly data: string
  /** `postgres://…`; null for SQLite in the data folder. */
  readonly database: string | null
  readonly host: string
  readonly port: number
  readonly workers: number
  /** Public address without a slash at its end, such as https://wiki.example.org. */
  readonly siteUrl: string
  /** What the wiki is called; null leaves it the name it was imported with. */
  readonly siteName: string | null
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[]
  /** Who may read /metrics: this machine, everybody, nobody. */
  readonly metrics: 'local' | 'public' | 'off'
  /** An instant at which the clock stands still; null lets it run. */
  readonly clock: string | null
  /** Rate limits of the translation API: "100/day" or null for none. */
  readonly apiRatelimitAnon: string | null
  readonly apiRatelimitUser: string | null
  /** `smtp://…`; null when no mail is sent. */
  readonly mailUrl: string | null
  readonly mailFrom: string
  readonly loginThrottle: readonly ThrottleRule[]
  /** Whether people without an account may read the wiki. */
  readonly wikiAccess: 'public' | 'private'
  /** Who may make an account: everybody, whoever was invited, nobody. */
  readonly registration: 'open' | 'invitation' | 'closed'
  /** Why nothing may be changed at present; null while everything may. */
  readonly readOnly: string | null
  /** Whether the wiki spares its database what is dear to answer, as `$wgMiserMode` of MediaWiki does. */
  readonly miserMode: 'on' | 'off'
  /** What all texts of one request may take together, in steps of about a millionth of a second. */
  readonly textSteps: number
  /** Where machine translation services may stand: on the internet, or in this server's own network as well. */
  readonly machineryNetwork: 'public' | 'any'
}

/** When to try again on a site that is read-only, in seconds: how long that lasts only its administrator knows. */
export const READ_ONLY_RETRY_AFTER = 60

export const isHttps = (config: Config): boolean => config.siteUrl.startsWith('https:')
