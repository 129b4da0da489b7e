import type { RegistrationSetting } from '#accounts/group-permissions.ts'
import type { ThrottleRule } from '#accounts/throttle-rules.ts'

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
  /** Sites whose scripts may use the translation API: origins, or `*` for all. */
  readonly apiOrigins: readonly string[]
  /** Sites whose scripts may use the wiki's API with the cookies of their readers: origins, `https://*.example.org` among them. */
  readonly wikiOrigins: readonly string[]
  /** `smtp://…`; null when no mail is sent. */
  readonly mailUrl: string | null
  readonly mailFrom: string
  readonly loginThrottle: readonly ThrottleRule[]
  /** How often people may do things in the wiki: as often as MediaWiki lets them, or as they like. */
  readonly wikiRateLimits: 'mediawiki' | 'none'
  /** How many accounts may be made from one address through the wiki's API: "6/day" or null for any number. */
  readonly accountThrottle: string | null
  /** Whether people without an account may read the wiki. */
  readonly wikiAccess: 'public' | 'private'
  readonly registration: RegistrationSetting
  /** Why nothing may be changed at present; null while everything may. */
  readonly readOnly: string | null
  /** `s3://…`: where uploaded files are kept; null for the data folder. */
  readonly uploadStore: string | null
  /** Groups that may upload files from an address; none switches it off. */
  readonly uploadByUrl: readonly string[]
  /** Where such files may come from: `example.org`, `*.example.org`; none for everywhere. */
  readonly uploadByUrlDomains: readonly string[]
  /** Where their servers may stand: on the internet, or in this server's own network as well. */
  readonly uploadByUrlNetwork: 'public' | 'any'
  /** Groups that may say which language a page is written in; none switches it off. */
  readonly pageLanguages: readonly string[]
  /** Whether the wiki spares its database what is dear to answer, as `$wgMiserMode` of MediaWiki does. */
  readonly miserMode: 'on' | 'off'
  /** Whether recent changes tell of pages that come into categories and leave them, as `$wgRCWatchCategoryMembership` of MediaWiki has it. */
  readonly categoryChanges: 'on' | 'off'
  /** Whether pages can be watched for a time, as `$wgWatchlistExpiry` of MediaWiki has it. */
  readonly watchlistExpiry: 'on' | 'off'
  /** The longest such time, as `$wgWatchlistExpiryMaxDuration` of MediaWiki has it; null for no bound. */
  readonly watchlistExpiryMax: string | null
  /** What all texts of one request may take together, in steps of about a millionth of a second. */
  readonly textSteps: number
  /** Where machine translation services may stand: on the internet, or in this server's own network as well. */
  readonly machineryNetwork: 'public' | 'any'
  /** Machine translation services that every project has unless it turns them off: settings by the service's name. */
  readonly machinery: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** How many days strings and languages are kept that their files no longer have. */
  readonly setAsideDays: number
  /** How repositories may be reached: https, ssh, http, git, file. */
  readonly repositoryProtocols: readonly string[]
  /** Where repositories may stand: on the internet, or in this server's own network as well. */
  readonly repositoryNetwork: 'public' | 'any'
  /** Where web hooks and websites of projects may stand: on the internet, or in this server's own network as well. */
  readonly webNetwork: 'public' | 'any'
  /** With what services sign their notices of pushes; null believes everybody. */
  readonly hookSecret: string | null
}

/** A setting as administrators see it: nothing in it is secret. */
export interface SettingInForce {
  readonly key: keyof Config
  readonly env: string
  /** What it is for. */
  readonly about: string
  /** Its value as text, passwords left out; empty when it is not set. */
  readonly shown: string
  readonly origin: SettingOrigin
}

/** Where a value came from: `where` names the flag, the variable or the file. */
export interface SettingOrigin {
  readonly kind: 'default' | 'file' | 'environment' | 'flag'
  readonly where: string
}

/** How the server was started. */
export interface Launch {
  readonly version: string
  readonly settings: readonly SettingInForce[]
  /** What the command line can do besides. */
  readonly commands: readonly { readonly name: string; readonly about: string }[]
}

/** For programs and tests that serve without the command line. */
export const UNKNOWN_LAUNCH: Launch = { version: '', settings: [], commands: [] }

/** When to try again on a site that is read-only, in seconds: how long that lasts only its administrator knows. */
export const READ_ONLY_RETRY_AFTER = 60

export const isHttps = (config: Config): boolean => config.siteUrl.startsWith('https:')
