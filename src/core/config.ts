import type { RegistrationSetting } from '#accounts/group-permissions.ts'
import type { OpenidProvider } from '#accounts/openid-provider.ts'
import type { ThrottleRule } from '#accounts/throttle-rules.ts'

/** How this site logs in to a code host to open pull requests. */
export interface CodeHostAccess {
  readonly token: string
  /** Needed for Bitbucket app passwords and for pushing over HTTPS where the host requires a name. */
  readonly username?: string
  /** Address of the API, if it is not where the host usually has it. */
  readonly api?: string
  /** Slugs of the projects that may use the token; all if absent. */
  readonly projects?: readonly string[]
}

/** The resolved settings. The command line decides where each value comes from. */
export interface Config {
  /** Directory of the SQLite database and of uploaded files. */
  readonly data: string
  /** `postgres://…`; null for SQLite in the data directory. */
  readonly database: string | null
  /** Most connections of one process to PostgreSQL. */
  readonly databaseConnections: number
  /** Addresses of streaming replicas. */
  readonly replica: readonly string[]
  /** Seconds that a replica may be behind. */
  readonly replicaMaxLag: number
  /** Milliseconds that a read waits for a replica. */
  readonly replicaWait: number
  readonly host: string
  readonly port: number
  readonly workers: number
  /** Public URL without a trailing slash, for example https://wiki.example.org. */
  readonly siteUrl: string
  /** Null keeps the name that the wiki was imported with. */
  readonly siteName: string | null
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  readonly trustProxy: readonly string[]
  /** Who may read /metrics: this machine, everyone, no one. */
  readonly metrics: 'local' | 'public' | 'off'
  /** Fixed time to use instead of the real clock; null for the real clock. */
  readonly clock: string | null
  /** Rate limits of the translation API: "100/day" or null for none. */
  readonly apiRatelimitAnon: string | null
  readonly apiRatelimitUser: string | null
  /** CORS origins allowed to use the translation API, or `*` for all. */
  readonly apiOrigins: readonly string[]
  /**
   * CORS origins allowed to use the wiki's API with credentials; wildcards like `https://*.example.org` are allowed.
   */
  readonly wikiOrigins: readonly string[]
  /** `smtp://…`; null disables email. */
  readonly mailUrl: string | null
  readonly mailFrom: string
  readonly loginThrottle: readonly ThrottleRule[]
  /** Whether accounts can log in with a password. Bot passwords and API keys work in any case. */
  readonly passwordLogin: 'on' | 'off'
  /** Whether passkeys replace the password; `auto` follows `passwordLogin`. As second factors they always work. */
  readonly passkeyLogin: 'auto' | 'on' | 'off'
  /** Identity providers by name. */
  readonly openidProviders: Readonly<Record<string, OpenidProvider>>
  /** Groups whose rights need a second factor; `superuser` stands for superusers. */
  readonly secondFactorGroups: readonly string[]
  /** Minutes after which sensitive pages ask for the password again; 0 for never. */
  readonly reauthMinutes: number
  /** Minutes until an OAuth access token expires. */
  readonly oauthAccessMinutes: number
  /** Days until an OAuth refresh token expires. */
  readonly oauthRefreshDays: number
  /** Rate limits of wiki actions: MediaWiki's defaults, or none. */
  readonly wikiRateLimits: 'mediawiki' | 'none'
  /** Accounts that one address may create through the wiki's API: "6/day", or null for no limit. */
  readonly accountThrottle: string | null
  /** Whether visitors may read the wiki without logging in. */
  readonly wikiAccess: 'public' | 'private'
  readonly registration: RegistrationSetting
  /** The reason for read-only mode; null when writing is allowed. */
  readonly readOnly: string | null
  /** `s3://…` for uploaded files; null for the data directory. */
  readonly uploadStore: string | null
  /** Groups that may upload by URL; empty disables it. */
  readonly uploadByUrl: readonly string[]
  /** Domains allowed for upload by URL: `example.org`, `*.example.org`; empty for all. */
  readonly uploadByUrlDomains: readonly string[]
  /** Whether upload by URL may reach private networks. */
  readonly uploadByUrlNetwork: 'public' | 'any'
  /** Groups that may change the language of a page; empty disables it. */
  readonly pageLanguages: readonly string[]
  /** Disables expensive queries, like MediaWiki's `$wgMiserMode`. */
  readonly miserMode: 'on' | 'off'
  /** Lists category membership changes in recent changes, like MediaWiki's `$wgRCWatchCategoryMembership`. */
  readonly categoryChanges: 'on' | 'off'
  /** Allows temporary watchlist entries, like MediaWiki's `$wgWatchlistExpiry`. */
  readonly watchlistExpiry: 'on' | 'off'
  /**
   * Longest duration of a temporary watchlist entry, like MediaWiki's `$wgWatchlistExpiryMaxDuration`; null for no
   * limit.
   */
  readonly watchlistExpiryMax: string | null
  /** Disk space for rendered pages; 0 keeps some of them in memory instead. */
  readonly cacheMegabytes: number
  /** Limit for processing all texts of one request, in steps of about a microsecond. */
  readonly textSteps: number
  /** Processor time for the Lua modules of a page. */
  readonly scriptSeconds: number
  /** Memory for the Lua modules of a page. */
  readonly scriptMegabytes: number
  /** Extensions of wikitext to switch on ("Poem") or off ("-Poem"), beyond those that the wiki lists. */
  readonly extensions: readonly string[]
  /** Whether machine translation services may be in private networks. */
  readonly machineryNetwork: 'public' | 'any'
  /** Machine translation services that are on by default in every project: settings by service name. */
  readonly machinery: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Creates a glossary with the first component of a project, like Weblate's `CREATE_GLOSSARIES`. */
  readonly projectGlossary: 'on' | 'off'
  /** Days to keep strings and languages after they disappear from their files. */
  readonly setAsideDays: number
  /** Whether commits in repositories are signed with the SSH key of the site. */
  readonly commitSigning: 'off' | 'ssh'
  /** Days to keep entries of the change log; 0 keeps all. */
  readonly changeLogDays: number
  /** Days to keep the login history of accounts. */
  readonly signInDays: number
  /** Days to keep entries of the audit log; 0 keeps all. */
  readonly auditDays: number
  /** Days to keep recent changes, like MediaWiki's `$wgRCMaxAge`; 0 keeps all. */
  readonly recentChangesDays: number
  /** Days to keep sent emails, without their text. */
  readonly sentMailDays: number
  /** Days to keep failed jobs and emails. */
  readonly failedDays: number
  /** Days to keep the results of background tasks. */
  readonly taskDays: number
  /** Hours to keep uploads in the stash, like MediaWiki's `$wgUploadStashMaxAge`. */
  readonly stashHours: number
  /** Allowed repository protocols: https, ssh, http, git, file. */
  readonly repositoryProtocols: readonly string[]
  /** Whether repositories may be in private networks. */
  readonly repositoryNetwork: 'public' | 'any'
  /** Whether webhooks and project websites may be in private networks. */
  readonly webNetwork: 'public' | 'any'
  /** Access to the APIs of code hosts, by host name. */
  readonly codeHosts: Readonly<Record<string, CodeHostAccess>>
  /** Secret with which code hosts sign push notifications; null accepts unsigned ones. */
  readonly hookSecret: string | null
  /** Address of an OpenTelemetry collector; null sends nothing. */
  readonly otlpEndpoint: string | null
  readonly otlpHeaders: Readonly<Record<string, string>>
  /** `traces`, `metrics`. */
  readonly otlpSignals: readonly string[]
  /** Share of new traces to send, from 0 to 1. */
  readonly otlpSampling: number
  readonly otlpMetricSeconds: number
  readonly otlpServiceName: string
}

/** A setting as shown to administrators, without secrets. */
export interface SettingInForce {
  readonly key: keyof Config
  readonly env: string
  /** One-line description. */
  readonly about: string
  /** The value as text with passwords removed; empty if not set. */
  readonly shown: string
  readonly origin: SettingOrigin
}

/** Source of a value; `where` names the flag, variable or file. */
export interface SettingOrigin {
  readonly kind: 'default' | 'file' | 'environment' | 'flag'
  readonly where: string
}

/** How the server was started. */
export interface Launch {
  readonly version: string
  readonly settings: readonly SettingInForce[]
  /** Other commands of the command line. */
  readonly commands: readonly { readonly name: string; readonly about: string }[]
}

/** For programs and tests that start a server without the command line. */
export const UNKNOWN_LAUNCH: Launch = { version: '', settings: [], commands: [] }

/** Retry-After in read-only mode, in seconds. An estimate: the server cannot know how long read-only mode lasts. */
export const READ_ONLY_RETRY_AFTER = 60

export const isHttps = (config: Config): boolean => config.siteUrl.startsWith('https:')
