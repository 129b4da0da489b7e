import type { FastifyRequest } from 'fastify'

/** The type of a field. It exists only for the compiler. */
interface Field<T> {
  readonly type?: T
}

const number: Field<number> = {}
const text: Field<string> = {}
const texts: Field<readonly string[]> = {}
const flag: Field<boolean> = {}
/** Logged with its type, message and stack. */
const error: Field<unknown> = {}
/** Logged with its method, address and IP address; the values of secret parameters are redacted. */
const request: Field<Pick<FastifyRequest, 'method' | 'url' | 'ip'>> = {}
const anything: Field<unknown> = {}

type Level = 'info' | 'warn' | 'error'

/** An event that the server logs. Never log secrets. */
interface LogEvent {
  /** Null if the lines have different levels. */
  readonly level: Level | null
  /** The `msg` of its lines. */
  readonly message: string
  /** For `docs/operations.md`: what happened, and what the server does next. */
  readonly about: string
  readonly fields: Readonly<Record<string, Field<unknown>>>
}

/**
 * Every event that the server logs, in the order of the list in `docs/operations.md`. After a change, run
 * `node bin/run.js test/docs/log-events-list.ts`. Names and fields are an interface: operators filter by them.
 */
export const LOG_EVENTS = {
  'request.completed': {
    level: 'info',
    message: 'request',
    about: 'A response was sent. `ms` is the time since the request arrived.',
    fields: { req: request, status: number, ms: number },
  },
  'request.failed': {
    level: 'error',
    message: 'request failed',
    about: 'A bug: a request was answered with 500.',
    fields: { err: error, req: request },
  },
  'request.unavailable': {
    level: 'error',
    message: 'request failed because the database is unavailable',
    about:
      '`refused` requests for pages or APIs were answered with 503 since the last such line, because the database was unavailable. `reason` says why, `code` is that of the database. At most one line in five seconds for each reason.',
    fields: { reason: text, code: text, refused: number },
  },
  'rest_api.failed': {
    level: 'error',
    message: 'REST request failed',
    about: 'A REST request was answered with 500 or above, but not because of the database. `err` has the reason.',
    fields: { err: error },
  },
  'rest_api.client_gone': {
    level: 'info',
    message: 'client disconnected before the response',
    about: 'The client of a REST request disconnected. Its work was rolled back.',
    fields: { err: error },
  },
  'webhook.failed': {
    level: 'error',
    message: 'could not process a webhook',
    about: 'A notification of a code host was answered with an error.',
    fields: { err: error },
  },
  'webhook.switched_off': {
    level: 'warn',
    message: 'webhook switched off',
    about: 'A webhook was switched off, and its owner was notified. `reason` is `failing`, `gone` or `owner`.',
    fields: { webhook: number, reason: text },
  },
  'csp.violated': {
    level: 'info',
    message: 'Content Security Policy violation reported',
    about: 'A browser reported a violation of the Content Security Policy.',
    fields: { report: anything, reportonly: flag, source: text },
  },
  'server.listening': {
    level: 'info',
    message: 'Server listening',
    about:
      'A process accepts requests. With several workers, `addresses` is empty, because another process has the port.',
    fields: { addresses: texts },
  },
  'server.blocked': {
    level: 'warn',
    message: 'event loop was blocked',
    about:
      'A process did nothing else for `heldMs` milliseconds. `began` lists requests that had just arrived, `underWay` unfinished ones.',
    fields: { heldMs: number, cpuMs: number, began: texts, underWay: texts, jobs: texts },
  },
  'server.overloaded': {
    level: 'warn',
    message: 'requests are refused because of overload',
    about:
      '`refused` requests were answered with 503 since the last such line, because `running` requests were running and `waiting` ones were waiting. At most one line in ten seconds.',
    fields: { refused: number, running: number, waiting: number },
  },
  'server.requests_dropped': {
    level: 'warn',
    message: 'server stopped with unfinished requests',
    about: 'The server stopped before `count` requests were answered. `requests` lists the first 20.',
    fields: { requests: texts, count: number },
  },
  'server.work_dropped': {
    level: 'warn',
    message: 'server stopped with unfinished work; jobs restart at the next start',
    about: 'The server stopped before requests and jobs had ended. The jobs restart at the next start.',
    fields: { requests: texts, jobs: texts },
  },
  'cache.failed': {
    level: 'warn',
    message: 'the file of rendered pages cannot be used; pages may be rendered again',
    about:
      'The cache of rendered pages in `file` failed. The server works without it, but more slowly. Logged once per process.',
    fields: { file: text, err: error },
  },
  'worker.died': {
    level: 'error',
    message: 'worker process died; restarting it',
    about: 'A worker process ended unexpectedly. It is replaced after `restartInMs` milliseconds.',
    fields: {
      worker: {} as Field<number | undefined>,
      code: {} as Field<number | null>,
      signal: {} as Field<string | null>,
      restartInMs: number,
    },
  },
  'worker.start_failed': {
    level: 'error',
    message: 'worker process failed to start',
    about: 'A worker process could not start. The server tries again.',
    fields: { err: error },
  },
  'database.indexes_rebuilt': {
    level: 'warn',
    message: 'rebuilt missing indexes, probably left by an unfinished import',
    about: 'Indexes were missing on start, probably because of an unfinished import, and were rebuilt.',
    fields: { indexes: texts },
  },
  'database.host_changed': {
    level: 'warn',
    message: 'connected to another host of the database address',
    about: 'The database address has several hosts, and another one is used from now on, for example after a failover.',
    fields: { host: text },
  },
  'replica.in_use': {
    level: 'info',
    message: 'replica in use',
    about: 'A replica serves reads from now on: after the start, or because it responds and has caught up again.',
    fields: { replica: text },
  },
  'replica.left_out': {
    level: 'warn',
    message: 'replica left out',
    about: 'A replica is down or too far behind. Its reads go to other replicas or to the primary until it is back.',
    fields: { replica: text, reason: text },
  },
  'files.not_shared': {
    level: 'warn',
    message:
      'Other servers on this database store uploaded files elsewhere, so each server answers 404 for the files of the others. Set uploadStore to the same S3 bucket on all servers, or share one directory.',
    about: 'Servers on one database [store uploads in different places](#several-servers-on-one-database).',
    fields: { ownFiles: text, otherFiles: texts },
  },
  'job.failed': {
    level: 'warn',
    message: 'job failed',
    about: 'A job failed. It is retried, and listed on `/admin/jobs/` after its last attempt.',
    fields: { err: error, job: number, kind: text, attempt: number },
  },
  'job.not_renewed': {
    level: 'warn',
    message: 'could not renew the lease of a job',
    about:
      'A process could not report that it still works on a job. If this continues, another one starts the job again.',
    fields: { err: error, job: number },
  },
  'job.queue_failed': {
    level: 'error',
    message: 'could not take jobs from the queue; retrying',
    about: 'The queue could not be read. The server tries again after a second.',
    fields: { err: error },
  },
  'task.failed': {
    level: 'warn',
    message: 'task failed',
    about:
      'An attempt at a task with progress, such as a report or a bulk edit, failed. Each task has up to three attempts.',
    fields: { err: error, task: text, kind: text },
  },
  'login.provider_failed': {
    level: 'warn',
    message: 'login with an identity provider failed',
    about:
      'An identity provider was unreachable, or its response could not be verified. The user saw the reason in general terms.',
    fields: { issuer: text, reason: text },
  },
  'mail.failed': {
    level: 'warn',
    message: 'could not send email',
    about: 'An email could not be sent. It is retried, unless `reason` is permanent.',
    fields: { mail: number, attempt: number, reason: text },
  },
  'mail.given_up': {
    level: 'error',
    message: 'gave up on emails that could not be sent',
    about: 'The server gave up on as many emails as `mails` says. `/admin/mail/?state=failed` lists them.',
    fields: { mails: number, reason: text },
  },
  'notification.skipped': {
    level: 'error',
    message: 'could not determine recipients; skipping change log entry',
    about: 'No one is notified of the change log entry `entry`, because finding the recipients failed three times.',
    fields: { err: error, entry: number },
  },
  'notification.entries_missed': {
    level: 'warn',
    message: 'change log entries were deleted before notifications were sent',
    about:
      'Notifications, digests or webhooks (`follower`) had reached the entry `after`, but all entries up to `deleted` were gone. Increase `changeLogDays`.',
    fields: { follower: text, after: number, deleted: number },
  },
  'notification.digest_failed': {
    level: 'error',
    message: 'could not write the digest; the next one will include everything',
    about: 'A daily, weekly or monthly digest could not be written. The next one includes its content.',
    fields: { err: error, digest: text },
  },
  'repository.git_missing': {
    level: 'warn',
    message: 'git is not installed; components cannot use repositories',
    about: 'git is not installed, so components cannot use repositories.',
    fields: {},
  },
  'repository.failed': {
    level: 'warn',
    message: 'repository operation failed',
    about: 'A repository operation in the background failed and needs a person, for example a rejected push.',
    fields: { component: number, operation: text, reason: text },
  },
  'addon.failed': {
    level: 'error',
    message: 'add-on failed',
    about: 'The daily run of a project add-on failed. The next run is a day later.',
    fields: { err: error, addon: number, name: text },
  },
  'wiki.refresh_postponed': {
    level: 'warn',
    message: 'pages are refreshed later',
    about: 'The pages that include an edited page could not be updated with the edit. A job updates them.',
    fields: { err: error },
  },
  'live.follow_failed': {
    level: 'warn',
    message: 'the change log could not be followed',
    about: 'New changes for open pages could not be read. The server tries again after a second.',
    fields: { err: error },
  },
  'live.send_failed': {
    level: 'warn',
    message: 'could not send an event to a listener',
    about: 'An open page missed a change. It reconnects and catches up.',
    fields: { err: error },
  },
  'live.listeners_reload': {
    level: 'warn',
    message: 'listeners have to reload',
    about: 'Open pages were asked to reload, because the change log entries that they wait for were already deleted.',
    fields: { listeners: number },
  },
  'audit.checkpoint': {
    level: 'info',
    message: 'the audit log is sealed up to this entry',
    about:
      'The number and hash of the newest [audit log](security.md#audit-log) entry, every hour and when the server stops, if there are new entries. `parlance audit verify --checkpoint` compares them.',
    fields: { entry: number, hash: text },
  },
  'audit.seal_failed': {
    level: 'error',
    message: 'new entries of the audit log could not be sealed',
    about: 'Logins and changes could not be copied into the audit log. The server tries again after 5 seconds.',
    fields: { err: error },
  },
  'retention.deleted': {
    level: 'info',
    message: 'old data was deleted',
    about: 'Data older than [its setting](#retention) was deleted. `what` names the data.',
    fields: { what: text, rows: number },
  },
  'retention.failed': {
    level: 'warn',
    message: 'old data could not be deleted',
    about: 'Old data could not be deleted. The server tries again within an hour.',
    fields: { err: error, what: text },
  },
  'http.library': {
    level: null,
    message: '',
    about: 'A message of Fastify, the HTTP library.',
    fields: {},
  },
} as const satisfies Readonly<Record<string, LogEvent>>

type Events = typeof LOG_EVENTS

/** Events that our code logs, as opposed to those of libraries. */
export type LogEventName = { [Name in keyof Events]: Events[Name]['level'] extends null ? never : Name }[keyof Events]

type Fields<Declared> = { readonly [Name in keyof Declared]: Declared[Name] extends Field<infer T> ? T : never }

export type LogFields<Name extends LogEventName> = Fields<Events[Name]['fields']>
